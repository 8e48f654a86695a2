import CrashReports
import Vocabulary

/// How names that symbolication found are written.
package struct NameStyle: Sendable {
  /// Readable, not as compilers spell them.
  package var demangles: Bool
  /// Inlined functions have lines of their own.
  package var showsInlined: Bool

  package init(demangles: Bool = true, showsInlined: Bool = true) {
    self.demangles = demangles
    self.showsInlined = showsInlined
  }

  /// Bytes of the longest name that is written; no person reads one to its end.
  private static let longestName = 8192

  /// The name of a function, safe to be shown by any program.
  func name(_ symbol: CrashReport.Symbol) -> String {
    let name = spelling(symbol)
    guard name.utf8.count > Self.longestName else { return Terminal.escaped(name) }
    return Terminal.escaped(String(decoding: name.utf8.prefix(Self.longestName - 3), as: UTF8.self)) + "…"
  }

  /// The name in the spelling that was asked for.
  func spelling(_ symbol: CrashReport.Symbol) -> String { demangles ? symbol.readable : symbol.name }

  /// The file of a frame: its name without folders, as Apple's tools print it, unless the report itself says more.
  func file(_ frame: CrashReport.Frame) -> String? {
    guard let file = frame.source?.file, !file.isEmpty else { return nil }
    guard frame.outcome != .fromReport, let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return Terminal.escaped(file)
    }
    let name = file[file.utf8.index(after: slash)...]
    return Terminal.escaped(name.isEmpty ? file : String(name))
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
