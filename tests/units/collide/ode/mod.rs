mod canary;
