good = 1
