import CrashReports
import Bytes

/// What Interface Builder's agent was doing with the app's code; distinguishes failures in the agent best.
package enum AgentPhase: String, Sendable {
  /// The agent was in `dlopen` and the code that it runs: initializers, `+load`.
  case load
  /// The agent was creating the view: `init(frame:)`, called for a message on the agent's channel.
  case instantiate
  /// The agent was laying out or drawing the view.
  case render
}

/// Facts that identify the process as an agent of Interface Builder, which loads the app as a library.
enum AgentRecognition {
  /// Process names since Xcode 6. Other names that contain "Agent", such as WebDriverAgent, do not match.
  private static let processNames = GlobSet([
    "IBDesignablesAgent*", "IBAgent-*", "IBAppleTVTool", "IBCocoaTouchPlatformTool",
    "Interface Builder Cocoa Touch Tool", "Interface Builder WatchKit Tool",
    // iOS truncates process names to 16 or 32 characters.
    "IBDesignablesAge",
  ])

  static func isAgent(processNamed name: String) -> Bool { processNames.matches(name) }

  /// What each fact proves.
  enum Statement {
    static let name = "The process is {process}, the agent in which Interface Builder loads the app as a library."
    static let path = "The executable is in Xcode's Overlays folder: it is an agent of Interface Builder."
    static let device = "Only Interface Builder uses this type of simulated device."
    static let buildLog = "Interface Builder printed this while it rendered a designable view in its agent."
    static let console = "The line was printed by {process}, the designables agent."
    static let frame = "The process is Interface Builder's designables agent."
    static let all = [name, path, device, buildLog, console, frame]
  }

  static let toolFrames = GlobSet([
    "*[IBAbstractInterfaceBuilderTool *", "*[IBAbstractPlatformTool *", "*[IBCocoaTouchPlatformTool *",
  ])

  /// Returns true for a frame of the agent's executable.
  static func isProgramFrame(_ frame: CrashReport.Frame) -> Bool {
    // All names of agents contain one of these words, and the short name is a part of the image.
    guard let image = frame.image, image.containsBytes("IB") || image.containsBytes("Interface") else { return false }
    return processNames.matches(shortImageName(image))
  }

  /// Returns true for a frame of the framework that implements the agents.
  static func isToolFrame(_ frame: CrashReport.Frame) -> Bool {
    guard let name = frame.symbol?.readable else { return false }
    return toolFrames.matches(name)
  }
}

extension AnalysisContext {
  /// Returns the strongest evidence that the process is an agent of Interface Builder; `nil` if there is none.
  ///
  /// Strongest first: the process name, its path in Xcode's Overlays folder, the device type that only Interface
  /// Builder uses, a message of the build log, a console line of the agent, frames of the agent's serving loop.
  func agentWitness() -> Witness? {
    if let name = report.process?.name, AgentRecognition.isAgent(processNamed: name) {
      return witness(
        line: report.lines[.processName], member: "procName: \(name)", statement: AgentRecognition.Statement.name,
        captures: ["process": name])
    }
    if let path = report.process?.path, path.containsBytes("/Library/Xcode/Overlays/") {
      return witness(
        line: report.lines[.processPath], member: "procPath: \(path)", statement: AgentRecognition.Statement.path)
    }
    for message in report.applicationSpecificInformation ?? [] where message.text.containsBytes("IBSimDeviceType") {
      return witness(line: message.line, member: message.text, statement: AgentRecognition.Statement.device)
    }
    if let message = report.previewMessages.first(where: { $0.action != .other }) {
      return witness(line: message.line, member: message.cause, statement: AgentRecognition.Statement.buildLog)
    }
    for line in report.consoleLines {
      if let process = line.process, AgentRecognition.isAgent(processNamed: process) {
        return witness(
          line: line.line, member: line.text, statement: AgentRecognition.Statement.console,
          captures: ["process": process])
      }
    }
    let position =
      crashStack.lastIndex(where: AgentRecognition.isProgramFrame)
      ?? (AgentRecognition.toolFrames.mayMatch(stackGrams)
        ? crashStack.firstIndex(where: AgentRecognition.isToolFrame) : nil)
    return position.map {
      witness(frame: crashStack[$0], at: $0, statement: AgentRecognition.Statement.frame, kind: .inferred)
    }
  }

  private static let loadFrames = GlobSet([
    "*[IBAbstractInterfaceBuilderTool _resultByLoadingUnloadedBundleInstance:]",
    "*[IBAbstractInterfaceBuilderTool loadBuiltLiveViewBundleInstances:]", "dlopen", "dlopen_internal", "dlopen_from",
    "call_load_methods*", "load_images*", "dyld4::APIs::dlopen*",
  ])
  /// Functions of dyld 2 (`ImageLoader…`), dyld 3 and 4 with their blocks, and of the Objective-C runtime for `+load`.
  static let initializerFunctions = [
    "*ImageLoaderMachO::doModInitFunctions(*", "*ImageLoader*::doInitialization(*",
    "*ImageLoader::recursiveInitialization(*", "*ImageLoader::runInitializers(*", "*ImageLoader::processInitializers(*",
    "*dyld::runInitializers(*", "*::forEachInitializer*", "*dyld4::Loader::findAndRunAllInitializers*",
    "*dyld4::Loader::runInitializersBottomUp*", "*dyld4::JustInTimeLoader::runInitializers*",
    "*dyld4::PrebuiltLoader::runInitializers*", "call_load_methods*", "load_images*",
  ]
  private static let initializerFrames = GlobSet(initializerFunctions)

  /// Returns the index in the crash stack of the innermost frame that runs initializers; `nil` if there is none.
  package func initializerFrame() -> Int? {
    guard Self.initializerFrames.mayMatch(stackGrams) else { return nil }
    return crashStack.firstIndex { frame in
      frame.symbol.map { Self.initializerFrames.matches($0.readable) } ?? false
    }
  }

  /// Returns what the agent was doing, with the index of the frame that shows it; `nil` if no frame shows it.
  func phaseMatch() -> (phase: AgentPhase, position: Int)? {
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
