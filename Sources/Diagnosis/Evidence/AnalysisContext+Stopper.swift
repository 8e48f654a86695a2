import Bytes
import CrashReports
import Vocabulary

/// The code of the system or of a library that raised, trapped or ended the process, if the user's code called it.
struct Stopper: Sendable {
  /// The index of its innermost frame in the primary stack.
  let position: Int
  /// The short name of its image.
  let image: String
  /// Its function; `nil` if the report does not name it, or names it by a distant symbol.
  let function: String?
  /// The function that the user's code called, if the report names it: `CKContainer.init(identifier:)`.
  let called: String?

  /// The function and its image, or the image alone.
  var words: String { function.map { "\(shortened($0)) (\(image))" } ?? image }
}

extension AnalysisContext {
  /// What a citation of the innermost frame of such code states.
  static let stopperStatement =
    "{stoppedIn} is the innermost image on this stack besides the runtimes: its code {stopRaised?raised the exception|stopped the process}."

  /// Returns the code that stopped the process and was called by the frame at index `blamed` of the primary stack; `nil` if the frame
  /// itself stopped it, or if the stack does not show that.
  func stopper(before blamed: Int) -> Stopper? {
    guard crashStack.indices.contains(blamed), blamed > 0 else { return nil }
    var start = crashStack[..<blamed].firstIndex { !Self.isRuntime($0) } ?? blamed
    if isExceptionStack || raisesException, start < blamed, !isTrustedRaiser(start) { start += 1 }
    guard start < blamed, let image = crashStack[start].image.map(shortImageName) else { return nil }
    let frame = crashStack[start]
    // A check that the compiler put into the user's code, and a function of a runtime that is linked into it, are the caller's.
    if frame.role == .app, frame.library == nil { return nil }
    guard frame.role == .system || frame.role == .app else { return nil }
    return Stopper(
      position: start, image: image, function: trustedName(start), called: called(in: start..<blamed))
  }

  /// Returns the captures of the code that stopped the process: `stopper`, `stoppedIn`, `calledAPI`, and `stopRaised` for an exception.
  func captures(of stopper: Stopper) -> [String: String] {
    var captures = ["stopper": stopper.words, "stoppedIn": stopper.image]
    if stopper.called != stopper.function { captures["calledAPI"] = stopper.called.map(shortened) }
    if isExceptionStack || raisesException { captures["stopRaised"] = "exception" }
    return captures
  }

  /// Whether the top of the primary stack raises an exception of Objective-C.
  private var raisesException: Bool {
    crashStack.prefix(12).contains { $0.functionName == "objc_exception_throw" }
  }

  /// Images whose code raises, ends the process or checks on behalf of others.
  private static let runtimes: Set<String> = [
    "libsystem_kernel.dylib", "libsystem_pthread.dylib", "libsystem_c.dylib", "libsystem_platform.dylib",
    "libobjc.A.dylib", "libc++abi.dylib", "libc++.1.dylib", "libswiftCore.dylib", "libswift_Concurrency.dylib",
    "libdispatch.dylib", "libsystem_malloc.dylib", "dyld",
  ]

  /// Whether a frame is part of how a process ends or an exception is raised, with or without a name.
  private static func isRuntime(_ frame: CrashReport.Frame) -> Bool {
    if frame.role == .machinery { return true }
    // The methods with which the code that raises creates an exception.
    if let name = frame.functionName, name.hasPrefix("-[NSException ") || name.hasPrefix("+[NSException ") {
      return true
    }
    guard frame.role == .system, let image = frame.image.map(shortImageName) else { return false }
    if runtimes.contains(image) { return true }
    // The innermost frame of an exception is in Core Foundation.
    return image == "CoreFoundation" && frame.index == 0 && !frame.isNamed
  }

  /// Whether the frame directly below the function that raises has a name that can be true. A stripped image prints the name of the
  /// symbol in front, and after a call that does not return that of the next function.
  func isTrustedRaiser(_ position: Int) -> Bool {
    guard crashStack.indices.contains(position), position > 0,
      crashStack[position - 1].functionName == "objc_exception_throw",
      let image = crashStack[position].image.map(shortImageName), image == "Foundation" || image == "CoreFoundation",
      crashStack.indices.contains(position + 1),
      let outer = crashStack[position + 1].image.map(shortImageName), outer != "Foundation", outer != "CoreFoundation"
    else { return true }
    guard let symbol = crashStack[position].symbol, !symbol.isPlaceholder else { return false }
    if let offset = symbol.offset { return offset != 0 }
    // Without offsets, only the name of a function that raises is one.
    return RaisingAPIIndex.standard.entry(reported: symbol.readable) != nil
  }

  /// The name of a frame, unless it is that of a neighbor.
  private func trustedName(_ position: Int) -> String? {
    let frame = crashStack[position]
    guard let symbol = frame.symbol, frame.isNamed, symbol.offset != 0 || frame.source != nil else { return nil }
    return symbol.readable
  }

  /// The function that the user's code called: an entry point that the compiler wrote for a function of the system, or the outermost
  /// function of the system.
  private func called(in range: Range<Int>) -> String? {
    for position in range.reversed() {
      let frame = crashStack[position]
      if let name = frame.functionName, let api = Self.importedFunction(name) { return api }
      if frame.role == .system { return trustedName(position) }
    }
    return nil
  }

  /// Returns the function of the system for which the compiler wrote an entry point into the app: `CKContainer.init(identifier:)` for
  /// `@nonobjc CKContainer.__allocating_init(identifier:)`; `nil` for other functions.
  static func importedFunction(_ name: String) -> String? {
    let prefix = "@nonobjc "
    guard name.hasPrefix(prefix) else { return nil }
    let function = String(name.dropFirst(prefix.count))
    guard let mark = function.firstRange(of: ".__allocating_init(") else { return function }
    return String(function[..<mark.lowerBound]) + ".init(" + String(function[mark.upperBound...])
  }
}
