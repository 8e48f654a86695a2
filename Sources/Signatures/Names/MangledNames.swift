import Bytes
import DebugInfo

/// Recognizes and demangles mangled names.
enum MangledNames {
  /// Returns true for names that begin with `$s`, `$S`, `$e` or `_T`, with or without an additional underscore.
  static func isMangledSwift(_ name: NameSlice) -> Bool {
    let rest = name.first == UInt8(ascii: "_") ? name.dropFirst() : name
    return rest.begins(with: "$s") || rest.begins(with: "$S") || rest.begins(with: "$e") || name.begins(with: "_T")
      || rest.begins(with: "_T")
  }

  /// Returns true if a demangler may support the name. Rust's `_R` is not supported and stays unchanged.
  static func mayBeMangled(_ name: NameSlice) -> Bool {
    guard let first = name.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "$") else { return false }
    if isMangledSwift(name) { return true }
    var rest = name
    while rest.first == UInt8(ascii: "_"), rest.count > 1 { rest.removeFirst() }
    return rest.first == UInt8(ascii: "Z")
  }

  /// Demangles a name; `nil` if that is not possible.
  static func readable(_ name: NameSlice) -> [UInt8]? {
    guard mayBeMangled(name), name.count <= 4096 else { return nil }
    return demangled(name.text).map(NameCleaning.cleaned)
  }
}
