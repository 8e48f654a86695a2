import Bytes

/// The readable form of a mangled name, or `nil` if it is not mangled, cannot be read, or would say the same.
///
/// Reads Swift (`$s`, `$S`, `$e`, `_$s`, …, `_T0`: version 4 and later; `_T`: before that, and the names of classes that
/// Objective-C sees) and C++ (`_Z`, `__Z`, and blocks as `___Z…_block_invoke_2`; Itanium C++ ABI). Names of more than
/// 4,096 bytes are refused, and names whose references to earlier parts would unfold into a text out of all proportion
/// (see `UnfoldedSize`).
package func demangled(_ name: String) -> String? {
  guard let form = MangledForm(name), name.utf8.count <= longestMangledName else { return nil }
  let readable: String?
  switch form {
  case .swift(let core): readable = demangledSwift(core).map(withSugar)
  case .oldSwift(let core): readable = demangledOldSwift(core)
  case .cxx(let core, let isBlock):
    readable = demangledCxx(core).map { isBlock ? "invocation function for block in " + $0 : $0 }
  }
  guard let readable, readable != name, readable.utf8.count <= longestReadableName else { return nil }
  return readable
}

/// The readable form of a Swift name that another name states, or that name. `nesting` is how many it is inside of.
func readableNestedName(_ name: String, nesting: Int) -> String {
  switch MangledForm(name) {
  case .swift(name): demangledSwift(name) ?? name
  case .oldSwift(name): demangledOldSwift(name, nesting: nesting) ?? name
  default: name
  }
}

/// Bytes of the longest name that is looked at; compilers write longer ones, people do not read them.
let longestMangledName = 4096
/// Bytes of the longest readable form that is passed on.
let longestReadableName = 65_536

/// The manglings we know, told apart by their first bytes.
private enum MangledForm {
  /// `core` is without the underscore that Mach-O puts before every C name.
  case swift(core: String)
  case oldSwift(core: String)
  /// `core` begins with `_Z`; a block's decoration is off.
  case cxx(core: String, isBlock: Bool)

  init?(_ name: String) {
    guard let plan = name.utf8.withContiguousStorageIfAvailable({ Self.plan($0) }) ?? Self.plan(Array(name.utf8)[...])
    else { return nil }
    switch plan {
    case .swift(let underscores): self = .swift(core: String(name.dropFirst(underscores)))
    case .oldSwift(let underscores): self = .oldSwift(core: String(name.dropFirst(underscores)))
    case .cxx(let underscores):
      let core = Substring(name).dropFirst(underscores)
      let peeled = Self.withoutBlockSuffix(core)
      self = .cxx(core: String(peeled ?? core), isBlock: peeled != nil)
    }
  }

  private enum Plan {
    case swift(underscoresToDrop: Int)
    case oldSwift(underscoresToDrop: Int)
    case cxx(underscoresToDrop: Int)
  }

  private static func plan(_ bytes: some RandomAccessCollection<UInt8>) -> Plan? {
    let underscores = bytes.prefix(3, while: { $0 == UInt8(ascii: "_") })
    let rest = bytes.dropFirst(underscores)
    guard let first = rest.first, let second = rest.dropFirst().first else { return nil }
    switch first {
    case UInt8(ascii: "$"):
      let isMark = second == UInt8(ascii: "s") || second == UInt8(ascii: "S") || second == UInt8(ascii: "e")
      return isMark && underscores <= 1 ? .swift(underscoresToDrop: 0) : nil
    case UInt8(ascii: "T"):
      guard underscores == 1 || underscores == 2 else { return nil }
      let drop = underscores - 1
      return second == UInt8(ascii: "0") ? .swift(underscoresToDrop: drop) : .oldSwift(underscoresToDrop: drop)
    case UInt8(ascii: "Z"):
      return underscores >= 1 ? .cxx(underscoresToDrop: underscores - 1) : nil
    default: return nil
    }
  }

  /// `name` without `_block_invoke`, `_block_invoke_2` or `_block_invoke.42` at its end, else `nil`.
  private static func withoutBlockSuffix(_ name: Substring) -> Substring? {
    var rest = name.utf8
    while let last = rest.last, last.isDigit { rest = rest.dropLast() }
    if rest.count < name.utf8.count {
      guard let last = rest.last, last == UInt8(ascii: "_") || last == UInt8(ascii: ".") else { return nil }
      rest = rest.dropLast()
    }
    let suffix = "_block_invoke".utf8
    guard rest.count > suffix.count, rest.suffix(suffix.count).elementsEqual(suffix) else { return nil }
    return Substring(rest.dropLast(suffix.count))
  }
}

extension RandomAccessCollection<UInt8> {
  /// How many of the first `limit` bytes fit, up to the first that does not.
  fileprivate func prefix(_ limit: Int, while fits: (UInt8) -> Bool) -> Int {
    prefix(limit).prefix(while: fits).count
  }
}
