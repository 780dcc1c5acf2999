// strings
