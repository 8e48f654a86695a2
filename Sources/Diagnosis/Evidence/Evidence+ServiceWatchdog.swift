import Bytes
import CrashReports
import Knowledge
import Vocabulary

extension Evidence {
  /// Which service of the system did not check in with the watchdog. Captures `service`; `worker`, the thread or queue that
  /// did not; `seconds`, since when; and `whole`, the sentence of the watchdog if it names no service.
  static let unresponsiveService = Evidence.custom(
    CustomEvidence(
      "the service that did not check in with the watchdog",
      reason: "The name, the thread and the time are in one sentence.",
      explanations: [serviceStatement]
    ) { context in
      for (text, line) in context.watchdogTexts {
        guard let captures = ServiceWatchdog.captures(of: text) else { continue }
        return context.match(line: line, member: text, statement: serviceStatement, captures: captures)
      }
      return nil
    })

  private static let serviceStatement = """
    The watchdog of services states: {service} did not respond{worker? ({worker})}{seconds? for {seconds} s}.
    """

  /// The driver in the kernel in which the marked thread waits. Captures `driver`, its image, `driverFunction`, and
  /// `graphics` or `storage` for the kind of device. Blames the frame.
  static let waitsInDriver = Evidence.custom(
    CustomEvidence(
      "a driver in the kernel in which the thread waits", reason: "The order of the frames of the kernel decides.",
      explanations: [driverStatement]
    ) { context in context.driverMatch(statement: driverStatement) })

  private static let driverStatement = "The thread waits in the kernel, in {driverFunction} of the driver {driver}."

  /// The process uses more memory than a device has, or most of it, and the thread waits for a page. Captures `footprint`.
  static let waitsForPages = Evidence.custom(
    CustomEvidence(
      "a very large footprint, and a thread that waits for a page of memory",
      reason: "It compares an amount with frames.",
      explanations: [pagesStatement]
    ) { context in context.pagingMatch(statement: pagesStatement) })

  private static let pagesStatement = "The process uses {footprint} of memory."
}

/// The sentence with which the watchdog of services names one.
private enum ServiceWatchdog {
  private static let services: [TextTemplate] = [
    "checkin with service: {service} returned not alive", "checkin with service: {service} ",
    "service {service}, unresponsive for {seconds} seconds",
    "no successful checkins from {service} in {seconds} seconds",
    "monitored service {service} ", "service: {service}, total successful checkins",
  ]
  private static let workers: [TextTemplate] = [
    "unresponsive work processor(s): {worker} seconds since last successful checkin",
    "unresponsive dispatch queue(s): {worker} seconds since last successful checkin",
  ]
  private static let ages: [TextTemplate] = ["{age} seconds since last successful checkin"]

  static func captures(of text: String) -> [String: String]? {
    let matchable = MatchableText(text)
    guard let found = services.lazy.compactMap({ $0.match(matchable) }).first, let stated = found["service"] else {
      return nil
    }
    let service = String(stated.prefix { $0 != " " && $0 != "," && $0 != "(" })
    guard isName(service) else { return nil }
    var captures = ["service": service]
    if let seconds = found["seconds"], Double(seconds) != nil { captures["seconds"] = seconds }
    if let rest = workers.lazy.compactMap({ $0.match(matchable)?["worker"] }).first {
      // `WindowServer main thread  40`: the number is the time.
      let words = rest.split(separator: " ", maxSplits: 32)
      if let last = words.last, Double(last) != nil {
        captures["seconds"] = captures["seconds"] ?? String(last)
        captures["worker"] = words.dropLast().joined(separator: " ")
      } else {
        captures["worker"] = words.joined(separator: " ")
      }
    } else if let age = ages.lazy.compactMap({ $0.match(matchable)?["age"] }).first,
      let last = age.split(separator: " ").last, Double(last) != nil
    {
      captures["seconds"] = captures["seconds"] ?? String(last)
    }
    return captures
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 128
      && text.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2e || $0 == 0x2d || $0 == 0x5f }
  }
}

/// Drivers and functions of the kernel, from the knowledge.
private enum KernelFrames {
  private static let lists = KnowledgeText.threads.lists
  static let graphics = GlobSet(lists["graphics drivers"])
  static let storage = GlobSet(lists["storage drivers"])
  static let parts = GlobSet(lists["parts of the kernel"])
  static let faults = GlobSet(lists["page faults"])
}

extension AnalysisContext {
  /// The texts in which a watchdog may name a service: reason and event of the report, and its messages.
  fileprivate var watchdogTexts: [(text: String, line: Int?)] {
    var all: [(String, Int?)] = []
    for key in [Detail.Key.reason, .event] {
      guard let detail = report.detail(key), case .text(let value) = detail.value else { continue }
      all.append((value, detail.line))
    }
    return all + texts.lazy.map { ($0.message.text, $0.message.line) }
  }

  fileprivate func driverMatch(statement: String) -> EvidenceMatch? {
    var found: (position: Int, image: String)?
    for (position, frame) in threadStack.prefix(64).enumerated() {
      guard let image = frame.image.map(shortImageName), frame.address.map({ $0.value >> 63 == 1 }) ?? false else {
        if found != nil || frame.address != nil { break }
        continue
      }
      guard !KernelFrames.parts.matches(image), frame.functionName != nil else { continue }
      // The families of drivers call the driver of the device, which is more specific.
      if found == nil || (found.map { $0.image.hasPrefix("IO") } ?? false) && !image.hasPrefix("IO") {
        found = (position, image)
      }
    }
    guard let (position, image) = found, let name = threadStack[position].functionName else { return nil }
    var captures = ["driver": image, "driverFunction": shortened(name)]
    if KernelFrames.graphics.matches(image) { captures["graphics"] = image }
    if KernelFrames.storage.matches(image) { captures["storage"] = image }
    return EvidenceMatch(
      witnesses: [witness(frame: threadStack[position], at: position, statement: statement, captures: captures)],
      captures: captures, blame: Self.blame(in: threadStack, at: position), blamedFrame: position)
  }

  /// The memory above which a process is larger than most devices, in bytes; and the one above which it is so without a page
  /// fault on the stack.
  private static let (largeFootprint, hugeFootprint): (UInt64, UInt64) = (32 << 30, 64 << 30)

  fileprivate func pagingMatch(statement: String) -> EvidenceMatch? {
    guard let detail = report.detail(.footprintBytes), case .bytes(let bytes) = detail.value,
      bytes >= Self.largeFootprint
    else { return nil }
    let waits = threadStack.prefix(16).contains { $0.functionName.map(KernelFrames.faults.matches) ?? false }
    guard waits || bytes >= Self.hugeFootprint else { return nil }
    var captures = ["footprint": Amounts.bytes(bytes)]
    if waits { captures["pageFault"] = "fault" }
    return match(line: detail.line, member: "footprint", statement: statement, captures: captures)
  }
}
