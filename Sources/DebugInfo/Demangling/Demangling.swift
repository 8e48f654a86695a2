import Bytes

/// Demangles a name; `nil` if it is not mangled, cannot be demangled, or would not change.
///
/// Supports Swift (`$s`, `$S`, `$e`, `_$s`, …, `_T0`: version 4 and later; `_T`: earlier versions, and classes visible
/// to Objective-C), C++ (`_Z`, `__Z`, and blocks such as `___Z…_block_invoke_2`; Itanium C++ ABI) and Rust (`_R`, and
/// `_ZN…17h<hash>E`, also after a C++ demangler). Names longer than 4,096 bytes are rejected, and so are names whose back-references expand to an
/// excessive length.
package func demangled(_ name: String) -> String? {
  guard name.utf8.count <= maxMangledNameLength else { return nil }
  if name.utf8.last == UInt8(ascii: "t"), name.hasSuffix(jumpSuffix), name.utf8.count > jumpSuffix.utf8.count {
    return demangled(String(name.dropLast(jumpSuffix.count))).map { $0 + jumpSuffix }
  }
  guard let form = MangledForm(name) else { return readableRustPath(name) }
  let readable: String?
  switch form {
  case .swift(let core): readable = demangledSwift(core).map(withSugar)
  case .oldSwift(let core): readable = demangledOldSwift(core)
  case .rust(let core): readable = demangledRust(core)
  case .cxx(let core, let isBlock):
    readable = (demangledLegacyRust(core) ?? demangledCxx(core)).map {
      isBlock ? "invocation function for block in " + $0 : $0
    }
  }
  guard let readable, readable != name, readable.utf8.count <= maxReadableNameLength else { return nil }
  return readable
}

/// The suffix of jumps to functions of other images (`ELFStubs`), which is not a part of the mangled name.
let jumpSuffix = "@plt"
/// The maximum length of a mangled name in bytes. Compilers write longer names, but these are unreadable.
let maxMangledNameLength = 4096
/// The maximum length of a demangled name in bytes.
let maxReadableNameLength = 65_536

/// The supported manglings, distinguished by their first bytes.
private enum MangledForm {
  /// `core` is without the underscore that Mach-O prepends to every C name.
  case swift(core: String)
  case oldSwift(core: String)
  /// `core` begins with `_R`.
  case rust(core: String)
  /// `core` begins with `_Z` and is without the suffix of a block.
  case cxx(core: String, isBlock: Bool)

  init?(_ name: String) {
    guard let plan = name.utf8.withContiguousStorageIfAvailable({ Self.plan($0) }) ?? Self.plan(Array(name.utf8)[...])
    else { return nil }
    switch plan {
    case .swift(let underscores): self = .swift(core: String(name.dropFirst(underscores)))
    case .oldSwift(let underscores): self = .oldSwift(core: String(name.dropFirst(underscores)))
    case .rust(let underscores): self = .rust(core: String(name.dropFirst(underscores)))
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
    case rust(underscoresToDrop: Int)
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
    case UInt8(ascii: "R"):
      // C names may begin with `_R`. Those of Rust continue with the letter of a path.
      let isPath = [0x43, 0x4D, 0x58, 0x59, 0x4E, 0x49].contains(second)
      return isPath && (underscores == 1 || underscores == 2) ? .rust(underscoresToDrop: underscores - 1) : nil
    default: return nil
    }
  }

  /// Returns `name` without the suffix `_block_invoke`, `_block_invoke_2` or `_block_invoke.42`; `nil` without one.
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
  /// Returns the length of the longest prefix, of at most `limit` bytes, whose bytes all satisfy `fits`.
  fileprivate func prefix(_ limit: Int, while fits: (UInt8) -> Bool) -> Int {
    prefix(limit).prefix(while: fits).count
  }
}
