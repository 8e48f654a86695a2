import Bytes

/// Frames of the app that only start the event loop: `main()`, what languages and frameworks put around it, and the function
/// that runs the loop of a thread. A failure inside the loop is not theirs, so they are never blamed.
enum EntryFrames {
  /// Names of such functions in images of the app.
  private static let names = GlobSet([
    "main", "$main", "_main", "UIApplicationMain*", "NSApplicationMain*",
    "NSExtensionMain", "EXExtensionMain", "WKExtensionMain",
  ])

  /// Functions of the system that return only when the program ends.
  private static let programs = GlobSet([
    "UIApplicationMain", "NSApplicationMain", "NSExtensionMain", "EXExtensionMain", "XPCServiceMain",
    "xpc_main", "-[UIApplication _run]", "static App.main()",
    "static UIApplicationDelegate.main()", "static NSApplicationDelegate.main()",
  ])

  /// Functions of the system that run an event loop, possibly within other work.
  private static let loops = GlobSet([
    "CFRunLoopRun*", "_CFRunLoopRun*", "__CFRunLoopRun*", "-[NSRunLoop* run*", "GSEventRun*", "dispatch_main",
    "RunCurrentEventLoopInMode",
  ])

  /// Those of the loops that do not return: code that calls another one may only wait for a result.
  private static let endless = GlobSet(["CFRunLoopRun", "_CFRunLoopRun", "-[NSRunLoop* run]", "dispatch_main"])

  /// Functions of the system that start a thread.
  private static let threads = GlobSet([
    "__NSThread__start__", "__NSThread__main__", "-[NSThread main]", "_pthread_start", "_pthread_body", "thread_start",
  ])

  /// Libraries of the system whose function starts the loop, and those that run it, for frames without names.
  private static let starters: Set<String> = ["UIKitCore", "UIKit", "AppKit", "SwiftUI"]
  private static let runners: Set<String> = ["CoreFoundation", "GraphicsServices", "HIToolbox"]

  /// The number of functions of the app around a loop that may be only its start.
  private static let maxStarters = 2

  /// Returns whether a function of an image of the app starts the event loop, by its name.
  static func isEntry(_ function: String) -> Bool { names.matches(function) }

  /// The first function of a program, which the linker copies into it: in C, before `main`.
  private static let startFunctions: Set<String> = ["start", "_start", "__start", "_dyld_start"]

  /// Gives the frames outside the event loop, and outside what a loop calls later, the role of glue.
  static func mark(_ frames: inout [CrashReport.Frame]) {
    if let last = frames.indices.last, frames[last].role == .app, frames[last].source == nil,
      frames[last].functionName.map(startFunctions.contains) ?? false
    {
      frames[last].role = .glue
    }
    let callout = frames.firstIndex { $0.role != .app && $0.functionName.map(callouts.matches) ?? false }
    guard let begin = [begin(of: frames), callout.map { $0 + 1 }].compactMap(\.self).min() else { return }
    for index in begin..<frames.count where frames[index].role == .app { frames[index].role = .glue }
  }

  /// Functions with which an event loop calls what was scheduled earlier: the code that runs the loop did not call it.
  private static let callouts = GlobSet([
    "__CFRUNLOOP_IS_CALLING_OUT_TO_*", "__NSFireTimer", "__NSFireDelayedPerform", "__NSThreadPerformPerform",
    "__CFRunLoopDoTimer*", "__CFRunLoopDoBlocks", "__CFRunLoopDoSource*",
  ])

  /// The index of the innermost frame outside the event loop; `nil` if the stack shows no loop, or more code around it.
  private static func begin(of frames: [CrashReport.Frame]) -> Int? {
    var outermostLoop: Int?
    for index in frames.indices.reversed() {
      guard frames[index].role == .glue, let name = frames[index].functionName else { continue }
      if programs.matches(name) { return index + 1 }
      // A program may also run the loop of events itself, within other work.
      // Libraries that start the loop are not counted, nor is the code of runtimes that compilers copy.
      if name == "-[NSApplication run]", frames[(index + 1)...].count(where: isOwn) <= maxStarters {
        return index + 1
      }
      if outermostLoop == nil, loops.matches(name) { outermostLoop = index }
    }
    if let loop = outermostLoop, frames[loop].functionName.map(endless.matches) ?? false, isStart(frames[(loop + 1)...])
    {
      return loop + 1
    }
    return beginWithoutNames(frames)
  }

  /// Whether a frame counts as one that the developers wrote around the loop.
  private static func isOwn(_ frame: CrashReport.Frame) -> Bool {
    if frame.role == .loader { return false }
    if frame.role == .glue { return frame.functionName == "main" }
    return frame.library == nil && (frame.role != .app || frame.blamability > .foreign)
  }

  /// Whether frames are only the start of a thread or program, and at most two functions of the app.
  private static func isStart(_ frames: ArraySlice<CrashReport.Frame>) -> Bool {
    var own = 0
    var begins = false
    for frame in frames {
      switch frame.role {
      case .app: own += 1
      case .loader: begins = true
      case .glue, .machinery, .system:
        guard let name = frame.functionName, threads.matches(name) || isEntry(name) else { return false }
        begins = true
      default: return false
      }
    }
    return begins && own <= maxStarters
  }

  /// The frames between the user interface library and the function of the loader that starts the program, if the frames of
  /// the system have no names.
  private static func beginWithoutNames(_ frames: [CrashReport.Frame]) -> Int? {
    guard let last = frames.last, last.role == .loader,
      last.functionName.map({ $0 == "start" || $0 == "_dyld_start" }) ?? true
    else { return nil }
    let outside = frames.dropLast()
    guard
      let caller = outside.lastIndex(where: { $0.role != .app && $0.role != .glue || $0.image.map(isStarter) ?? false }
      ),
      caller + 1 < outside.endIndex, outside.endIndex - caller - 1 <= maxStarters,
      let image = frames[caller].image, isStarter(image), frames[caller].functionName == nil,
      frames[..<caller].contains(where: { $0.image.map { runners.contains(shortImageName($0)) } ?? false })
    else { return nil }
    return caller + 1
  }

  private static func isStarter(_ image: String) -> Bool { starters.contains(shortImageName(image)) }
}
