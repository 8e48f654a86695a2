/// Compares the value of a term with stored values. Case is ignored.
struct FilterMatch {
  private let value: String
  private let bytes: [UInt8]
  private let acceptsParts: Bool

  /// The maximum lengths, in bytes, of a part and of a text that is searched for it.
  private static let maxLength = 512

  init(_ value: String, acceptsParts: Bool = false) {
    self.value = Self.normalized(value)
    bytes = Array(self.value.utf8)
    self.acceptsParts = acceptsParts
  }

  init(_ term: FilterTerm) { self.init(term.value, acceptsParts: term.dimension.acceptsParts) }

  /// Returns those of the elements whose text is equal to the value or, if none is and parts are accepted, contains it
  /// from the beginning of a word: `26` selects `iOS 26.0`, and `iPad` selects `iPad13,8`.
  func selected<Element>(_ elements: [Element], _ text: (Element) -> String) -> [Element] {
    let equal = elements.filter { equals(text($0)) }
    guard equal.isEmpty, acceptsParts else { return equal }
    return elements.filter { isPart(of: text($0)) }
  }

  /// Returns whether a text is equal to the value.
  func equals(_ text: String) -> Bool { !value.isEmpty && Self.normalized(text) == value }

  /// Returns a text in lowercase. Reports of devices name the system `iPhone OS 26.1`, and those of simulators `iOS 26.1`.
  private static func normalized(_ text: String) -> String {
    let text = text.lowercased()
    let (old, new) = ("iphone os", "ios")
    return text.hasPrefix(old) ? new + text.dropFirst(old.count) : text
  }

  private func isPart(of text: String) -> Bool {
    let text = Array(Self.normalized(text).utf8.prefix(Self.maxLength))
    guard let last = bytes.last, bytes.count <= min(text.count, Self.maxLength) else { return false }
    for start in 0...(text.count - bytes.count) where start == 0 || text[start - 1] == UInt8(ascii: " ") {
      let end = start + bytes.count
      guard text[start..<end].elementsEqual(bytes) else { continue }
      guard end < text.count else { return true }
      // A number is complete; a name may be followed by a number.
      if !(Self.isLetter(text[end]) || Self.isDigit(text[end]) && Self.isDigit(last)) { return true }
    }
    return false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte >= 0x80
  }
}
