import Bytes
package import CrashReports

/// The parts of a frame that the algorithm uses, without addresses and without folders of users.
package struct SignatureFrame: Hashable, Sendable {
  /// The part of a path that the rules need. The path itself is not stored because it may contain user names.
  package typealias Folder = ImageTraits.Folder

  /// The image as written in the frame: a file name or a bundle identifier; `nil` for `???`.
  package var image: String?
  /// The last component of the image's path, if the report lists images.
  package var file: String?
  /// Whether the image is in a system folder; `nil` if its path is unknown.
  package var folder: Folder?
  /// The function as written in the report, demangled; empty if there is none.
  package var function: String
  /// The offset in bytes from the image's load address; only for frames without a name.
  package var imageOffset: UInt64?
  /// The first 8 digits of the image's UUID in lowercase; only for frames without a name.
  package var uuid: String?
  /// True for a function that was inlined into the function of the next frame.
  package var isInlined = false
  /// The source file, for display; not in a key.
  package var sourceFile: String?
  /// The line, for display; not in a key.
  package var line: Int?

  /// The maximum length of a stored name in bytes. Longer functions are stored in their normalized form, which is
  /// short.
  static let nameLimit = 2048

  /// Creates a frame.
  /// - Parameters:
  ///   - path: The path of the image in the report.
  ///   - function: The function as written; an address in it is not stored.
  ///   - uuid: The UUID of the image in any spelling.
  package init(
    image: String?, path: String? = nil, function: String, imageOffset: UInt64? = nil, uuid: String? = nil
  ) {
    self.init(image: image, path: PathParts(path), function: function, imageOffset: imageOffset, uuid: uuid)
  }

  /// The stored parts of an image's path.
  struct PathParts {
    var file: String?
    var folder: Folder?

    init(_ path: String?) {
      guard let path, let file = lastComponent(path) else { return }
      folder = ImageTraits.isSystem(path: path) ? .system : .other
      self.file = file.isEmpty ? nil : bounded(file)
    }
  }

  /// Returns the part after the last `/`, ignoring slashes at the end; `nil` for a text without slashes.
  static func lastComponent(_ path: String) -> String? {
    var rest = path.utf8[...]
    guard rest.contains(UInt8(ascii: "/")) else { return nil }
    while rest.last == UInt8(ascii: "/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: UInt8(ascii: "/")) else { return String(Substring(rest)) }
    return String(Substring(rest[rest.index(after: slash)...]))
  }

  init(image: String?, path: PathParts, function: String, imageOffset: UInt64?, uuid: String?) {
    self.image = image.flatMap { $0 == "???" || $0.isEmpty ? nil : Self.bounded($0) }
    folder = path.folder
    file = path.folder == nil ? nil : path.file ?? self.image
    let cleaned = Self.mayLackName(function) ? NameCleaning.cleaned(function) : nil
    if let cleaned, UnsymbolicatedFrame.isPlaceholder(cleaned[...]) {
      // An address is not stored.
      self.function = cleaned.first == UInt8(ascii: "0") ? "" : cleaned[...].text
      self.imageOffset = imageOffset ?? UnsymbolicatedFrame.imageOffset(cleaned[...])
      self.uuid = uuid.flatMap(Self.shortUUID)
    } else {
      self.function = Self.boundedFunction(function, image: self.image, file: file)
    }
  }

  /// Returns false for nearly every name, based on its first character.
  static func mayLackName(_ function: String) -> Bool {
    guard let first = function.utf8.first else { return true }
    switch first {
    case 0...0x20, 0x7f...0xff, UInt8(ascii: "?"), UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "0"): return true
    default: return false
    }
  }

  private static func shortUUID(_ text: String) -> String? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    // A UUID of zeros, which images without a UUID have, is not an identifier.
    guard digits.count >= 8, digits.allSatisfy(\.isHexDigit), digits.contains(where: { $0 != 0x30 }) else { return nil }
    return digits.prefix(8).map { $0 >= 0x41 && $0 <= 0x46 ? $0 | 0x20 : $0 }[...].text
  }

  private static func boundedFunction(_ text: String, image: String?, file: String?) -> String {
    guard text.utf8.count > nameLimit else { return text }
    switch FunctionName.normalized(text, image: ImageName.normalized(image, file: file)) {
    case .function(let name): return bounded(name[...].text)
    case .dropped, .unsymbolicated: return bounded(text)
    }
  }

  /// Returns the text, truncated at a character boundary if it is longer than `limit` bytes.
  static func bounded(_ text: String, to limit: Int = nameLimit) -> String {
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end > text.startIndex, String.Index(end, within: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return String(text[..<end])
  }
}
