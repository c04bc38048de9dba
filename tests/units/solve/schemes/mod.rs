mod touch;
