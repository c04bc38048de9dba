mod numerics;
