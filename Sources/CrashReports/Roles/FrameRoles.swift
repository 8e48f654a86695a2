import Bytes
import Vocabulary

/// The traits of a function that determine the role of its frames, derived from its name.
package struct FunctionTraits: OptionSet, Sendable {
  /// One bit for each trait below.
  package let rawValue: Int

  /// Creates a set from its bits; unknown bits are preserved and ignored.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// System code that only throws, aborts or reports a failure.
  package static let machinery = FunctionTraits(rawValue: 1)
  /// Such code that the compiler may inline into any image.
  package static let machineryAnywhere = FunctionTraits(rawValue: 2)
  /// Code that only passes control on: run loop, dispatch, event delivery, thread start.
  package static let glue = FunctionTraits(rawValue: 4)
  /// Code that calls handlers of signals, exceptions or terminations.
  package static let handlerCaller = FunctionTraits(rawValue: 8)

  private static let functions = GlobSet(
    tagged: FrameRoleLists.machinery.map { ($0, machinery.rawValue) }
      + FrameRoleLists.machineryAnywhere.map { ($0, machineryAnywhere.rawValue) }
      + FrameRoleLists.glue.map { ($0, glue.rawValue) }
      + BlameLists.handlerCallers.map { ($0, handlerCaller.rawValue) })

  /// Finds the traits of a function.
  ///
  /// - Parameter function: A readable name without an Objective-C category, because the lists contain class names.
  package init(of function: ArraySlice<UInt8>) {
    var bits = 0
    Self.functions.forEachMatch(function) { bits |= $0 }
    rawValue = bits
  }

  /// Finds the traits of a function.
  ///
  /// - Parameter function: A readable name, possibly with an Objective-C category.
  init(ofReadable function: String) {
    var function = function
    let bits = function.withUTF8 { name in
      var bits = 0
      if let category = Self.category(in: name) {
        let plain = Array(name[..<category.lowerBound]) + name[category.upperBound...]
        Self.functions.forEachMatch(plain[...]) { bits |= $0 }
      } else {
        Self.functions.forEachMatch(name) { bits |= $0 }
      }
      return bits
    }
    self.init(rawValue: bits)
  }

  /// The range of an Objective-C category: `(NSRunLoop)` in `-[NSRunLoop(NSRunLoop) run]`.
  private static func category(in name: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    guard name.count > 2, name[1] == UInt8(ascii: "["), name[0] == UInt8(ascii: "-") || name[0] == UInt8(ascii: "+"),
      let space = name.firstOffset(of: UInt8(ascii: " ")),
      let open = name.firstOffset(of: UInt8(ascii: "("), to: space),
      let close = name.firstOffset(of: UInt8(ascii: ")"), to: space), open < close
    else { return nil }
    return open..<close + 1
  }
}

extension FrameRole {
  /// Returns the role of a frame in signatures of version 1.
  ///
  /// Functions are classified by name alone, even in the app's own code.
  package static func ofGrouped(_ function: FunctionTraits, in image: ImageTraits) -> FrameRole {
    if function.contains(.machineryAnywhere) || (image.isSystem && function.contains(.machinery)) { return .machinery }
    return !image.isLoader && function.contains(.glue) ? .glue : image.role
  }

  /// Returns the role of a frame for blame.
  ///
  /// App code is never machinery or glue, except for `main` and other functions that start the event loop, crash reporters, and runtime failures that the compiler
  /// inserts: the lists contain names of system functions, and an app may define its own `dispatch_all` or `assert(_:)`. Loader frames
  /// always have the role of the loader, so that a missing library is not hidden by the functions with which dyld
  /// terminates the process.
  package static func ofBlamed(_ function: String?, in image: ImageTraits) -> FrameRole {
    blamed(function, in: image).role
  }

