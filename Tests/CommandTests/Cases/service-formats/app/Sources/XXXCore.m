// The file that the dSYM names.
