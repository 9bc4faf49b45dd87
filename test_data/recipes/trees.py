def Write(directory):
    pass
