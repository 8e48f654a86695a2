import CrashReports
import Vocabulary

/// The form in which names found by symbolication are written.
package struct NameStyle: Sendable {
  /// Whether names are demangled.
  package var demangles: Bool
  /// Whether inlined functions have separate lines.
  package var showsInlined: Bool

  /// The maximum length of a name in bytes; longer ones are truncated.
  private let maxLength: Int

  /// Creates a style.
  ///
  /// - Parameter frames: The number of frames to write; many frames reduce the maximum length of names, so that hostile
  ///   symbols cannot expand a small report until it fills the disk.
  package init(demangles: Bool = true, showsInlined: Bool = true, frames: Int = 0) {
    self.demangles = demangles
    self.showsInlined = showsInlined
    maxLength = min(8192, max(256, (256 << 20) / max(1, frames)))
  }

  /// Returns the name of a function, safe to display in any program.
  func name(_ symbol: CrashReport.Symbol) -> String { shown(spelling(symbol)) }

  private func shown(_ text: String) -> String {
    guard text.utf8.count > maxLength else { return Terminal.escaped(text) }
    // Do not cut between the bytes of a character.
    var end = text.utf8.index(text.startIndex, offsetBy: maxLength - 3)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return Terminal.escaped(String(text[..<end])) + "…"
  }

  /// Returns the demangled or mangled name, depending on `demangles`.
  func spelling(_ symbol: CrashReport.Symbol) -> String { demangles ? symbol.readable : symbol.name }

  /// Returns the source file of a frame: its name without folders, as Apple's tools print it; as written if it is from
  /// the report.
  func file(_ frame: CrashReport.Frame) -> String? {
    guard let file = frame.source?.file, !file.isEmpty else { return nil }
    guard frame.outcome != .fromReport, let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return shown(file)
    }
    let name = file[file.utf8.index(after: slash)...]
    return shown(name.isEmpty ? file : String(name))
  }

  /// Returns the text that Apple's tools print after the address of a frame: `LoadFonts + 455 (FontLoading.m:38)`, with
  /// `[inlined]` for an inlined function; `nil` for a frame without a name. An unknown line is written as 0.
  func text(_ frame: CrashReport.Frame) -> String? { parts(frame).map { $0.function + $0.location } }

  /// Returns the text in two parts, because some layouts have the image between them.
  func parts(_ frame: CrashReport.Frame) -> (function: String, location: String)? {
    guard let symbol = frame.symbol else { return nil }
    let function = symbol.offset.map { "\(name(symbol)) + \($0)" } ?? name(symbol)
    let location = file(frame).map { " (\($0):\(frame.source?.line ?? 0))" } ?? ""
    return (function, frame.inlined ? location + " [inlined]" : location)
  }
}
