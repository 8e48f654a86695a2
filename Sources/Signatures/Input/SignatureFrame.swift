import Bytes
package import CrashReports

/// A frame, as far as the algorithm reads it: no address, no folder of a user.
package struct SignatureFrame: Hashable, Sendable {
  /// What the rules ask of a path. The path itself is not kept: it has names of people in it.
  package typealias Folder = ImageTraits.Folder

  /// The image as the report writes it in the frame: a file name or a bundle identifier; `nil` for `???`.
  package var image: String?
  /// Last component of the image's path, where the report lists images.
  package var file: String?
  /// Whether the image is in a folder of the system; `nil` if its path is unknown.
  package var folder: Folder?
  /// The function as the report writes it, demangled; empty if there is none.
  package var function: String
  /// Distance in bytes from the image's start; only of frames without a name.
  package var imageOffset: UInt64?
  /// First 8 digits of the image's UUID, lower case; only of frames without a name.
  package var uuid: String?
  /// True for a function that the compiler inlined into the next frame's function.
  package var isInlined = false
  /// For display; in no key.
  package var sourceFile: String?
  /// For display; in no key.
  package var line: Int?

  /// Bytes kept of one name. Longer functions are kept in their normalised form, which is short.
  static let nameLimit = 2048

  /// - Parameters:
  ///   - path: Of the image, as the report lists it.
  ///   - function: As written; an address in it is not kept.
  ///   - uuid: Of the image, in any spelling.
  package init(
    image: String?, path: String? = nil, function: String, imageOffset: UInt64? = nil, uuid: String? = nil
  ) {
    self.init(image: image, place: Place(path: path), function: function, imageOffset: imageOffset, uuid: uuid)
  }

  /// What is kept of an image's path.
  struct Place {
    var file: String?
    var folder: Folder?

    init(path: String?) {
      guard let path, let file = lastComponent(path) else { return }
      folder = ImageTraits.isSystem(path: path) ? .system : .other
      self.file = file.isEmpty ? nil : bounded(file)
    }
  }

  /// What stands behind the last `/`, others at the end aside; `nil` for a text without any.
  static func lastComponent(_ path: String) -> String? {
    var rest = path.utf8[...]
    guard rest.contains(UInt8(ascii: "/")) else { return nil }
    while rest.last == UInt8(ascii: "/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: UInt8(ascii: "/")) else { return String(Substring(rest)) }
    return String(Substring(rest[rest.index(after: slash)...]))
  }

  init(image: String?, place: Place, function: String, imageOffset: UInt64?, uuid: String?) {
    self.image = image.flatMap { $0 == "???" || $0.isEmpty ? nil : Self.bounded($0) }
    folder = place.folder
    file = place.folder == nil ? nil : place.file ?? self.image
    let cleaned = Self.mayLackName(function) ? NameCleaning.cleaned(function) : nil
    if let cleaned, UnsymbolicatedFrame.isNoName(cleaned[...]) {
      // `<redacted>` says nothing that `` does not, and `0x…` is an address.
      self.function = cleaned.first == UInt8(ascii: "0") ? "" : cleaned[...].text
      self.imageOffset = imageOffset ?? UnsymbolicatedFrame.imageOffset(cleaned[...])
      self.uuid = uuid.flatMap(Self.shortUUID)
    } else {
      self.function = Self.boundedFunction(function, image: self.image, file: file)
    }
  }

  /// False for nearly every name, by its first sign.
  static func mayLackName(_ function: String) -> Bool {
    guard let first = function.utf8.first else { return true }
    switch first {
    case 0...0x20, 0x7f...0xff, UInt8(ascii: "?"), UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "0"): return true
    default: return false
    }
  }

  private static func shortUUID(_ text: String) -> String? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    // All zero, as images without a UUID have it, identifies nothing.
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

  /// The text, cut between two characters if it is longer than `limit` bytes.
  static func bounded(_ text: String, to limit: Int = nameLimit) -> String {
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end > text.startIndex, String.Index(end, within: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return String(text[..<end])
  }
}
