import Bytes
import CrashReports

extension CrashReport {
  /// Fills in facts that no field states but that follow from the report, with a note that names the source.
  ///
  /// The facts are the type of an exception whose subtype only one type has, whether the process ran in a simulator,
  /// with which runtime, and the name of the process in an excerpt without a header.
  mutating func deriveFacts(notes: inout [Note]) {
    deriveNamespace()
    deriveReason()
    deriveResourceLimit(notes: &notes)
    deriveSimulator(notes: &notes)
    deriveProcess(notes: &notes)
  }

  /// Replaces the number of a namespace, as in `<0x1C>`, by its name (XNU, `bsd/sys/reason.h`).
  private mutating func deriveNamespace() {
    guard let written = termination?.namespace, written.hasPrefix("<0x"), written.hasSuffix(">"),
      let number = UInt64(written.dropFirst(3).dropLast(), radix: 16), let name = Topic.namespace(number)
    else { return }
    termination?.namespace = name
  }

  /// What AppKit writes into the information of the app before it ends the process for an uncaught exception.
  private static let reasonPrefix = "Crashing on exception: "

  /// Sets the reason of the exception that AppKit wrote into the information of the app.
  private mutating func deriveReason() {
    guard exception != nil, exception?.reason == nil else { return }
    for message in applicationSpecificInformation ?? [] where message.text.hasPrefix(Self.reasonPrefix) {
      exception?.reason = String(message.text.dropFirst(Self.reasonPrefix.count))
      lines[.exceptionReason] = message.line
      return
    }
  }

  /// The subtypes that only EXC_RESOURCE has (XNU, `osfmk/kern/exc_resource.h`).
  private static let resourceSubtypes: Set<String> = [
    "CPU", "WAKEUPS", "DISKWRITES", "DISK WRITES", "THREADS", "PORTS",
  ]

  /// Sets the type of an exception whose line above the subtype is missing in an excerpt.
  private mutating func deriveResourceLimit(notes: inout [Note]) {
    guard exception?.type == nil, exception?.name == nil, let subtype = exception?.subtype,
      Self.resourceSubtypes.contains(subtype)
    else { return }
    exception?.type = "EXC_RESOURCE"
    notes.append(
      Note(
        "exception-type-inferred",
        "The line with the exception type is missing; only EXC_RESOURCE has the subtype \(subtype).",
        line: lines[.exceptionSubtype]))
  }

  private mutating func deriveSimulator(notes: inout [Note]) {
    if host.simulatedRuntime == nil { host.simulatedRuntime = Self.runtime(inPathsOf: images ?? []) }
    guard host.isSimulator == nil else { return }
    guard let evidence = simulatorEvidence else { return }
    host.isSimulator = true
    notes.append(Note("simulator-inferred", evidence.words, line: evidence.line))
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
