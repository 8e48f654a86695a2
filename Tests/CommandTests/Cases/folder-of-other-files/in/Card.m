// Fatal error: Index out of range
NSLog(@"unexpectedly found nil");
