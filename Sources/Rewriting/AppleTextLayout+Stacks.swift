import CrashReports
import Vocabulary

extension AppleTextLayout {
  mutating func stacks() {
    for (index, frames) in (report.applicationSpecificBacktraces ?? []).enumerated() {
      line("Application Specific Backtrace \(index + 1):")
      rows(frames)
    }
    if let frames = report.lastExceptionBacktrace {
      line("Last Exception Backtrace:")
      rows(frames)
    }
    for thread in report.threads ?? [] {
      if thread.name != nil || thread.queue != nil {
        let queue = thread.queue.map { " Dispatch queue: \($0)" } ?? ""
        field("Thread \(thread.index) name", " " + (thread.name ?? "") + queue, column: 0)
      }
      line("Thread \(thread.index)\(thread.crashed ? " Crashed" : ""):")
      rows(thread.frames)
    }
  }

  private mutating func rows(_ frames: [CrashReport.Frame]) {
    for frame in frames where style.showsInlined || !frame.inlined || frame.outcome == .fromReport {
      line(columns.row(frame, image: imageName(frame)))
    }
    gap()
  }

  /// Returns the image name from the list of images, or from the frame if the image is not in the list.
  private func imageName(_ frame: CrashReport.Frame) -> String? {
    guard let images = report.images, let index = frame.imageIndex, images.indices.contains(index) else {
      return frame.image
    }
    return images[index].name ?? frame.image
  }
}

// MARK: - Registers

extension AppleTextLayout {
  mutating func registers() {
    for thread in report.threads ?? [] {
      guard let registers = thread.registers else { continue }
      line("Thread \(thread.index) crashed with \(flavor(registers)):")
      var row = ""
      for (index, register) in registers.enumerated() {
        let name = Terminal.escaped(register.name)
        row += row.isEmpty ? "  " : " "
        row += String(repeating: " ", count: max(0, 4 - name.utf8.count)) + name + ": " + wide(register.value)
        if let note = register.note { row += "  " + Terminal.escaped(note) }
        // A note belongs to the register before it, and ends the row.
        if register.note != nil || index % 4 == 3 || index == registers.count - 1 {
          line(row)
          row = ""
        }
      }
      gap()
    }
  }

  private func wide(_ value: UInt64) -> String {
    "0x" + Self.padded(value, value > UInt64(UInt32.max) ? 16 : columns.addressDigits)
  }

  static func padded(_ value: UInt64, _ count: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }

  private func flavor(_ registers: [CrashReport.Register]) -> String {
    let names = Set(registers.map(\.name))
    if names.contains("rip") { return "X86 Thread State (64-bit)" }
    if names.contains("eip") { return "X86 Thread State (32-bit)" }
    if names.contains("srr0") { return "PPC Thread State" }
    return "ARM Thread State (\(columns.addressDigits == 16 ? "64" : "32")-bit)"
  }
}

// MARK: - Images

extension AppleTextLayout {
  /// Appends the image list:
  ///
  ///     0x104b00000 - 0x104b07fff CardKit arm64  <4c4c446555553144a1b05f256d8b5a75> /Applications/…/CardKit
  mutating func images() {
    guard let images = report.images else { return }
    line("Binary Images:")
    for image in images {
      guard let load = image.loadAddress?.value else { continue }
      // The address of the last byte; of the first byte if the size is unknown.
      let last = load.addingReportingOverflow(max(image.size ?? 1, 1) - 1)
      var row =
        Self.right(load.hexadecimal) + " - " + Self.right((last.overflow ? .max : last.partialValue).hexadecimal)
      row += " " + Terminal.escaped(image.name ?? "???")
      if let architecture = image.architecture { row += " " + Terminal.escaped(architecture) }
      if let uuid = image.uuid, !uuid.isNull {
        row += "  <" + uuid.description.lowercased().filter { $0 != "-" } + ">"
      }
      if let path = image.path { row += " " + Terminal.escaped(path) }
      line(row)
    }
    gap()
  }

  private static func right(_ text: String) -> String {
    String(repeating: " ", count: max(0, 18 - text.utf8.count)) + text
  }
}
