import Bytes

extension RaisingAPI {
  /// Returns the name of a function without what differs between reports: the category of a method, the marks of blocks
  /// and of code that the compiler split off, the arguments of C++ functions, Swift's return type and generic arguments.
  ///
  ///     __57-[AVAudioNode(Taps) installTapOnBus:]_block_invoke.cold.1 → -[AVAudioNode installTapOnBus:]
  ///     specialized Dictionary.init<A>(uniqueKeysWithValues:) → Dictionary.init(uniqueKeysWithValues:)
  package static func key(_ function: String) -> String {
    var name = Substring(function)
    for prefix in ["specialized ", "static ", "merged ", "partial apply for ", "Swift."] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
    }
    if let method = method(in: name) { return method }
    for suffix in [".cold.", ".llvm.", " [clone"] {
      if let range = name.firstRange(of: suffix) { name = name[..<range.lowerBound] }
    }
    if let range = name.firstRange(of: " -> ") { name = name[..<range.lowerBound] }
    return String(name.utf8.contains(UInt8(ascii: "<")) ? withoutGenericArguments(name)[...] : name)
      .cutAtArguments
  }

  /// Returns `-[Class selector]` from the name of a method, or of a block in it; `nil` for other names.
  private static func method(in name: Substring) -> String? {
    guard let open = name.firstIndex(of: "["), open > name.startIndex,
      let close = name[open...].firstIndex(of: "]")
    else { return nil }
    let mark = name.index(before: open)
    guard name[mark] == "-" || name[mark] == "+" else { return nil }
    let head = name[..<mark]
    guard head.isEmpty || head.hasPrefix("__") && head.drop(while: { $0 == "_" }).allSatisfy(\.isNumber) else {
      return nil
    }
    var inner = String(name[mark...close])
    if let begin = inner.firstIndex(of: "("), let end = inner.firstIndex(of: ")"), begin < end {
      inner.removeSubrange(begin...end)
    }
    return inner
  }

  private static func withoutGenericArguments(_ name: Substring) -> String {
    var out = ""
    var depth = 0
    for character in name {
      switch character {
      case "<": depth += 1
      case ">" where depth > 0: depth -= 1
      default: if depth == 0 { out.append(character) }
      }
    }
    return depth == 0 ? out : String(name)
  }
}

extension String {
  /// The name without the argument types of a C++ function. Labels of Swift arguments are part of the name.
  fileprivate var cutAtArguments: String {
    guard let open = firstIndex(of: "("), open > startIndex else { return self }
    let arguments = self[open...]
    let isSwift = arguments.contains(":") && !arguments.contains("::") || arguments.hasPrefix("()") && !contains("::")
    return isSwift ? self : String(self[..<open])
  }
}
