import CrashReports
import Vocabulary

/// How names that symbolication found are written.
package struct NameStyle: Sendable {
  /// Readable, not as compilers spell them.
  package var demangles: Bool
  /// Inlined functions have lines of their own.
  package var showsInlined: Bool

  /// Bytes of the longest name that is written; no person reads one to its end.
  private let longest: Int

  /// - Parameter frames: How many frames are written: hostile symbols must not make a small report fill a disk.
  package init(demangles: Bool = true, showsInlined: Bool = true, frames: Int = 0) {
    self.demangles = demangles
    self.showsInlined = showsInlined
    longest = min(8192, max(256, (256 << 20) / max(1, frames)))
  }

  /// The name of a function, safe to be shown by any program.
  func name(_ symbol: CrashReport.Symbol) -> String { shown(spelling(symbol)) }

  private func shown(_ text: String) -> String {
    guard text.utf8.count > longest else { return Terminal.escaped(text) }
    // Not within a character's bytes.
    var end = text.utf8.index(text.startIndex, offsetBy: longest - 3)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return Terminal.escaped(String(text[..<end])) + "…"
  }

  /// The name in the spelling that was asked for.
  func spelling(_ symbol: CrashReport.Symbol) -> String { demangles ? symbol.readable : symbol.name }

  /// The file of a frame: its name without folders, as Apple's tools print it, unless the report itself says more.
  func file(_ frame: CrashReport.Frame) -> String? {
    guard let file = frame.source?.file, !file.isEmpty else { return nil }
    guard frame.outcome != .fromReport, let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return shown(file)
    }
    let name = file[file.utf8.index(after: slash)...]
    return shown(name.isEmpty ? file : String(name))
  }

  /// What Apple's tools print behind a frame's address: `LoadFonts + 455 (FontLoading.m:38)`, and `[inlined]` behind
  /// that of a function that was inlined; `nil` for a frame without a name. A line that is not known is 0.
  func words(_ frame: CrashReport.Frame) -> String? { parts(frame).map { $0.function + $0.place } }

  /// The words in two parts: some layouts have the image between them.
  func parts(_ frame: CrashReport.Frame) -> (function: String, place: String)? {
    guard let symbol = frame.symbol else { return nil }
    let function = symbol.offset.map { "\(name(symbol)) + \($0)" } ?? name(symbol)
    let place = file(frame).map { " (\($0):\(frame.source?.line ?? 0))" } ?? ""
    return (function, frame.inlined ? place + " [inlined]" : place)
  }
}
