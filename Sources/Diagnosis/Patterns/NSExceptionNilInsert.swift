extension Pattern {
  private static let statement = "An object to be inserted into the collection is nil."
  private static let collection = Evidence.frames([
    FrameQuery(["objc_exception_throw"], position: .first(3)),
    FrameQuery(
      [
        "-[__NSPlaceholderDictionary initWithObjects:forKeys:count:]", "-[__NSPlaceholderArray initWithObjects:count:]",
        "-[__NSDictionaryM setObject:forKey:]", "-[__NSDictionaryM setObject:forKeyedSubscript:]",
        "-[__NSSetM addObject:]", "-[__NSPlaceholderSet initWithObjects:count:]",
      ], position: .first(4), statement: "{function} raises an exception for an object or key that is nil."),
  ])
}
