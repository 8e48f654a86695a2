import Bytes
import CrashReports
import DebugInfo
import Vocabulary

/// Whether a report's name for a frame, or a symbol file's, is the better one.
enum NameChoice {
  /// The frame as it is.
  case keep
  /// The report's name stands for the same function: it gains file, line and what was inlined.
  case complete
  /// The symbol file's name.
  case replace

  /// - Parameters:
  ///   - function: What the symbol file says of the outermost function.
  ///   - offset: Distance of the frame's address from that function's start.
  init(_ frame: CrashReport.Frame, image: BinaryImage, function: SymbolFrame, offset: UInt64?) {
    guard let stated = frame.symbol, !Self.isNoName(stated.name, image: image) else {
      self = .replace
      return
    }
    // A symbol table has nothing to add to a name.
    guard function.origin == .debugInfo else {
      self = .keep
      return
    }
    if let offset, let statedOffset = stated.offset.flatMap({ UInt64(exactly: $0) }) {
      if statedOffset == offset {
        self = .complete
        return
      }
      // The report's function begins before the one that holds the address: its name was the last one that a table
      // with few names had.
      if statedOffset > offset {
        self = .replace
        return
      }
    }
    self = Self.readable(stated.readable) == Self.readable(function.name) ? .complete : .keep
  }

  /// True for what reports write where they know no name.
  static func isNoName(_ name: String, image: BinaryImage) -> Bool {
    if name.isEmpty || placeholders.contains(name) || SymbolNames.isHidden(name) { return true }
    if let first = name.utf8.first, first.isDigit {
      return name.hasPrefix("0x") || name.utf8.allSatisfy { $0.isDigit }
    }
    return name == image.name || name == image.bundleID
  }

  private static let placeholders: Set<String> = [
    "???", "<redacted>", "<unknown>", "(null)", "(unknown)", "<deduplicated_symbol>", "_mh_execute_header",
    "__mh_execute_header", "_mh_dylib_header", "__mh_dylib_header", "_mh_bundle_header", "__mh_bundle_header",
  ]

  private static func readable(_ name: String) -> String { shortened(demangled(name) ?? name) }
}

/// Names as symbol files have them.
enum SymbolNames {
  /// True for a name that a bitcode build took away, as `__hidden#27_`.
  static func isHidden(_ name: String) -> Bool {
    guard name.utf8.first == UInt8(ascii: "_") else { return false }
    return name.drop { $0 == "_" }.hasPrefix("hidden#")
  }
}
