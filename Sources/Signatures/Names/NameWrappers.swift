import Bytes

/// Step 4.4: words in front that make no other function of a name, and code that the compiler made.
enum NameWrappers {
  /// What is inside; `nil` if the frame is to be dropped.
  static func unwrapped(_ name: NameSlice) -> NameSlice? {
    var rest = name
    while true {
      if dropped.matches(rest) { return nil }
      guard let inner = withoutOne(rest), inner.count < rest.count else { return rest }
      rest = inner
    }
  }

  private static let dropped = GlobSet(SignatureLists.drop)

  private static func withoutOne(_ name: NameSlice) -> NameSlice? {
    // Every entry has a blank; most names of C and Objective-C have none.
    guard let first = name.first, beginnings[Int(first)], name.contains(0x20) else { return nil }
    if first == UInt8(ascii: "("), let inner = withoutNumber(name) {
      for entry in numbered where inner.starts(with: entry) { return inner.dropFirst(entry.count) }
    }
    for entry in plain where entry.first == first && name.starts(with: entry) { return name.dropFirst(entry.count) }
    for entry in specializations where entry.first == first && name.starts(with: entry) {
      let open = name.startIndex + entry.count - 1
      guard let close = name.closing(angleAt: open), name.matches(" of ", at: close + 1) else { return nil }
      return name[(close + 5)...]
    }
    return nil
  }

  /// What follows `(3) `.
  private static func withoutNumber(_ name: NameSlice) -> NameSlice? {
    let digits = name.dropFirst().prefix(while: \.isDigit)
    let rest = name.dropFirst(1 + digits.count)
    return !digits.isEmpty && rest.begins(with: ") ") ? rest.dropFirst(2) : nil
  }

  /// First signs of all entries: most names begin otherwise.
  private static let beginnings: [Bool] = {
    var table = Array(repeating: false, count: 256)
    for entry in plain + specializations { if let first = entry.first { table[Int(first)] = true } }
    table[Int(UInt8(ascii: "("))] = true
    return table
  }()

  private static let numbered = SignatureLists.unwrap.filter { $0.hasPrefix("(N) ") }
    .map { Array($0.utf8.dropFirst(4)) }
  private static let plain = SignatureLists.unwrap.filter { !$0.hasPrefix("(N) ") }.map { Array($0.utf8) }
  private static let specializations = SignatureLists.unwrapSpecialization.map { Array(($0 + " <").utf8) }
}
