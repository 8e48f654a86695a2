import Bytes

/// Families of equivalent functions, such as the entry points of `malloc` (step 6).
enum FunctionFamily {
  private static let functions = GlobSet(
    tagged: SignatureLists.prefixFamilies.enumerated().flatMap { index, entry in
      entry.functions.map { ($0, index) }
    })

  /// Returns the first family that contains the function with this normalized name.
  static func name(of function: NameSlice) -> String? {
    var first = Int.max
    functions.forEachMatch(function) { first = min(first, $0) }
    return first < SignatureLists.prefixFamilies.count ? SignatureLists.prefixFamilies[first].family : nil
  }
}
