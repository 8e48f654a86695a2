/// The address of a link in a terminal (OSC 8): printable ASCII only, so that no text of a report can end or extend the
/// escape sequence.
package struct Hyperlink: Sendable, Equatable {
  /// The address.
  package let address: String

  /// Only formats create addresses, from their own text and encoded paths.
  fileprivate init(_ address: String) { self.address = address }

  /// Returns the text as a link.
  func linked(_ text: String) -> String { "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\" }
}

/// The form of addresses of source lines: text with `{path}`, `{line}` and `{column}`, as in ripgrep.
package struct HyperlinkFormat: Sendable, Equatable {
  private enum Part: Sendable, Equatable {
    case text(String)
    case path, line, column
  }

  /// Why a text is not a format.
  package struct Fault: Error {
    /// The reason, which completes "it …".
    package let reason: String
  }

  /// Formats with a name: for terminals, which open files with the program of the system, and for editors.
  package static let named: [(name: String, text: String)] = [
    ("default", "file://{path}"),
    ("kitty", "file://{path}#{line}"),
    ("vscode", "vscode://file{path}:{line}:{column}"),
    ("vscode-insiders", "vscode-insiders://file{path}:{line}:{column}"),
    ("vscodium", "vscodium://file{path}:{line}:{column}"),
    ("cursor", "cursor://file{path}:{line}:{column}"),
    ("textmate", "txmt://open?url=file://{path}&line={line}&column={column}"),
    ("macvim", "mvim://open?url=file://{path}&line={line}&column={column}"),
    ("grep+", "grep+://{path}:{line}"),
  ]

  /// The format of terminals.
  package static let standard = HyperlinkFormat(parts: [.text("file://"), .path])

  /// The maximum number of bytes of a format, and of an address: terminals ignore longer ones.
  static let maxLength = 2_000

  private let parts: [Part]

  private init(parts: [Part]) { self.parts = parts }

  /// Reads a format, or the name of one.
  package init(_ text: String) throws(Fault) {
    let text = Self.named.first { $0.name == text }?.text ?? text
    guard text.utf8.count <= Self.maxLength else { throw Fault(reason: "is longer than \(Self.maxLength) bytes") }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Fault(reason: "contains a character that an address must encode")
    }
    var parts: [Part] = []
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else { throw Fault(reason: "has a '{' without a '}'") }
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      switch rest[rest.index(after: open)..<close] {
      case "path": parts.append(.path)
      case "line": parts.append(.line)
      case "column": parts.append(.column)
      case let name: throw Fault(reason: "has '{\(name)}'; only {path}, {line} and {column} have a meaning")
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    guard parts.contains(.path) else { throw Fault(reason: "has no {path}") }
    guard !parts.contains(.column) || parts.contains(.line) else { throw Fault(reason: "has {column} without {line}") }
    guard case .text(let start)? = parts.first, Self.beginsWithScheme(start) else {
      throw Fault(reason: "does not begin with a scheme such as file://")
    }
    self.parts = parts
  }

  private static func beginsWithScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text.utf8[..<colon]
    return scheme.first.map(isLetter) == true
      && scheme.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  /// Returns the address of a source line; `nil` if it is too long. Without a line it is that of the first line.
  ///
  /// - Parameter path: The absolute path of a file of this machine.
  package func link(_ path: String, line: Int?, column: Int?) -> Hyperlink? {
    var address = ""
    for part in parts {
      switch part {
      case .text(let text): address += text
      case .path: address += Self.encoded(path)
      case .line: address += String(max(1, line ?? 1))
      case .column: address += String(max(1, column ?? 1))
      }
    }
    return address.utf8.count <= Self.maxLength ? Hyperlink(address) : nil
  }

  /// Returns a path with each byte but letters, digits and `-._~/` as `%XX` (RFC 3986, 2.3).
  static func encoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var text = ""
    for byte in path.utf8 {
      if isLetter(byte) || isDigit(byte) || "-._~/".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%"
        text.unicodeScalars.append(digits[Int(byte >> 4)])
        text.unicodeScalars.append(digits[Int(byte & 15)])
      }
    }
    return text
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// The links of text output: how source files are found on this machine, and the form of their addresses.
package struct Hyperlinks: Sendable {
  private let format: HyperlinkFormat
  private let file: @Sendable (String) -> String?

  /// Creates links.
  ///
  /// - Parameters:
  ///   - file: Returns the absolute path of the file that a report states; `nil` if this machine does not have it.
  package init(_ format: HyperlinkFormat, file: @escaping @Sendable (String) -> String?) {
    self.format = format
    self.file = file
  }

  /// Returns the link to a location of a report; `nil` if this machine does not have the file.
  func link(_ stated: String?, line: Int?, column: Int? = nil) -> Hyperlink? {
    guard let stated, let path = file(stated) else { return nil }
    return format.link(path, line: line, column: column)
  }
}
