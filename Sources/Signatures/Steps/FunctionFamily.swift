import Bytes

/// Step 6: functions that stand for one another, such as the entry points of `malloc`.
enum FunctionFamily {
  private static let functions = GlobSet(
    tagged: SignatureLists.prefixFamilies.enumerated().flatMap { index, entry in
      entry.functions.map { ($0, index) }
    })

  /// The first family that has a function, by its normalized name.
  static func name(of function: NameSlice) -> String? {
    var first = Int.max
    functions.forEachMatch(function) { first = min(first, $0) }
    return first < SignatureLists.prefixFamilies.count ? SignatureLists.prefixFamilies[first].family : nil
  }
}
