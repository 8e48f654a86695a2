import Bytes

extension RaisingAPI {
  /// Returns the name of a function without what differs between reports: the category of a method, the marks of blocks
  /// and of code that the compiler split off, the arguments of C++ functions, Swift's return type and generic arguments.
  ///
  ///     __57-[AVAudioNode(Taps) installTapOnBus:]_block_invoke.cold.1 → -[AVAudioNode installTapOnBus:]
  ///     specialized Dictionary.init<A>(uniqueKeysWithValues:) → Dictionary.init(uniqueKeysWithValues:)
  package static func key(_ function: String) -> String {
    var function = function
    return function.withUTF8 { String(streamSafe: key($0)) }
  }

  /// The same for the UTF-8 of a name. Bytes, because every frame near the top of a stack is looked up.
  static func key(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var (start, end) = (0, name.count)
    for prefix in prefixes where name.hasBytes(prefix, at: start) { start += prefix.utf8CodeUnitCount }
    if let method = method(in: name, from: start) { return method }
    for mark in [".cold.", ".llvm.", " [clone", " -> ", " : "] as [StaticString] {
      if let found = name.firstOffset(of: mark, from: start, to: end) { end = found }
    }
    return cutAtArguments(withoutGenericArguments(name[start..<end]))
  }

  private static let prefixes: [StaticString] = [
    "specialized ", "static ", "merged ", "partial apply for ", "static ", "(extension in Swift):", "Swift.",
  ]

  /// Returns `-[Class selector]` from the name of a method, or of a block in it; `nil` for other names.
  private static func method(in name: UnsafeBufferPointer<UInt8>, from start: Int) -> [UInt8]? {
    guard let open = name.firstOffset(of: UInt8(ascii: "["), from: start), open > start,
      let close = name.firstOffset(of: UInt8(ascii: "]"), from: open)
    else { return nil }
    let mark = open - 1
    guard name[mark] == UInt8(ascii: "-") || name[mark] == UInt8(ascii: "+") else { return nil }
    if mark > start {
      guard name.hasBytes("__", at: start) else { return nil }
      let number = name[start..<mark].drop { $0 == UInt8(ascii: "_") }
      guard number.allSatisfy(\.isDigit) else { return nil }
    }
    var method = Array(name[mark...close])
    if let begin = method.firstIndex(of: UInt8(ascii: "(")), let end = method.firstIndex(of: UInt8(ascii: ")")),
      begin < end
    {
      method.removeSubrange(begin...end)
    }
    return method
  }

  private static func withoutGenericArguments(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(name.count)
    var depth = 0
    for byte in name {
      switch byte {
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">") where depth > 0: depth -= 1
      default: if depth == 0 { out.append(byte) }
      }
    }
    return depth == 0 ? out : Array(name)
  }

  /// Returns the name without the argument types of a C++ function. Labels of Swift arguments are part of the name.
  private static func cutAtArguments(_ name: [UInt8]) -> [UInt8] {
    guard let open = name.firstIndex(of: UInt8(ascii: "(")), open > 0 else { return name }
    let hasLabels = name[open...].contains(UInt8(ascii: ":")) && name.firstOffset(of: "::", from: open) == nil
    let isEmpty = name.hasBytes("()", at: open) && name.firstOffset(of: "::") == nil
    if hasLabels { return withoutArgumentTypes(name, from: open) }
    return isEmpty ? name : Array(name[..<open])
  }

  /// Returns `remove(at:)` for `remove(at: Swift.Int)`, as debuggers write it; other names are unchanged.
  private static func withoutArgumentTypes(_ name: [UInt8], from open: Int) -> [UInt8] {
    guard name.firstOffset(of: ": ", from: open) != nil else { return name }
    var out = Array(name[...open])
    var depth = 0
    var isType = false
    for byte in name[(open + 1)...] {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") {
        if depth == 0 {
          out.append(byte)
          return out
        }
        depth -= 1
      }
      if depth == 0, byte == UInt8(ascii: ",") {
        isType = false
      } else if !isType, byte != 0x20 {
        out.append(byte)
        isType = byte == UInt8(ascii: ":")
      }
    }
    return name
  }
}
