import Bytes

/// Normalizes a Swift declaration: path, argument labels, accessors.
struct SwiftDeclaration {
  /// The normalized name of the image.
  let image: String?

  func normalized(_ name: NameSlice) -> [UInt8] {
    let (end, isTyped) = Self.endOfPath(name)
    var path = name[..<end]
    var result: [UInt8] = []
    if let rest = path.after("static ") {
      result.append("static ")
      path = rest
    }
    let bare = withoutModule(path, isFull: isTyped || Self.isDeinit(path))
    return result + Self.withLabels(bare)
  }

  /// Returns the index at which results, types and effects begin, and whether the spelling has a type.
  private static func endOfPath(_ name: NameSlice) -> (end: Int, isTyped: Bool) {
    var depth = BracketDepth()
    var end: Int?
    var at = name.startIndex
    while at < name.endIndex {
      if name[at] == 0x20, depth.isOutside {
        if name.matches(" -> ", at: at) || name.matches(" : ", at: at) { return (end ?? at, true) }
        let isEffect =
          name.matches(" async", at: at) || name.matches(" throws", at: at) || name.matches(" rethrows", at: at)
        if end == nil, isEffect { end = at }
      }
      at = depth.advance(at, in: name)
    }
    return (end ?? name.endIndex, false)
  }

  /// Returns true for `A.B.deinit`, which contains a module although it has no type.
  private static func isDeinit(_ path: NameSlice) -> Bool {
    guard path.ends(with: ".deinit") || path.ends(with: "deallocating_deinit") else { return false }
    var dots = 0
    var depth = BracketDepth()
    var at = path.startIndex
    while at < path.endIndex {
      if path[at] == UInt8(ascii: "."), depth.isOutside { dots += 1 }
      at = depth.advance(at, in: path)
    }
    return dots >= 2
  }
}

// MARK: Modules

extension SwiftDeclaration {
  private static let known = GlobSet(SignatureLists.modules)

  /// Removes a known module and, in a full spelling, the module of the image.
  func withoutModule(_ path: NameSlice, isFull: Bool) -> NameSlice {
    guard let dot = Self.firstDot(path) else { return path }
    let first = path[..<dot]
    return Self.known.matches(first) || (isFull && isOwnModule(first)) ? path[(dot + 1)...] : path
  }

  /// Removes a known module or, with `always`, the first component.
  func withoutModule(_ path: NameSlice, always: Bool) -> NameSlice {
    guard always, let dot = Self.firstDot(path) else { return withoutModule(path, isFull: false) }
    return path[(dot + 1)...]
  }

  /// Returns true if a full spelling begins with a module that `withoutModule` does not remove.
  func keepsModule(_ name: NameSlice) -> Bool {
    let (end, isTyped) = Self.endOfPath(name)
    guard isTyped else { return false }
    let path = name[..<end].after("static ") ?? name[..<end]
    guard let dot = Self.firstDot(path), path[(dot + 1)...].contains(UInt8(ascii: ".")) else { return false }
    return !Self.known.matches(path[..<dot]) && !isOwnModule(path[..<dot])
  }

  /// Returns the index of the dot after the first word of the path.
  private static func firstDot(_ path: NameSlice) -> Int? {
    guard let end = path.firstIndex(where: { !$0.isWord }), path[end] == UInt8(ascii: "."), end > path.startIndex else {
      return nil
    }
    return end
  }

  /// Returns true if `word` is the image's name, with `_` for characters that are not allowed in a word.
  private func isOwnModule(_ word: NameSlice) -> Bool {
    guard let image else { return false }
    return image.utf8.elementsEqual(word) { $0 == $1 || (!$0.isWord && $1 == UInt8(ascii: "_")) }
  }
}

// MARK: Arguments

extension SwiftDeclaration {
  /// Reduces argument lists to labels and generics to `<T>`, and unifies the names of initializers and deinitializers.
  static func withLabels(_ path: NameSlice) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(path.count)
    var at = path.startIndex
    while at < path.endIndex {
      switch path[at] {
      case UInt8(ascii: "("):
        guard let close = path.closing(bracketAt: at) else { return result + path[at...] }
        appendLabels(path[(at + 1)..<close], to: &result)
        at = close
      case UInt8(ascii: "<"):
        result.append("<T>")
        guard let close = path.closing(bracketAt: at) else { return result }
        at = close
      case UInt8(ascii: "_") where at == path.startIndex || path[at - 1] == UInt8(ascii: "."):
        if let (short, count) = initializer(path, at) {
          result.append(short)
          at += count
          continue
        }
        result.append(path[at])
      default: result.append(path[at])
      }
      at += 1
    }
    return result
  }

  private static func initializer(_ path: NameSlice, _ at: Int) -> (StaticString, Int)? {
    if path.matches("__allocating_init", at: at) { return ("init", 17) }
    if path.matches("__deallocating_deinit", at: at) { return ("deinit", 21) }
    if path.matches("__isolated_deallocating_deinit", at: at) { return ("deinit", 30) }
    return nil
  }

  /// Appends labels: `(in: Swift.Int, Swift.String...)` → `(in:_:)`. Lists of labels stay unchanged.
  private static func appendLabels(_ arguments: NameSlice, to result: inout [UInt8]) {
    result.append(UInt8(ascii: "("))
    defer { result.append(UInt8(ascii: ")")) }
    if arguments.isEmpty { return }
    if arguments.last == UInt8(ascii: ":"), arguments.allSatisfy({ $0.isWord || $0 == UInt8(ascii: ":") }) {
      result += arguments
      return
    }
    var depth = BracketDepth()
    var start = arguments.startIndex
    var at = start
    while at < arguments.endIndex {
      if arguments[at] == UInt8(ascii: ","), depth.isOutside {
        appendLabel(arguments[start..<at], to: &result)
        start = at + 1
      }
      at = depth.advance(at, in: arguments)
    }
    appendLabel(arguments[min(start, arguments.endIndex)...], to: &result)
  }

  private static func appendLabel(_ argument: NameSlice, to result: inout [UInt8]) {
    let argument = argument.trimmed
    let word = argument.prefix(while: \.isWord)
    if !word.isEmpty, argument.dropFirst(word.count).begins(with: ": ") {
      result += word
    } else {
      result.append(UInt8(ascii: "_"))
    }
    result.append(UInt8(ascii: ":"))
  }
}
