import CrashReports
import Bytes

/// What Interface Builder's agent was doing with the app's code: the best discriminator between failures in it.
package enum AgentPhase: String, Sendable {
  /// `dlopen` and what it runs: initialisers, `+load`.
  case load
  /// Making the view: `init(frame:)` below a message of the agent's channel.
  case instantiate
  /// Laying out and drawing the view.
  case render
}

/// Signs that the process is an agent of Interface Builder, which loads the app as a library.
enum AgentRecognition {
  /// Names since Xcode 6. A name that merely contains "Agent" (WebDriverAgent) is none of them.
  private static let processNames = GlobSet([
    "IBDesignablesAgent*", "IBAgent-*", "IBAppleTVTool", "IBCocoaTouchPlatformTool",
    "Interface Builder Cocoa Touch Tool", "Interface Builder WatchKit Tool",
    // iOS cuts process names to 16 or 32 characters.
    "IBDesignablesAge",
  ])

  static func isAgent(processNamed name: String) -> Bool { processNames.matches(name) }

  /// What each sign proves.
  enum Says {
    static let name = "The process is {process}, the agent in which Interface Builder loads the app as a library."
    static let path = "The program lies in Xcode's Overlays folder: it is an agent of Interface Builder."
    static let device = "The simulated device is of a type that only Interface Builder uses."
    static let buildLog = "Interface Builder wrote this while it rendered a designable view in its agent."
    static let console = "The line was written by {process}, the designables agent."
    static let frame = "The process is Interface Builder's designables agent."
    static let all = [name, path, device, buildLog, console, frame]
  }

  private static let toolFrames = GlobSet([
    "*[IBAbstractInterfaceBuilderTool *", "*[IBAbstractPlatformTool *", "*[IBCocoaTouchPlatformTool *",
  ])

  /// A frame of the agent's own program.
  static func isProgramFrame(_ frame: CrashReport.Frame) -> Bool {
    frame.image.map { processNames.matches(shortImageName($0)) } ?? false
  }

  /// A frame of the framework that makes a program an agent.
  static func isToolFrame(_ frame: CrashReport.Frame) -> Bool {
    guard let name = frame.symbol?.readable else { return false }
    return toolFrames.matches(name)
  }
}

extension AnalysisContext {
  /// The proof that the process is an agent of Interface Builder, or `nil`.
  ///
  /// Strongest first: the process's own name, its path in Xcode's Overlays, the device type that only Interface
  /// Builder uses, the build log's own words, frames of the agent's serving loop.
  func agentProof() -> Witness? {
    if let name = report.process?.name, AgentRecognition.isAgent(processNamed: name) {
      return witness(
        line: report.lines[.processName], member: "procName: \(name)", statement: AgentRecognition.Says.name,
        captures: ["process": name])
    }
    if let path = report.process?.path, path.containsBytes("/Library/Xcode/Overlays/") {
      return witness(
        line: report.lines[.processPath], member: "procPath: \(path)", statement: AgentRecognition.Says.path)
    }
    for message in report.applicationSpecificInformation ?? [] where message.text.containsBytes("IBSimDeviceType") {
      return witness(line: message.line, member: message.text, statement: AgentRecognition.Says.device)
    }
    if let message = report.previewMessages.first(where: { $0.action != .other }) {
      return witness(line: message.line, member: message.cause, statement: AgentRecognition.Says.buildLog)
    }
    for line in report.consoleLines {
      if let process = line.process, AgentRecognition.isAgent(processNamed: process) {
        return witness(
          line: line.line, member: line.text, statement: AgentRecognition.Says.console, captures: ["process": process])
      }
    }
    let position =
      crashStack.lastIndex(where: AgentRecognition.isProgramFrame)
      ?? crashStack.firstIndex(where: AgentRecognition.isToolFrame)
    return position.map {
      witness(frame: crashStack[$0], at: $0, statement: AgentRecognition.Says.frame, kind: .inferred)
    }
  }

  private static let loadFrames = GlobSet([
    "*[IBAbstractInterfaceBuilderTool _resultByLoadingUnloadedBundleInstance:]",
    "*[IBAbstractInterfaceBuilderTool loadBuiltLiveViewBundleInstances:]", "dlopen", "dlopen_internal", "dlopen_from",
    "call_load_methods*", "load_images*", "dyld4::APIs::dlopen*",
  ])
  /// dyld 2 (`ImageLoader…`), dyld 3 and 4, blocks of theirs included, and `+load` of the Objective-C runtime.
  static let initializerFunctions = [
    "*ImageLoaderMachO::doModInitFunctions(*", "*ImageLoader*::doInitialization(*",
    "*ImageLoader::recursiveInitialization(*", "*ImageLoader::runInitializers(*", "*ImageLoader::processInitializers(*",
    "*dyld::runInitializers(*", "*::forEachInitializer*", "*dyld4::Loader::findAndRunAllInitializers*",
    "*dyld4::Loader::runInitializersBottomUp*", "*dyld4::JustInTimeLoader::runInitializers*",
    "*dyld4::PrebuiltLoader::runInitializers*", "call_load_methods*", "load_images*",
  ]
  private static let initializerFrames = GlobSet(initializerFunctions)

  /// Position in the crash stack of the innermost frame that runs initialisers, or `nil`.
  package func initializerFrame() -> Int? {
    guard Self.initializerFrames.mayMatch(stackGrams) else { return nil }
    return crashStack.firstIndex { frame in
      frame.symbol.map { Self.initializerFrames.matches($0.readable) } ?? false
    }
  }

  /// What the agent was doing, with the frame that shows it.
  func phaseProof() -> (phase: AgentPhase, position: Int)? {
    let mayLoad = Self.loadFrames.mayMatch(stackGrams) || Self.initializerFrames.mayMatch(stackGrams)
    for (position, frame) in crashStack.enumerated() {
      guard let name = frame.symbol?.readable else { continue }
      if mayLoad, Self.loadFrames.matches(name) || Self.initializerFrames.matches(name) { return (.load, position) }
      if frame.role == .app || frame.role == .unknown {
        if name.containsBytes("drawRect:") || name.containsBytes("draw(_:)") || name.containsBytes("layoutSubviews")
          || name.containsBytes("prepareForInterfaceBuilder")
        {
          return (.render, position)
        }
        if name.containsBytes("initWithFrame:") || name.containsBytes("init(frame:)") {
          return (.instantiate, position)
        }
      }
    }
    return nil
  }
}