  /// The role of a frame for blame, and the traits that were needed to find it.
  fileprivate static func blamed(_ function: String?, in image: ImageTraits)
    -> (role: FrameRole, traits: FunctionTraits)
  {
    if image.role == .app, image.isReporter {
      return (.machinery, function.map(FunctionTraits.init(ofReadable:)) ?? [])
    }
    guard let function, !image.isLoader else { return (image.role, []) }
    if function == "main" || function == "$main" { return (.glue, []) }
    if image.role == .app {
      let isMachinery =
        function.hasPrefix("__swift_runtime_failure") || function.hasPrefix("Swift runtime failure:")
        || Blamability.isReporter(function: function)
      return (isMachinery ? .machinery : EntryFrames.isEntry(function) ? .glue : .app, [])
    }
    let traits = FunctionTraits(ofReadable: function)
    if !traits.isDisjoint(with: [.machinery, .machineryAnywhere]) { return (.machinery, traits) }
    return (traits.contains(.glue) ? .glue : image.role, traits)
  }

  private static func knownRole(named written: String, path: String?, _ process: ProcessTraits) -> FrameRole {
    let context =
      path.flatMap(ImageTraits.stated).map(process.context(path:)) ?? process.context(name: shortImageName(written))
    return ImageRules.builtIn.known.traits(of: .init(written: written, path: path, context: context)) {
      ImageTraits(written: written, path: path, context: context)
    }.role
  }

  /// Returns a placeholder path that leads to the same frame role as the real path of an image; `nil` if the name alone
  /// leads to that role.
  package static func placeholderPath(
    named written: String, path: String?, in process: ProcessTraits = .unknown
  ) -> String? {
    let role = knownRole(named: written, path: path, process)
    if knownRole(named: written, path: nil, process) == role { return nil }
    switch role {
    case .system: return "/System/"
    case .host: return "/Library/Xcode/Agents/"
    default: return "/"
    }
  }
}

extension CrashReport {
  /// Sets the role of every frame, for blame.
  package mutating func assignFrameRoles(_ rules: ImageRules = .builtIn) {
    var roles = RoleTable(images: images ?? [], rules: rules, process: ProcessTraits(self), names: namesWithoutPath)
    let libraries = LinkedLibraries(self)
    let failsInHandlers = exception.map(Self.isOfProcessor) ?? false
    changeEachStack { frames, _ in
      var handlerCaller: Int?
      for index in frames.indices {
        // A function that gets the frame would copy it: the table of roles changes.
        let image = roles.traits(ofImage: frames[index].image, at: frames[index].imageIndex)
        let (role, traits) = image.map { FrameRole.blamed(frames[index].functionName, in: $0) } ?? (.unknown, [])
        frames[index].role = role
        frames[index].library = role == .app || role == .unknown ? libraries.library(of: frames[index]) : nil
        if role == .app, index > 0, frames[index].functionName.map(Self.runtimeHosts.matches) ?? false,
          frames[index - 1].image.map({ Self.managedRuntimes.matches(shortImageName($0)) }) ?? false
        {
          frames[index].role = .glue
        }
        if traits.contains(.handlerCaller), index < Self.maxHandlerFrames, role == .machinery || role == .system {
          handlerCaller = index
        }
      }
      EntryFrames.mark(&frames)
      // The frames of a handler of a signal or an exception are machinery: the failure is below the frame that called it.
      // A handler that fails itself is the code to look at.
      guard let handlerCaller, !failsInHandlers || Self.stops(frames[0]) else { return }
      for index in frames[...handlerCaller].indices where frames[index].role == .app || frames[index].role == .system {
        frames[index].role = .machinery
      }
    }
  }

  /// Whether the processor raised the exception in the innermost frame of a stack, and not a handler of a signal that was called for it.
  ///
  /// The system states an exception of the processor for the code that ran last. A handler that ends the process is in a function that
  /// sends a signal or exits, and one that only reports waits for the system.
  package func failedInHandler(_ stack: [Frame]) -> Bool {
    guard let first = stack.first else { return false }
    return (exception.map(Self.isOfProcessor) ?? false) && !Self.stops(first)
  }

  private static func isOfProcessor(_ exception: Exception) -> Bool {
    !exception.isInferred
      && ["EXC_BAD_ACCESS", "EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION", "EXC_ARITHMETIC"].contains(exception.type)
  }

