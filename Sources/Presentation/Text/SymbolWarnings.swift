package import CrashReports
import Diagnosis
import Vocabulary

/// What there is to say about the symbol files of one image of the app.
package struct SymbolWarning: Sendable, Equatable {
  /// `XXXCoreTestHost x86_64`.
  package var image: String
  /// Completes "IMAGE: …".
  package var words: String
  /// What to do about it; ends where the command follows, if there is one.
  package var hint: String?
  /// A line for a shell.
  package var command: String?
  /// False where names were found.
  package var isMissing: Bool

  /// Hint and command in one line.
  package var advice: String? { hint.map { hint in command.map { hint + " " + $0 } ?? hint } }

  /// One remark for each image of the app whose names were looked for, in the order of the images.
  ///
  /// Images of the system are left out: nobody but Apple has their symbol files. Roles of frames must be assigned.
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
    let wanted = image.uuid?.description ?? "no UUID"
    let found = symbols.foundUUID?.description ?? "none"
    switch symbols.outcome {
    case .found:
      let count = symbols.framesNamed
      words = "symbols found in \(file), \(count) \(count == 1 ? "frame" : "frames") named"
      if let fault = symbols.fault { words += "; it \(fault)" }
      if symbols.framesHidden > 0 {
        words += "; \(symbols.framesHidden) more have hidden names"
        hint = "A build with bitcode hid them: give the folder BCSymbolMaps of the archive with --symbols too."
        isMissing = true
      }
    case .noSymbolFile where image.uuid == nil:
      words = "the report states no UUID for it, so no symbol file can be told to be its own"
    case .noSymbolFile:
      words = "wanted \(wanted), found nothing in \((report.symbolLocations ?? []).joined(separator: ", "))"
      (hint, command) = Self.advice(image, report)
    case .uuidMismatch:
      words = "wanted \(wanted), found \(found) in \(file): another build"
      (hint, command) = Self.advice(image, report)
    case .architectureMismatch:
      let other = symbols.foundArchitectures ?? "others"
      words = "wanted \(wanted), found \(found) in \(file): only for \(other)"
      (hint, command) = Self.advice(image, report)
    case .unreadable:
      words = "\(file) has its UUID and cannot be used: \(symbols.fault ?? "it cannot be read")"
    case .notAttempted:
      words = "no names were looked for"
    }
  }

  /// Which dSYM is wanted, and how a Mac finds it.
  private static func advice(_ image: BinaryImage, _ report: CrashReport) -> (hint: String?, command: String?) {
    guard let uuid = image.uuid else { return (nil, nil) }
    let what = build(of: image, report).map { "Take the dSYM from the archive of version \($0)" } ?? "Take its dSYM"
    return (what + "; a Mac finds it with", "mdfind \"com_apple_xcode_dsym_uuids == \(uuid)\"")
  }

  /// Version and build that the image came with: the app's for what lies in its bundle, else the image's own.
  private static func build(of image: BinaryImage, _ report: CrashReport) -> String? {
    guard let process = report.process, let program = process.path, let path = image.path else { return image.version }
    let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    // A Mac's program lies in Contents/MacOS of the bundle, its frameworks beside it.
    let bundle = folder.hasSuffix("/Contents/MacOS") ? String(folder.dropLast("/Contents/MacOS".utf8.count)) : folder
    guard bundle.contains(".app") || bundle.contains(".xctest"), path.hasPrefix(bundle + "/") else {
      return image.version
    }
    let words = [process.version, process.build.map { "(\($0))" }].compactMap { $0 }
    return words.isEmpty ? image.version : words.joined(separator: " ")
  }
}

extension CrashReport {
  /// Positions of the images that have a frame of the app.
  fileprivate var appImages: Set<Int> {
    var found: Set<Int> = []
    let stacks = (threads ?? []).map(\.frames) + [lastExceptionBacktrace ?? []] + (applicationSpecificBacktraces ?? [])
    for stack in stacks {
      for frame in stack where frame.role == .app { if let index = frame.imageIndex { found.insert(index) } }
    }
    return found
  }

  /// Names of the app's images, with a UUID, of which the stack that tells the story has frames without names.
  package var imagesWithoutNames: [String] {
    var names: [String] = []
    for frame in tellingStack where frame.role == .app && frame.symbol == nil {
      guard let index = frame.imageIndex, let images, images.indices.contains(index), images[index].uuid != nil,
        let name = images[index].name, !names.contains(name)
      else { continue }
      names.append(name)
    }
    return names
  }

  /// Frames of the exception or, without one, of the crashed thread.
  var tellingStack: [Frame] {
    let raised = lastExceptionBacktrace ?? []
    return raised.isEmpty ? crashedThread?.frames ?? [] : raised
  }
}
