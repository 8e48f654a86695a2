import Bytes

/// Normalizes Swift names, in the full spelling of a demangler and in the short spelling of reports (step 4.6).
struct SwiftName {
  /// The name of the function's image, which is the module in a full spelling.
  let image: String?
  let depth: Int

  /// Returns true for forms that exist only in Swift.
  static func isForm(_ name: NameSlice) -> Bool {
    switch name.first {
    case UInt8(ascii: "c"): if name.begins(with: "closure ") { return true }
    case UInt8(ascii: "i"): if name.begins(with: "implicit closure ") { return true }
    case UInt8(ascii: "a"): if name.begins(with: "autoclosure ") { return true }
    case UInt8(ascii: "p"):
      if name.begins(with: "protocol witness ") || name.begins(with: "property wrapper ") { return true }
    case UInt8(ascii: "v"):
      if name.begins(with: "variable init") || name.begins(with: "vtable thunk ") { return true }
    case UInt8(ascii: "o"): if name.begins(with: "one-time ") { return true }
    case UInt8(ascii: "d"): if name.begins(with: "default argument ") { return true }
    case UInt8(ascii: "$"): if name.begins(with: "$defer ") { return true }
    default: break
    }
    return localMark(name) != nil
  }

  func normalized(_ name: NameSlice) -> NormalizedName {
    var bytes = SwiftSpelling.withoutContexts(name)
    SwiftSpelling.escapeOperators(&bytes)
    let result = form(bytes[...])
    guard case .function(var normal) = result else { return result }
    EscapedOperators.restore(&normal)
    return .function(normal.isEmpty ? Array(name) : normal)
  }

  private func form(_ name: NameSlice) -> NormalizedName {
    switch name.first {
    case UInt8(ascii: "p"):
      if let witness = witness(name) { return witness }
      if let owner = name.after("property wrapper backing initializer of ") { return prefixed("init of ", owner) }
    case UInt8(ascii: "v"):
      if let owner = name.after("variable initialization expression of ") { return prefixed("init of ", owner) }
      if name.begins(with: "vtable thunk for "), let mark = name.position(of: " dispatching to ") {
        return inner(name[(mark + 16)...])
      }
    case UInt8(ascii: "o"):
      if let owner = name.after("one-time initialization function for ") { return prefixed("init of ", owner) }
    case UInt8(ascii: "d"):
      if let owner = defaultArgument(name) { return prefixed("default argument of ", owner) }
    case UInt8(ascii: "$"):
      if name.begins(with: "$defer "), let mark = name.topLevelPosition(of: " in ") {
        return inner(name[(mark + 4)...])
      }
    default: break
    }
    if let closure = closure(name) { return closure }
    if let local = local(name) { return local }
    return .function(SwiftDeclaration(image: image).normalized(name))
  }

  /// Normalizes a name inside another one, from step 4.3 on.
  private func inner(_ name: NameSlice) -> NormalizedName {
    guard !name.isEmpty else { return .function(Array("?".utf8)) }
    var bytes = Array(name)
    EscapedOperators.restore(&bytes)
    switch FunctionName.normalized(part: bytes[...], image: image, depth: depth + 1) {
    case .function(let normal): return .function(normal)
    case .dropped, .unsymbolicated: return .dropped
    }
  }

  private func prefixed(_ words: StaticString, _ name: NameSlice) -> NormalizedName {
    guard case .function(let owner) = inner(name) else { return .dropped }
    var result: [UInt8] = []
    result.append(words)
    return .function(result + owner)
  }

  /// Returns the declaration of `default argument 0 of D`.
  private func defaultArgument(_ name: NameSlice) -> NameSlice? {
    guard let rest = name.after("default argument ") else { return nil }
    let digits = rest.prefix(while: \.isDigit)
    return digits.isEmpty ? rest.after("of ") : rest.dropFirst(digits.count).after(" of ")
  }
}

// MARK: Witnesses

extension SwiftName {
  /// Normalizes `protocol witness for R in conformance C` to the member of C that implements R.
  private func witness(_ name: NameSlice) -> NormalizedName? {
    guard let rest = name.after("protocol witness for "),
      let mark = rest.topLevelPosition(of: " in conformance ") ?? rest.position(of: " in conformance ")
    else { return nil }
    guard case .function(var requirement) = inner(rest[..<mark]) else { return .dropped }
    let isStatic = requirement[...].begins(with: "static ")
    if isStatic { requirement.removeFirst(7) }
    var member = memberPart(requirement[...])
    // In a full spelling the module of the protocol comes first, unless it was removed as a known module.
    if SwiftDeclaration(image: image).keepsModule(rest[..<mark]) { member = memberPart(member) }
    var result: [UInt8] = []
    if isStatic { result.append("static ") }
    result += conformingType(rest[(mark + 16)...])
    result.append(UInt8(ascii: "."))
    return .function(result + member)
  }