  /// Whether a frame is of a function that ends the process or is in the kernel.
  private static func stops(_ frame: Frame) -> Bool {
    frame.role == .machinery || frame.image.map { kernelImages.matches(shortImageName($0)) } ?? true
  }
  private static let kernelImages = GlobSet(["libsystem_kernel*"])

  /// What the frames show about images without a path, by the name in the frame.
  fileprivate var namesWithoutPath: [String: ImageContext] {
    var found: [String: ImageContext] = [:]
    let images = images ?? []
    forEachStack { frames, _ in
      for index in frames.indices {
        guard let image = frames[index].image else { continue }
        if let position = frames[index].imageIndex, images.indices.contains(position),
          images[position].path.flatMap(ImageTraits.stated) != nil
        {
          continue
        }
        if let source = frames[index].source, source.line != nil, !source.file.hasPrefix("<"),
          !Blamability.isVendorFile(source.file)
        {
          found[image, default: []].insert(.sourceLine)
        } else if let function = frames[index].symbol?.readable,
          AppleImages.hasPrefix(function, ofClassIn: shortImageName(image))
        {
          found[image, default: []].insert(.appleClass)
        }
      }
    }
    return found
  }

  /// Functions of the program that starts a managed runtime, directly below the runtime: they are the same in every app.
  private static let runtimeHosts = GlobSet(BlameLists.runtimeHosts)
  private static let managedRuntimes = GlobSet(FrameRoleLists.managedRuntimeImages)

  /// The maximum number of frames of a handler.
  private static let maxHandlerFrames = 48
}

/// Decides which images of a report are the system's, with all that the report shows about its process.
package struct ImageOwners {
  private var table: RoleTable

  /// Prepares the decision for the images of a report.
  package init(_ report: CrashReport) {
    table = RoleTable(
      images: report.images ?? [], rules: .builtIn, process: ProcessTraits(report), names: report.namesWithoutPath)
  }

  /// Returns whether an image is the system's.
  ///
  /// - Parameters:
  ///   - image: Its name in the frame; `nil` for a frame in no image, which is not the system's.
  ///   - index: Its index in the images of the report; `nil` if they do not contain it.
  package mutating func isSystem(_ image: String?, at index: Int?) -> Bool {
    table.traits(ofImage: image, at: index)?.isApple ?? false
  }
}

/// Computes the roles of the frames of a report. The traits of each image are computed once.
private struct RoleTable {
  private let images: [BinaryImage]
  private let rules: ImageRules
  private let process: ProcessTraits
  /// What the frames show about images without a path, by the name in the frame.
  private let names: [String: ImageContext]
  private var byIndex: [ImageTraits?]
  private var byName: [String: ImageTraits] = [:]

  init(images: [BinaryImage], rules: ImageRules, process: ProcessTraits, names: [String: ImageContext]) {
    self.images = images
    self.rules = rules
    self.process = process
    self.names = names
    byIndex = Array(repeating: nil, count: images.count)
  }

  /// Returns the traits of a frame's image; `nil` for a frame in no image.
  mutating func traits(ofImage written: String?, at index: Int?) -> ImageTraits? {
    // Reports write it for addresses in no image, and for the shared cache of a device: `??? unknown-arch`.
    guard let written, !written.hasPrefix("???") else { return nil }
    guard let index, images.indices.contains(index) else {
      if let known = byName[written] { return known }
      let traits = traits(written, nil, nil)
      byName[written] = traits
      return traits
    }
    if let known = byIndex[index] { return known }
    let traits = traits(written, images[index].path, images[index].bundleID)
    byIndex[index] = traits
    return traits
  }

  private func traits(_ written: String, _ path: String?, _ bundleID: String?) -> ImageTraits {
    let context =
      path.flatMap(ImageTraits.stated).map(process.context(path:))
      ?? process.context(name: shortImageName(written)).union(names[written] ?? [])
    return rules.known.traits(of: .init(written: written, path: path, bundleID: bundleID, context: context)) {
      ImageTraits(written: written, path: path, bundleID: bundleID, rules: rules, context: context)
    }
  }
}
