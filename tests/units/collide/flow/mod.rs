mod scaled;
