/// A text report whose parts a test varies.
struct ReportBuilder {
  var header: [String] = [
    "Process:             Orchard [4321]",
    "Path:                /private/var/containers/Bundle/Application/X/Orchard.app/Orchard",
    "Identifier:          org.example.orchard", "Code Type:           ARM-64",
    "OS Version:          iPhone OS 18.5 (22F76)",
  ]
  var exception = "EXC_CRASH (SIGABRT)"
  var codes: String?
  var subtype: String?
  /// The number of the crashed thread in the header.
  var triggered = 0
  /// Further lines below the exception.
  var fields: [String] = []
  var messages: [String] = []
  /// Sections with a title and frames, such as "Last Exception Backtrace".
  var stacks: [(title: String, frames: [String])] = []
  var registers: [String] = []
  var images: [String] = [
    "0x104000000 - 0x1041fffff Orchard arm64 <11112222333344445555666677778888> /private/var/containers/Bundle/Application/X/Orchard.app/Orchard",
    "0x180000000 - 0x1bfffffff CoreFoundation arm64e <a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1> /System/Library/Frameworks/CoreFoundation.framework/CoreFoundation",
  ]

  /// Frames `IMAGE FUNCTION`, with addresses in the app for `Orchard`, and in the system otherwise.
  static func rows(_ frames: [String]) -> [String] {
    frames.enumerated().map { index, frame in
      let parts = frame.split(separator: " ", maxSplits: 1).map(String.init)
      let base = parts[0] == "Orchard" ? 0x1_0401_2340 : 0x1_9000_1000
      let address = String(base + index * 256, radix: 16)
      return "\(index)   \(parts[0])  0x000000\(address) \(parts.count > 1 ? parts[1] : "???")"
    }
  }

  /// The functions with which abort() ends a process.
  static let abort = [
    "libsystem_kernel.dylib __pthread_kill + 8", "libsystem_pthread.dylib pthread_kill + 268",
    "libsystem_c.dylib abort + 124",
  ]

  mutating func crash(_ frames: [String]) { stacks.append(("Thread 0 Crashed:", frames)) }

  var text: String {
    var lines = header + ["", "Exception Type:  \(exception)"]
    if let codes { lines.append("Exception Codes: \(codes)") }
    if let subtype { lines.append("Exception Subtype: \(subtype)") }
    lines += fields + ["Triggered by Thread:  \(triggered)", ""]
    if !messages.isEmpty { lines += ["Application Specific Information:"] + messages + [""] }
    for stack in stacks { lines += [stack.title] + Self.rows(stack.frames) + [""] }
    if !registers.isEmpty { lines += ["Thread 0 crashed with ARM Thread State (64-bit):"] + registers + [""] }
    if !images.isEmpty { lines += ["Binary Images:"] + images + ["", "EOF"] }
    return lines.joined(separator: "\n") + "\n"
  }
}
