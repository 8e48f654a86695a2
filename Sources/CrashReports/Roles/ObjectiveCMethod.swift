import Bytes

/// A method in a name such as `-[Class(Category) selector]`, also if the name is that of a block in it.
package struct ObjectiveCMethod {
  /// The name of the class.
  package let type: String
  /// The name of the category; `nil` for a method of the class itself.
  package let category: String?
  /// The selector.
  package let selector: String

  /// Finds the method; `nil` for a name of another kind.
  package init?(in function: String) {
    let bytes = Array(function.utf8.prefix(1024))
    guard let open = bytes.firstIndex(of: UInt8(ascii: "[")), open > 0,
      bytes[open - 1] == UInt8(ascii: "-") || bytes[open - 1] == UInt8(ascii: "+"),
      let blank = bytes[open...].firstIndex(of: 0x20)
    else { return nil }
    let before = bytes[..<(open - 1)]
    guard before.isEmpty || before.starts(with: "__".utf8) || before.text.hasSuffix(" in ") else { return nil }
    let name = bytes[(open + 1)..<blank]
    if let bracket = name.firstIndex(of: UInt8(ascii: "(")), name.last == UInt8(ascii: ")"), bracket + 1 < blank - 1 {
      type = name[..<bracket].text
      category = name[(bracket + 1)..<(blank - 1)].text
    } else {
      type = name.text
      category = nil
    }
    selector = bytes[(blank + 1)...].prefix { $0 != UInt8(ascii: "]") }.text
  }

  /// Finds the method in which a lambda or a type of C++ is declared, as in `auto -[Deck deal]::$_0::operator()<int>(int) const`; `nil` for
  /// other names.
  package init?(inLambda function: String) {
    let bytes = Array(function.utf8.prefix(1024))
    guard let mark = bytes[...].position(of: "]::"),
      let open = bytes[..<mark].lastIndex(of: UInt8(ascii: "[")), open > 0,
      bytes[open - 1] == UInt8(ascii: "-") || bytes[open - 1] == UInt8(ascii: "+"),
      open == 1 || bytes[open - 2] == 0x20
    else { return nil }
    self.init(in: bytes[(open - 1)...mark].text)
  }
}
