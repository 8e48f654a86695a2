import Bytes

/// The function that a demangled name belongs to: the name without entry points, specializations and closures.
struct FunctionOwner {
  /// The name of the function: `CardView.load()` for `partial apply for closure #1 in CardView.load()`.
  let owner: ArraySlice<UInt8>
  /// True for an entry point that the compiler generated.
  let isEntryPoint: Bool
  /// True for a name without characters.
  var isEmpty: Bool { owner.isEmpty }

  init(_ function: String) {
    let bytes = Array(function.utf8)
    var rest = bytes[...]
    var isEntryPoint = false
    var changed = true
    while changed {
      changed = false
      for prefix in Self.entryPoints where rest.starts(with: prefix) {
        rest = rest.dropFirst(prefix.count)
        isEntryPoint = true
        changed = true
      }
      for prefix in Self.specializations where rest.starts(with: prefix) {
        rest = rest.dropFirst(prefix.count)
        changed = true
      }
    }
    self.isEntryPoint = isEntryPoint
    owner = Self.enclosing(rest)
  }

  private static let entryPoints = BlameLists.entryPointPrefixes.map { Array($0.utf8) }
  private static let specializations = ["specialized ", "static ", "inlined generic function "].map { Array($0.utf8) }

  /// Removes prefixes of entry points; nothing else.
  static func withoutEntryPoint(_ function: String) -> String {
    var rest = Array(function.utf8)[...]
    var changed = true
    while changed {
      changed = false
      for prefix in entryPoints where rest.starts(with: prefix) && rest.count > prefix.count {
        rest = rest.dropFirst(prefix.count)
        changed = true
      }
    }
    // `protocol witness for P.f() in conformance T` names the conformance, too.
    if let at = rest.position(of: " in conformance ") { rest = rest[..<at] }
    return rest.count == function.utf8.count ? function : String(streamSafe: rest)
  }

  /// Returns the part after the last ` in ` or ` of ` outside of brackets: the function that a closure is in.
  private static func enclosing(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var start = name.startIndex
    var depth = 0
    var at = name.startIndex
    while at < name.endIndex {
      switch name[at] {
      case UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">"):
        // Not the arrow of a result.
        if at > name.startIndex, name[at - 1] != UInt8(ascii: "-") { depth -= 1 }
      case 0x20 where depth <= 0:
        if name[at...].starts(with: " in ".utf8), !name[at...].starts(with: " in conformance".utf8) { start = at + 4 }
      default: break
      }
      at += 1
    }
    return start < name.endIndex ? name[start...] : name
  }

  /// True for a function of the Swift standard library, or of a C++ library that consists of headers.
  var isOfStandardLibrary: Bool { isStandardMember || isInLibraryNamespace }

  /// True for a known member of a type of the standard library, such as `Array.subscript.getter` or `Swift.Int.init(_:)`.
  private var isStandardMember: Bool {
    guard !owner.starts(with: "(extension in ".utf8) else { return false }
    var parts = Self.components(owner)
    if parts.first == "Swift" { parts.removeFirst() }
    guard parts.count >= 2, let type = parts.first, BlameLists.standardTypes.contains(type) else { return false }
    let member = parts[1].split(separator: " ").first.map(String.init) ?? parts[1]
    return BlameLists.standardMembers.contains(member) || member.hasPrefix("_") || isStandardInitializer(type, member)
  }

  /// True for an initializer of the standard library that checks its argument. An app may add other initializers.
  private func isStandardInitializer(_ type: String, _ member: String) -> Bool {
    guard member == "init", let open = owner.firstIndex(of: UInt8(ascii: "(")) else { return false }
    let labels = String(streamSafe: owner[open...].prefix(64))
    return BlameLists.standardInitializers.contains("\(type).init\(labels)")
  }

  /// Splits `Array<A>.subscript.getter` into `Array`, `subscript` and `getter`, without generic arguments and labels.
  static func components(_ name: ArraySlice<UInt8>) -> [String] {
    var parts: [String] = []
    var current: [UInt8] = []
    var depth = 0
    for byte in name.prefix(512) {
      switch byte {
      case UInt8(ascii: "<") where !current.isEmpty && current.last != UInt8(ascii: "<"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: ">") where depth > 0, UInt8(ascii: "]") where depth > 0: depth -= 1
      case UInt8(ascii: "("):
        if depth == 0 {
          if !current.isEmpty { parts.append(String(streamSafe: current)) }
          return parts
        }
      case UInt8(ascii: ".") where depth == 0 && !current.isEmpty:
        parts.append(String(streamSafe: current))
        current = []
      default: if depth == 0 { current.append(byte) }
      }
    }
    if !current.isEmpty { parts.append(String(streamSafe: current)) }
    return parts
  }

  /// True for a C++ function in a namespace of `BlameLists.libraryNamespaces`, also after a result type.
  var isInLibraryNamespace: Bool {
    let name = qualifiedName
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")), colon + 1 < name.endIndex,
      name[colon + 1] == UInt8(ascii: ":")
    else { return false }
    return BlameLists.libraryNamespaces.contains(String(streamSafe: name[..<colon]))
  }

  /// The name behind a result type in the form `decltype(…)`, with which functions of headers begin.
  private var withoutComputedResult: ArraySlice<UInt8> {
    guard owner.starts(with: "decltype".utf8), let open = owner.firstIndex(of: UInt8(ascii: "(")) else { return owner }
    var depth = 0
    for at in owner.indices.suffix(from: open) {
      if owner[at] == UInt8(ascii: "(") { depth += 1 }
      if owner[at] == UInt8(ascii: ")") { depth -= 1 }
      guard depth == 0 else { continue }
      let rest = owner[(at + 1)...].drop { $0 == 0x20 }
      return rest.isEmpty ? owner : rest
    }
    return owner
  }

  /// The name without result type and arguments: `std::vector<int>::at` of `int& std::vector<int>::at(unsigned long)`.
  var qualifiedName: ArraySlice<UInt8> {
    let owner = withoutComputedResult
    var start = owner.startIndex
    var depth = 0
    for at in owner.indices {
      switch owner[at] {
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"): depth = max(0, depth - 1)
      case 0x20 where depth == 0:
        // The blanks of `operator new` and `operator bool` are part of the name.
        if !owner[..<at].reversed().starts(with: "operator".utf8.reversed()) { start = at + 1 }
      case UInt8(ascii: "(") where depth == 0:
        if owner[at...].starts(with: "(anonymous namespace)".utf8) { return owner[start...] }
        if at > start { return owner[start..<at] }
        return owner[start...]
      default: break
      }
    }
    return start < owner.endIndex ? owner[start...] : owner
  }
}
