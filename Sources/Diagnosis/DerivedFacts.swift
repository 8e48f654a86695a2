import Bytes
import CrashReports

extension CrashReport {
  /// Fills in facts that no field states but that follow from the report, with a note that names the source.
  ///
  /// The facts are whether the process ran in a simulator, with which runtime, and the name of the process in an
  /// excerpt without a header.
  mutating func deriveFacts(notes: inout [Note]) {
    deriveSimulator(notes: &notes)
    deriveProcess(notes: &notes)
  }

  private mutating func deriveSimulator(notes: inout [Note]) {
    if host.simulatedRuntime == nil { host.simulatedRuntime = Self.runtime(inPathsOf: images ?? []) }
    guard host.isSimulator == nil else { return }
    if let path = process?.path,
      path.containsBytes("Simulator.platform/") || path.containsBytes("/CoreSimulator/Devices/")
    {
      host.isSimulator = true
      notes.append(
        Note("simulator-inferred", "The program's path is inside a simulator.", line: lines[.processPath]))
    } else if let parent = process?.parent?.name, parent == "launchd_sim" {
      host.isSimulator = true
      notes.append(Note("simulator-inferred", "launchd_sim starts simulator processes.", line: lines[.parent]))
    } else if let coalition = process?.coalition, coalition.hasPrefix("com.apple.CoreSimulator.SimDevice.") {
      host.isSimulator = true
      notes.append(Note("simulator-inferred", "The process belongs to the coalition of a simulated device."))
    } else if let image = images?.first(where: { Self.isSimulatorImage($0.name ?? $0.path ?? "") }) {
      host.isSimulator = true
      notes.append(
        Note(
          "simulator-inferred", "The image \(image.name ?? "dyld_sim") is loaded only in a simulator.",
          line: image.line))
    } else if images == nil, let frame = allStacks.joined().first(where: { Self.isSimulatorImage($0.image ?? "") }) {
      host.isSimulator = true
      notes.append(
        Note(
          "simulator-inferred", "Frames of \(frame.image ?? "dyld_sim") occur only in a simulator.", line: frame.line))
    }
  }

  private var allStacks: [[Frame]] {
    (threads ?? []).map(\.frames) + [lastExceptionBacktrace ?? []]
  }

  private static func isSimulatorImage(_ written: String) -> Bool {
    guard written.containsBytes("_sim") || written.containsBytes("SimulatorTrampoline") else { return false }
    let name = shortImageName(written)
    return name == "dyld_sim" || name.hasPrefix("libsystem_sim_") || name == "SimulatorTrampoline"
  }

  /// Returns `iOS 14.5` for a path such as `…/Runtimes/iOS 14.5.simruntime/…`: the folder has the name of the runtime.
  private static func runtime(inPathsOf images: [BinaryImage]) -> String? {
    for image in images {
      guard let path = image.path, path.containsBytes(".simruntime") else { continue }
      for part in path.split(separator: "/") where part.hasSuffix(".simruntime") {
        return String(part.dropLast(".simruntime".utf8.count))
      }
    }
    return nil
  }

  private mutating func deriveProcess(notes: inout [Note]) {
    guard process?.name == nil, let thread = crashedThread else { return }
    guard
      let frame = thread.frames.last(where: { $0.symbol?.name == "main" && $0.image != nil }), let image = frame.image
    else { return }
    let name = shortImageName(image)
    notes.append(
      Note(
        "process-inferred", "The report does not name its process; frame \(frame.index) is main of \(name).",
        line: frame.line))
  }
}
