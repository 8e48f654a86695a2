import Bytes
package import CrashReports
import DebugInfo
import Vocabulary

/// Demangles the names in a report.
package enum ReadableNames {
  /// Sets `symbol.demangled` of every frame whose name is mangled and was not demangled yet.
  ///
  /// Each distinct name is demangled once. After 16 MB of demangled names, the remaining names of the report stay
  /// mangled.
  package static func fill(in report: inout CrashReport) {
    var cache = Cache()
    report.changeEachStack { frames, _ in cache.fill(&frames) }
    if let (symbol, line) = missingSymbol(in: report), let readable = demangled(symbol), readable != symbol {
      report.add(.missingSymbol, shortened(readable), line: line)
    }
  }

  /// The mangled name of the symbol that the loader did not find, and the line that states it.
  private static func missingSymbol(in report: CrashReport) -> (symbol: String, line: Int?)? {
    let mark = "Symbol not found: "
    for message in report.messages.prefix(maxMessages) {
      guard let range = message.text.utf8.firstRange(of: mark.utf8) else { continue }
      let rest = message.text.utf8[range.upperBound...].drop { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "'") }
      let name = rest.prefix { byte in
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
      }
      guard !name.isEmpty, name.count <= maxSymbol else { continue }
      return (String(streamSafe: name), message.line)
    }
    return nil
  }

  /// The number of messages that are searched, and the length of a name, in bytes.
  private static let (maxMessages, maxSymbol) = (64, 4096)

  private struct Cache {
    private var known: [String: String?] = [:]
    private var budget = 16_000_000

    mutating func fill(_ frames: inout [CrashReport.Frame]) {
      for index in frames.indices {
        // A symbol of its own would be a copy of two strings.
        guard let name = frames[index].symbol?.name, Self.mayBeMangled(name), frames[index].symbol?.demangled == nil,
          let readable = readable(name)
        else { continue }
        frames[index].symbol?.demangled = readable
      }
    }

    /// Returns true if a name may be mangled. All manglings begin with `_` or `$`, and names in source code hardly ever
    /// begin with `_Z`, `_T`, `_R` or `_$`, so two bytes decide almost every case.
    private static func mayBeMangled(_ name: String) -> Bool {
      var bytes = name.utf8.makeIterator()
      switch bytes.next() {
      case UInt8(ascii: "$"): return true
      case UInt8(ascii: "_"):
        let second = bytes.next()
        return second == UInt8(ascii: "Z") || second == UInt8(ascii: "_") || second == UInt8(ascii: "$")
          || second == UInt8(ascii: "T") || second == UInt8(ascii: "R")
      default: return hasHash(name)
      }
    }

    /// Whether the name ends with a hash of Rust, `::h0123456789abcdef`.
    private static func hasHash(_ name: String) -> Bool {
      let bytes = name.utf8
      guard bytes.count > 19 else { return false }
      let mark = bytes.index(bytes.endIndex, offsetBy: -17)
      return bytes[mark] == UInt8(ascii: "h") && hasRustHash(Array(bytes))
    }

    private mutating func readable(_ name: String) -> String? {
      if let found = known[name] { return found }
      guard budget > 0 else { return nil }
      let readable = demangled(name)
      // Names that cannot be demangled cost time, too.
      budget -= readable?.utf8.count ?? 4 * name.utf8.count
      known[name] = .some(readable)
      return readable
    }
  }
}
