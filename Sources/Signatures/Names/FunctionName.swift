import Bytes

/// What step 4 makes of a name.
enum NormalizedName: Equatable {
  case function([UInt8])
  /// Code that the compiler made; the frame is left out.
  case dropped
  /// No name at all: step 5.
  case unsymbolicated
}

/// Step 4: one spelling for a function, whoever wrote it down.
enum FunctionName {
  /// Names inside names, as a closure in a witness in a closure, that are looked into.
  static let deepest = 16

  /// The normalised form of a function as a report writes it.
  ///
  /// - Parameter image: Normalised name of its image (step 3): in a full spelling of Swift it is the module.
  static func normalized(_ written: String, image: String?) -> NormalizedName {
    var bytes = NameCleaning.cleaned(written)
    if UnsymbolicatedFrame.isNoName(bytes[...]) { return .unsymbolicated }
    if let readable = MangledNames.readable(bytes[...]) { bytes = readable }
    var name = NameSuffixes.removed(from: bytes[...])
    if name.count < bytes.count {
      if UnsymbolicatedFrame.isNoName(name) { return .unsymbolicated }
      if let readable = MangledNames.readable(name) { name = NameSuffixes.removed(from: readable[...]) }
    }
    return normalized(part: name, image: image, depth: 0)
  }

  /// Steps 4.3 to 4.7, for a whole name or for one that another name states.
  static func normalized(part name: NameSlice, image: String? = nil, depth: Int) -> NormalizedName {
    guard depth < deepest else { return .function(Array(name)) }
    if let done = ObjectiveCName.normalized(name, depth: depth) { return done }
    guard let inner = NameWrappers.unwrapped(name) else { return .dropped }
    if inner.isEmpty { return .function(Array(name)) }
    if inner.count < name.count, let done = ObjectiveCName.normalized(inner, depth: depth) { return done }
    switch NameLanguage(of: inner) {
    case .plain: return .function(Array(inner))
    case .cxx: return .function(CxxName.normalized(inner))
    case .swift: return SwiftName(image: image, depth: depth).normalized(inner)
    }
  }
}

/// Step 4.5.
enum NameLanguage {
  case swift, cxx
  /// A name of C, in which nothing is to be done.
  case plain

  init(of name: NameSlice) {
    guard let firstSign = name.firstIndex(where: { !$0.isWord }) else {
      self = .plain
      return
    }
    if SwiftName.isForm(name) {
      self = .swift
    } else if Self.isCxxPath(name, from: firstSign) || name.begins(with: "operator") || Self.hasCxxArguments(name) {
      self = .cxx
    } else {
      self = .swift
    }
  }

  /// `::` somewhere, and no `.` between two words before the first bracket.
  private static func isCxxPath(_ name: NameSlice, from: Int) -> Bool {
    guard name.position(of: "::", from: from) != nil else { return false }
    var at = from
    while at < name.endIndex, !isBracket(name[at]) {
      if name[at] == UInt8(ascii: "."), at > name.startIndex, at + 1 < name.endIndex, name[at - 1].isWord,
        name[at + 1].isWord
      {
        return false
      }
      at += 1
    }
    return true
  }

  private static func isBracket(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "{"): true
    default: false
    }
  }

  private static let cxxWords = GlobSet([
    "int", "char", "unsigned", "signed", "long", "short", "bool", "float", "double", "void", "const", "size_t",
    "struct", "enum",
  ])

  private static func isCxxWord(_ word: NameSlice) -> Bool {
    if word.count <= 8, cxxWords.matches(word) { return true }
    // int8_t, int64_t
    return word.begins(with: "int") && word.ends(with: "_t") && word.dropFirst(3).dropLast(2).allSatisfy(\.isDigit)
  }

  /// Types of C++ among the arguments, and no label.
  private static func hasCxxArguments(_ name: NameSlice) -> Bool {
    var depth = BracketDepth()
    var open = name.startIndex
    while open < name.endIndex, !(depth.isOutside && name[open] == UInt8(ascii: "(")) {
      open = depth.pass(open, in: name)
    }
    guard open < name.endIndex, let close = name.closing(bracketAt: open) else { return false }
    let arguments = name[(open + 1)..<close]
    var found = false
    var at = arguments.startIndex
    while at < arguments.endIndex {
      let byte = arguments[at]
      if byte.isWord {
        let start = at
        while at < arguments.endIndex, arguments[at].isWord { at += 1 }
        if at < arguments.endIndex, arguments[at] == UInt8(ascii: ":") {
          guard at + 1 < arguments.endIndex, arguments[at + 1] == UInt8(ascii: ":") else { return false }
          found = true
          at += 2
        } else if isCxxWord(arguments[start..<at]) {
          found = true
        }
        continue
      }
      if byte == UInt8(ascii: "*") { found = true }
      // ` & ` joins protocols in Swift; a reference has no blank on both sides.
      if byte == UInt8(ascii: "&") {
        let isJoint =
          at > arguments.startIndex && at + 1 < arguments.endIndex && arguments[at - 1] == 0x20
          && arguments[at + 1] == 0x20
        if !isJoint { found = true }
      }
      at += 1
    }
    return found
  }
}
