package import CrashReports
import Diagnosis
import Vocabulary

/// A message about the symbol files of one image of the app.
package struct SymbolWarning: Sendable, Equatable {
  /// The name and architecture of the image: `XXXCoreTestHost x86_64`.
  package var image: String
  /// The text after "IMAGE: ".
  package var words: String
  /// The advice; it ends where the command follows, if there is one.
  package var hint: String?
  /// A shell command.
  package var command: String?
  /// False if symbols were found.
  package var isMissing: Bool

  /// The hint and the command on one line.
  package var advice: String? { hint.map { hint in command.map { hint + " " + $0 } ?? hint } }

  /// Returns one message for each image of the app that was looked up, in the order of the images.
  ///
  /// System images are omitted, because only Apple has their symbol files. Roles of frames must be assigned.
  package static func all(_ report: CrashReport) -> [SymbolWarning] {
    guard let images = report.images else { return [] }
    let app = report.appImages
    return report.imageSymbols.sorted { $0.key < $1.key }.compactMap { index, symbols in
      guard images.indices.contains(index), app.contains(index) else { return nil }
      return SymbolWarning(images[index], symbols, report)
    }
  }

  private init(_ image: BinaryImage, _ symbols: ImageSymbols, _ report: CrashReport) {
    let architecture = image.architecture ?? report.host.architecture
    self.image = [image.name ?? image.path ?? "an image", architecture].compactMap { $0 }.joined(separator: " ")
    isMissing = symbols.outcome != .found
    let file = symbols.file ?? "a file"
    // A build ID of 16 bytes cannot be told from a UUID.
    let word = image.buildID == nil ? "UUID" : "build ID"
    let wanted = word + " " + (image.identifier?.description ?? "none")
    let found = symbols.foundBuildID?.description ?? symbols.foundUUID?.description ?? "none"
    switch symbols.outcome {
    case .found:
      let count = symbols.framesNamed
      words = "symbols found in \(file), \(count) \(count == 1 ? "frame" : "frames") symbolicated"
      if let fault = symbols.fault { words += "; it \(fault)" }
      if symbols.framesHidden > 0 {
        words +=
          "; \(symbols.framesHidden) more \(symbols.framesHidden == 1 ? "has a hidden name" : "have hidden names")"
        hint = "A bitcode build hides names: also pass the archive's BCSymbolMaps folder with --symbols."
        isMissing = true
      }
    case .noSymbolFile where image.identifier == nil:
      words = "the report states no UUID for it, so no symbol file can be matched"
    case .noSymbolFile:
      words = "\(wanted) not found in \((report.symbolLocations ?? []).joined(separator: ", "))"
      (hint, command) = Self.advice(image, report)
    case .uuidMismatch:
      words = "\(wanted) not found; \(file) has \(found), a different build"
      (hint, command) = Self.advice(image, report)
    case .architectureMismatch:
      let other = symbols.foundArchitectures ?? "others"
      words = "\(wanted) not found; \(file) has \(found), only for \(other)"
      (hint, command) = Self.advice(image, report)
    case .unreadable:
      words = "\(file) has the matching \(word) but cannot be used: \(symbols.fault ?? "it cannot be read")"
    case .notAttempted:
      words = "not searched for"
    }
    if isMissing, !symbols.refusals.isEmpty {
      words += "; found and not used: " + symbols.refusals.joined(separator: "; ")
    }
  }

  /// Returns the UUID of the dSYM for an image, and where it is, in one sentence; `nil` if the report states no UUID.
  static func wanted(_ name: String, _ report: CrashReport) -> (uuid: String, source: String)? {
    guard let image = report.images?.first(where: { $0.name == name && $0.uuid != nil }), let uuid = image.uuid else {
      return nil
    }
    let build = build(of: image, report).map { " of version \($0)" } ?? ""
    return (uuid.description, "It is in the archive\(build) (Xcode, Organizer); `mdfind \(uuid)` finds it on a Mac.")
  }

  /// Returns which dSYM is needed, and a command that finds it on a Mac.
  private static func advice(_ image: BinaryImage, _ report: CrashReport) -> (hint: String?, command: String?) {
    if image.buildID != nil {
      return ("Pass the program or library with this build ID, or its debug information, with --symbols.", nil)
    }
    guard let uuid = image.uuid else { return (nil, nil) }
    let what = build(of: image, report).map { "Use the dSYM from the archive of version \($0)" } ?? "Use its dSYM"
    return (what + "; to find it on a Mac:", "mdfind \"com_apple_xcode_dsym_uuids == \(uuid)\"")
  }

  /// Returns version and build of the image: those of the app for an image in its bundle, else those of the image. A
  /// version of zeros is omitted, because no archive has it: it is what tools write for "unknown".
  private static func build(of image: BinaryImage, _ report: CrashReport) -> String? {
    statedBuild(of: image, report).flatMap { version in
      version.contains { $0 != "0" && $0 != "." && $0 != " " && $0 != "(" && $0 != ")" && $0 != "?" } ? version : nil
    }
  }

  private static func statedBuild(of image: BinaryImage, _ report: CrashReport) -> String? {
    guard let process = report.process, let program = process.path, let path = image.path else { return image.version }
    let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    // On a Mac, the program is in Contents/MacOS of the bundle, and its frameworks are beside that folder.
    let bundle = folder.hasSuffix("/Contents/MacOS") ? String(folder.dropLast("/Contents/MacOS".utf8.count)) : folder
    guard bundle.contains(".app") || bundle.contains(".xctest"), path.hasPrefix(bundle + "/") else {
      return image.version
    }
    let words = [process.version, process.build.map { "(\($0))" }].compactMap { $0 }
    return words.isEmpty ? image.version : words.joined(separator: " ")
  }
}

extension CrashReport {
  /// The indexes of the images that have a frame of the app.
  fileprivate var appImages: Set<Int> {
    var found: Set<Int> = []
    let stacks = (threads ?? []).map(\.frames) + [lastExceptionBacktrace ?? []] + (applicationSpecificBacktraces ?? [])
    for stack in stacks {
      for frame in stack where frame.role == .app { if let index = frame.imageIndex { found.insert(index) } }
    }
    return found
  }

  /// The names of the app images with a UUID that have unnamed frames in the primary stack.
  package var imagesWithoutNames: [String] {
    var names: [String] = []
    for frame in failureStack where frame.role == .app && frame.symbol == nil {
      guard let index = frame.imageIndex, let images, images.indices.contains(index), images[index].identifier != nil,
        let name = images[index].name, !names.contains(name)
      else { continue }
      names.append(name)
    }
    return names
  }
}