  /// Returns the part after the first `.` outside brackets, or the complete name without one.
  private func memberPart(_ name: NameSlice) -> NameSlice {
    name.topLevelPosition(of: ".").map { name[($0 + 1)...] } ?? name
  }

  /// `<A where A: Swift.Equatable> MyApp.Box<A> : Swift.Equatable in MyApp` → `Box<T>`.
  private func conformingType(_ written: NameSlice) -> NameSlice {
    var type = written
    if type.first == UInt8(ascii: "<"), let close = type.closing(bracketAt: type.startIndex) {
      type = type[(close + 1)...].trimmed
    }
    let colon = type.topLevelPosition(of: " : ")
    if let colon { type = type[..<colon] }
    let declaration = SwiftDeclaration(image: image)
    let bare = declaration.withoutModule(type, always: colon != nil)
    return SwiftSpelling.withPlainGenerics(bare)[...]
  }
}

// MARK: Closures and local functions

extension SwiftName {
  /// `closure #1 (Int) -> () in X`, `implicit closure #2 in X`, `autoclosure #1 in X`, `closure in X`.
  private func closure(_ name: NameSlice) -> NormalizedName? {
    guard Self.isClosure(name) else { return nil }
    var rest = name
    // As written, without types.
    var numbered: [UInt8] = []
    while Self.isClosure(rest), let mark = rest.topLevelPosition(of: " in ") {
      numbered += Self.numbered(rest[..<mark])
      rest = rest[(mark + 4)...]
    }
    guard rest.count < name.count else { return .function(Array("closure".utf8)) }
    guard case .function(let owner) = inner(rest) else { return .dropped }
    if Self.isViewBuilder(owner[...]) {
      return .function(numbered + (owner[...].begins(with: "closure in ") ? owner.dropFirst(11) : owner[...]))
    }
    return .function(owner[...].begins(with: "closure in ") ? owner : Array("closure in ".utf8) + owner)
  }

  /// `closure #2 in ` for `implicit closure #2 (Int) -> ()`.
  private static func numbered(_ closure: NameSlice) -> [UInt8] {
    guard let mark = closure.firstIndex(of: UInt8(ascii: "#")) else { return Array("closure in ".utf8) }
    let digits = closure[(mark + 1)...].prefix(while: \.isDigit)
    return Array("closure #".utf8) + digits + Array(" in ".utf8)
  }

  /// Whether the function is the body of a view: nearly every action of such an app is a closure in it, so that its number
  /// is all that tells two failures apart.
  private static func isViewBuilder(_ owner: NameSlice) -> Bool {
    ["body.getter", "previews.getter"].contains { name in
      let name = Array(name.utf8)
      guard owner.count > name.count, owner.suffix(name.count).elementsEqual(name) else { return false }
      return owner[owner.endIndex - name.count - 1] == UInt8(ascii: ".")
    }
  }

  private static func isClosure(_ name: NameSlice) -> Bool {
    name.begins(with: "closure ") || name.begins(with: "implicit closure ") || name.begins(with: "autoclosure ")
  }

  /// Returns the index of ` #1` before any bracket.
  fileprivate static func localMark(_ name: NameSlice) -> Int? {
    var at = name.startIndex
    while at + 2 < name.endIndex {
      switch name[at] {
      case UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "{"): return nil
      case 0x20 where name[at + 1] == UInt8(ascii: "#") && name[at + 2].isDigit: return at
      default: at += 1
      }
    }
    return nil
  }

  /// `inner #1 (_:plus:) in X`, `getter of counter #1 : Int in X`.
  private func local(_ name: NameSlice) -> NormalizedName? {
    guard let mark = Self.localMark(name) else { return nil }
    var rest = name[(mark + 2)...]
    while let digit = rest.first, digit.isDigit { rest.removeFirst() }
    rest = rest.trimmed
    guard let end = rest.begins(with: "in ") ? rest.startIndex - 1 : rest.topLevelPosition(of: " in ") else {
      return nil
    }
    var own = Array(name[..<mark])
    if end > rest.startIndex, let open = rest.first, open == UInt8(ascii: "(") || open == UInt8(ascii: "<") {
      own = SwiftDeclaration(image: nil).normalized((own + rest[..<end])[...])
    }
    guard case .function(let owner) = inner(rest[(end + 4)...]) else { return .dropped }
    own.append(" in ")
    return .function(own + owner)
  }
}

extension ArraySlice<UInt8> {
  /// Returns the part after `text`; `nil` if the name does not begin with it.
  func after(_ text: StaticString) -> NameSlice? {
    begins(with: text) ? dropFirst(text.utf8CodeUnitCount) : nil
  }
}
