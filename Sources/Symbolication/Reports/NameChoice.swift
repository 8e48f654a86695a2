import Bytes
import CrashReports
import DebugInfo
import Vocabulary

/// The choice between a report's name for a frame and that of a symbol file.
enum NameChoice {
  /// The frame remains unchanged.
  case keep
  /// The report's name is that of the same function. File, line and inlined functions are added.
  case complete
  /// The symbol file's name replaces that of the report.
  case replace

  /// Chooses the name of a frame.
  /// - Parameters:
  ///   - function: The outermost function at the address in the symbol file.
  ///   - offset: The offset of the frame's address from that function's start.
  init(_ frame: CrashReport.Frame, image: BinaryImage, function: SymbolFrame, offset: UInt64?) {
    guard let stated = frame.symbol, !Self.isPlaceholder(stated.name, image: image) else {
      self = .replace
      return
    }
    // A symbol table has no more information than the name.
    guard function.origin == .debugInfo else {
      self = .keep
      return
    }
    if let offset, let statedOffset = stated.offset.flatMap({ UInt64(exactly: $0) }) {
      if statedOffset == offset {
        self = .complete
        return
      }
      // The report's function begins before the function that contains the address. It is the previous symbol of a
      // table with few symbols.
      if statedOffset > offset {
        self = .replace
        return
      }
    }
    self = Self.readable(stated.readable) == Self.readable(function.name) ? .complete : .keep
  }

  /// Returns true for placeholders that reports contain instead of unknown names.
  static func isPlaceholder(_ name: String, image: BinaryImage) -> Bool {
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

/// Names in symbol files.
enum SymbolNames {
  /// Returns true for a name that a bitcode build hid, such as `__hidden#27_`.
  static func isHidden(_ name: String) -> Bool {
    guard name.utf8.first == UInt8(ascii: "_") else { return false }
    return name.drop { $0 == "_" }.hasPrefix("hidden#")
  }
}
