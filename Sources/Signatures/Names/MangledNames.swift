import Bytes
import DebugInfo

/// Names as compilers spell them for the linker.
enum MangledNames {
  /// `$s`, `$S`, `$e`, `_T`, with an underscore in front or without.
  static func isMangledSwift(_ name: NameSlice) -> Bool {
    let rest = name.first == UInt8(ascii: "_") ? name.dropFirst() : name
    return rest.begins(with: "$s") || rest.begins(with: "$S") || rest.begins(with: "$e") || name.begins(with: "_T")
      || rest.begins(with: "_T")
  }

  /// True if it is worth asking a demangler; Rust's `_R` has none here, and stays as it is.
  static func mayBeMangled(_ name: NameSlice) -> Bool {
    guard let first = name.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "$") else { return false }
    if isMangledSwift(name) { return true }
    var rest = name
    while rest.first == UInt8(ascii: "_"), rest.count > 1 { rest.removeFirst() }
    return rest.first == UInt8(ascii: "Z")
  }

  /// The readable form, or `nil` where there is none.
  static func readable(_ name: NameSlice) -> [UInt8]? {
    guard mayBeMangled(name), name.count <= 4096 else { return nil }
    return demangled(name.text).map(NameCleaning.cleaned)
  }
}
