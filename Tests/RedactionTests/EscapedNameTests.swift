import Foundation
import Redaction
import Testing

/// Names in JSON whose letters are escaped, or that follow an escape: the copy is valid JSON, and the name is removed.
@Suite struct EscapedNameTests {
  private func json(_ value: [String: String], escaped: Bool) throws -> String {
    let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    guard escaped else { return text }
    return text.utf16.map { $0 < 0x80 ? String(UnicodeScalar(UInt8($0))) : "\\u" + String(format: "%04x", $0) }.joined()
  }

  @Test(arguments: ["éva", "王小明", "Дарья", "ñuño", "田中", "özil", "😀bob", "bobé", "zoe"], [true, false])
  func homesAreRemoved(_ name: String, isEscaped: Bool) throws {
    for path in ["/Users/\(name)/a.txt", "C:\\Users\\\(name)\\a.txt", "file:///Users/\(name)/b"] {
      let value = ["path": path, "again": "for \(name) only"]
      var redactor = Redactor()
      let copy = redactor.redacted(try json(value, escaped: isEscaped))
      let read = try JSONDecoder().decode([String: String].self, from: Data(copy.utf8))
      #expect(read["path"]?.contains(name) == false && read["path"]?.contains("user-1") == true, "\(copy)")
      #expect(read["again"]?.contains(name) == false, "\(copy)")
    }
  }

  /// The letter of an escape is not the first one of a name.
  @Test(arguments: ["tomzq", "nadia", "rolfzq", "bertzq", "frankzq", "ursulazq"])
  func escapesAreComplete(_ name: String) throws {
    var redactor = Redactor(names: [name], accounts: [name])
    let rest = String(name.dropFirst())
    let letter = String(name.prefix(1))
    guard letter != "u" else { return }
    let copy = redactor.redacted("{\"a\":\"x\\\(letter)\(rest)\",\"b\":\"\(name)\",\"c\":\"C:\\\\\(name)\"}")
    let read = try JSONDecoder().decode([String: String].self, from: Data(copy.utf8))
    #expect(read["a"]?.hasSuffix(rest) == true && read["a"]?.count == rest.count + 2, "\(copy)")
    #expect(read["b"] == "user-1" && read["c"] == "C:\\user-1", "\(copy)")
  }

  /// Keys of issues contain `#` for numbers.
  @Test func reducedTextIsRemoved() {
    var redactor = Redactor()
    _ = redactor.redacted("Authorization: Bearer xoxb-123-456-zqslackabcdefgh")
    let copy = redactor.redacted("signature xoxb-#-#-zqslackabcdefgh of 12")
    #expect(!copy.contains("zqslack"), "\(copy)")
  }
}
