import Bytes
package import Vocabulary

/// A layout of symbol files in which the path of a file follows from an identifier: of a folder, or of a server.
///
/// A layout is data: a name and templates. `docs/symbolication.md` has the table of the catalog, which a test compares.
package struct SymbolLayout: Sendable {
  /// What a file of a layout contains.
  package enum Content: String, Sendable, CaseIterable {
    /// Debug information.
    case debug
    /// The image itself, with its symbol table.
    case image
    /// The text format of Breakpad.
    case breakpad
  }

  /// The path of one file, relative to the folder or the server's address.
  package struct Template: Sendable {
    /// The path with placeholders, such as `{id:2}/{id:2-}/debuginfo`.
    package let text: String
    /// What the file contains.
    package let content: Content
  }

  /// The name in the configuration.
  package let name: String
  /// Who uses the layout.
  package let users: String
  /// The files, the most useful first. Empty for a layout that has to be searched.
  package let templates: [Template]

  /// What identifies an image in a path.
  package struct Key: Sendable {
    /// The digits of the identifier: lowercase and hexadecimal, two for each byte.
    let digits: [UInt8]
    /// The name of the image, one component of a path; `nil` if it has none that can be one.
    let name: [UInt8]?

    /// The identifier of Breakpad: 32 digits in uppercase and the age.
    let breakpad: [UInt8]

    /// The key of an image.
    ///
    /// - Parameters:
    ///   - id: The UUID or build ID of the image.
    ///   - isMachO: Whether the image is a Mach-O file, whose identifier Breakpad does not change.
    ///   - path: The name or path of the image; only the last component is used.
    package init(_ id: BuildID, isMachO: Bool, path: String?) {
      let hexadecimal = Array("0123456789abcdef".utf8)
      digits = id.bytes.flatMap { [hexadecimal[Int($0 >> 4)], hexadecimal[Int($0 & 15)]] }
      breakpad = Array(id.breakpadID(isMachO: isMachO).utf8)
      name = path.flatMap { Self.component($0) }
    }

    /// Returns the last component of a path, if it can be one of another path: a report may state any text.
    private static func component(_ path: String) -> [UInt8]? {
      let bytes = Array(path.utf8)
      let name = bytes.split(separator: UInt8(ascii: "/")).last ?? []
      guard (1...maxName).contains(name.count), !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8),
        name.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") })
      else { return nil }
      return Array(name)
    }

    private static let maxName = 200
  }

  /// Returns the components of a path.
  ///
  /// - Returns: `nil` if the template needs a name that the key lacks, or the identifier has an unsuitable length.
  package static func components(_ template: Template, _ key: Key) -> [[UInt8]]? {
    guard key.digits.count >= 4 else { return nil }
    var path: [UInt8] = []
    var rest = Array(template.text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "{") else {
        path.append(byte)
        continue
      }
      let name = rest.prefix { $0 != UInt8(ascii: "}") }
      rest = rest.dropFirst(name.count + 1)
      guard let placeholder = Placeholder(rawValue: String(streamSafe: name)), let value = placeholder.value(of: key)
      else { return nil }
      path += value
    }
    return path.split(separator: UInt8(ascii: "/")).map { Array($0) }
  }

  /// Whether the paths contain the name of the image, and not only its identifier.
  package var usesNames: Bool { templates.contains { $0.text.contains(Placeholder.name.rawValue) } }

  /// What a template may contain in braces.
  enum Placeholder: String, CaseIterable {
    /// All digits.
    case lowercase = "id"
    /// The identifier of Breakpad with its age, in uppercase.
    case breakpad = "ID+age"
    /// The first two digits.
    case firstTwo = "id:2"
    /// The digits after the first two.
    case afterTwo = "id:2-"
    /// Five times four digits and then twelve, in uppercase, as folders.
    case mapped = "ID:4/4/4/4/4/12"
    /// The name of the image.
    case name = "name"

    func value(of key: Key) -> [UInt8]? {
      let digits = key.digits
      let upper = digits.map { (0x61...0x66).contains($0) ? $0 & 0xDF : $0 }
      switch self {
      case .lowercase: return digits
      case .breakpad: return key.breakpad
      case .firstTwo: return Array(digits[..<2])
      case .afterTwo: return Array(digits[2...])
      case .mapped:
        guard upper.count == 32 else { return nil }
        let groups = (0..<5).map { upper[($0 * 4)..<($0 * 4 + 4)] } + [upper[20...]]
        return Array(groups.joined(separator: [UInt8(ascii: "/")]))
      case .name: return key.name
      }
    }
  }
}
