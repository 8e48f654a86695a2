import Bytes

/// Returns the readable form of a name in the mangling of Swift 1 to 3 (`_T…`, not `_T0…`); `nil` if it has another form.
///
/// The Swift runtime supports only its own mangling. Current Swift still uses this one for the Objective-C names of
/// classes (`_TtC9MyProject14ViewController`), and old apps for functions. Read are the forms that crash reports contain:
/// paths of modules and types, functions with the labels of their arguments, accessors, initializers, closures, local
/// functions, and thunks and specializations of these. A type is `_`, Swift's placeholder, so that the name has the form of
/// a complete one for `shortened`. The grammar is `docs/ABI/OldMangling.rst` of the Swift sources.
///
///     _TFC9MyProject14ViewControllercfT5coderCSo7NSCoder_GSqS0__    MyProject.ViewController.init(coder: _) -> _
func demangledOldSwift(_ name: String) -> String? {
  var reader = OldSwiftReader(bytes: Array(name.utf8))
  return try? reader.name()
}

/// Reads a name from left to right.
private struct OldSwiftReader {
  struct Unreadable: Error {}

  /// A module, declaration or type.
  struct Part {
    /// The letter of the kind of a type or declaration; `m` for a module.
    var kind: Character = "?"
    /// The path; empty for a type without one.
    var text = ""
    /// The number of lists of generic arguments in a bound type: one for each type in the path.
    var levels = 0
    /// True if the path follows the name of a declaration in it: `Local #1 in App.run()`.
    var follows = false
    /// The elements of a tuple, or the parameters of a function type: `for: _, _`.
    var elements: String?
  }

  let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  /// The length of all texts. References repeat texts, so that a name of 4 KB could expand to any length.
  private var written = 0
  /// The modules, types and protocols in the order in which they ended; `S_` refers to the first.
  private var substitutions: [Part] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Tables

  /// A code and its word.
  private typealias Row = (code: String, word: String)

  private static func rows(_ text: String) -> [Row] {
    text.split(separator: ",").map { row in
      let parts = row.split(separator: "=", omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  private static let attributes = rows("To=@objc ,TO=@nonobjc ,TD=dynamic ,Td=super ,TV=override ")
  private static let namesOfTypes = rows(
    "t,Ma=type metadata accessor for ,Mm=metaclass for ")
  private static let inits = rows(
    "D=__deallocating_deinit,d=deinit,C=__allocating_init,c=init,e=__ivar_initializer,E=__ivar_destroyer")
  private static let closures = rows("U=closure #,u=implicit closure #")
  private static let accessors = rows(
    "g=getter,G=getter,s=setter,m=materializeForSet,w=willset,W=didset,au=unsafeMutableAddressor,lu=unsafeAddressor")
  /// `s` is the module of Swift 1.
  private static let modules = rows("o=__C,C=__C_Synthesized,s=Swift")
  private static let standardTypes = rows(
    "a=Array,b=Bool,c=UnicodeScalar,d=Double,f=Float,i=Int,V=UnsafeRawPointer,v=UnsafeMutableRawPointer,P=UnsafePointer,"
      + "p=UnsafeMutablePointer,q=Optional,Q=ImplicitlyUnwrappedOptional,R=UnsafeBufferPointer,r=UnsafeMutableBufferPointer,"
      + "S=String,u=UInt")
  /// Metatypes, `inout`, `Self`, unowned and weak references.
  private static let wordsBeforeTypes = rows("M,PM,R,D,Xo,Xu,Xw")
  private static let functionTypes = rows("F,f,K,b,c")

  // MARK: Bytes

  private var next: Character { index < bytes.count ? Character(UnicodeScalar(bytes[index])) : "\0" }

  private mutating func take(_ text: String) -> Bool {
    let isNext = bytes[index...].starts(with: text.utf8)
    if isNext { index += text.utf8.count }
    return isNext
  }

  /// Moves past the first code that comes next; returns its word.
  private mutating func take(_ table: [Row]) -> String? {
    for row in table where take(row.code) { return row.word }
    return nil
  }

  private mutating func expect(_ text: String) throws(Unreadable) { if !take(text) { throw Unreadable() } }

  /// Limits the recursion: 128 levels take less than half a megabyte of stack.
  private mutating func enter() throws(Unreadable) {
    depth += 1
    if depth > 128 { throw Unreadable() }
  }

  private mutating func natural() throws(Unreadable) -> Int {
    let digits = bytes[index...].prefix(9).prefix { $0.isDigit }
    guard let number = Int(String(streamSafe: digits)) else { throw Unreadable() }
    index += digits.count
    return number
  }

  /// `_` is 0, `0_` is 1, `1_` is 2, ….
  private mutating func number() throws(Unreadable) -> Int {
    if take("_") { return 0 }
    let number = try natural()
    try expect("_")
    return number + 1
  }

  /// A length and as many characters, in Punycode after `X`.
  private mutating func identifier() throws(Unreadable) -> String {
    let isPunycode = take("X")
    let length = try natural()
    guard length > 0, length <= bytes.count - index else { throw Unreadable() }
    let raw = bytes[index..<index + length]
    index += length
    guard let text = isPunycode ? Punycode.decoded(raw) : String(streamSafe: raw) else { throw Unreadable() }
    return text
  }

  // MARK: Names

  mutating func name() throws(Unreadable) -> String {
    try enter()
    try expect("_T")
    if take("TS") {
      // Types or changes of arguments, then the name of the function: `_TTSg5CSo6UIView___TF…`.
      guard let mark = bytes.firstOffset(of: "___T", from: index) else { throw Unreadable() }
      index = mark + 2
      let name = try name()
      return name.hasPrefix("specialized ") ? name : "specialized " + name
    }
    if take("TRXF") || take("TRG") { return "reabstraction thunk helper" }
    if take("PA__T") {
      index -= 2
      return "partial apply forwarder for " + (try name())
    }
    var text: String
    if take("TW") {
      let conformance = "\(try type().text) : \(try protocolName().text) in \(try context().text)"
      text = "protocol witness for \(try entity(isLast: true).text) in conformance \(conformance)"
    } else if take("Mp") {
      text = "protocol descriptor for " + (try protocolName().text)
    } else if let words = take(Self.namesOfTypes) {
      let type = try type()
      guard !type.text.isEmpty else { throw Unreadable() }
      text = words + type.text
    } else {
      text = (take(Self.attributes) ?? "") + (try entity(isLast: true).text)
    }
    // What compilers append. Any other text means that it is a name of C, such as `_TtSize`.
    let rest = String(streamSafe: bytes[index...])
    guard rest.isEmpty || next == "." || next == "_" && rest.utf8.dropFirst().allSatisfy(\.isDigit) else {
      throw Unreadable()
    }
    return rest.isEmpty ? text : text + " with unmangled suffix \"\(rest)\""
  }

  // MARK: Declarations

  private mutating func part(
    _ kind: Character, _ text: String, levels: Int = 0, follows: Bool = false
  ) throws(Unreadable) -> Part {
    written += text.utf8.count
    guard written <= maxReadableNameLength else { throw Unreadable() }
    let part = Part(kind: kind, text: text, levels: levels, follows: follows)
    if "mVOCP".contains(kind) { substitutions.append(part) }
    return part
  }

  private mutating func context() throws(Unreadable) -> Part {
    if take("E") {
      let module = try context()
      guard module.kind == "m" else { throw Unreadable() }
      return try part("E", "(extension in \(module.text)):\(try context().text)")
    }
    if take("S") { return try substitution() }
    if take("s") { return Part(kind: "m", text: "Swift") }
    if take("G") { return try boundType() }
    return "FvPZCVO".contains(next) ? try entity(isLast: false) : try part("m", try identifier())
  }

  /// - Parameter isLast: True if nothing but the type follows the name, so that a type of another form does no harm.
  private mutating func entity(isLast: Bool) throws(Unreadable) -> Part {
    try enter()
    defer { depth -= 1 }
    let kind = next
    guard "ZFviPCVO".contains(kind) else { throw Unreadable() }
    index += 1
    if kind == "Z" {
      let member = try entity(isLast: isLast)
      return try part(kind, "static " + member.text, levels: member.levels + 1, follows: true)
    }
    let context = try context()
    if kind == "F", let word = take(Self.inits) {
      let shown = context.kind == "C" ? word : word.split(separator: "_").last.map(String.init) ?? word
      let type = shown.hasSuffix("deinit") || shown.hasSuffix("er") ? "" : try signature(isLast: isLast)
      return try declared(shown + type, "?", in: context)
    }
    if kind == "F", let word = take(Self.closures) {
      let number = try number() + 1
      let type = try signature(isLast: isLast)
      return try part("?", "\(word)\(number) \(type) in \(context.text)", levels: context.levels + 1, follows: true)
    }
    return try named(kind, in: context, isLast: isLast)
  }

  private mutating func named(_ kind: Character, in context: Part, isLast: Bool) throws(Unreadable) -> Part {
    let accessor = kind == "F" ? take(Self.accessors) : nil
    let isLocal = take("L")
    let number = isLocal ? " #\(try number() + 1)" : ""
    let file = take("P") ? try identifier() : nil
    var name = try identifier() + number
    if let file { name = "(\(name) in \(file))" }
    if "VOCP".contains(kind) { return try declared(name, kind, in: context, isLocal: isLocal) }
    let type = try signature(isLast: isLast)
    if kind == "i" { name = "subscript" }
    if let accessor { name += "." + accessor }
    name += kind != "v" && accessor == nil ? (isLocal ? " " : "") + type : " : _"
    return try declared(name, accessor == nil ? kind : "?", in: context, isLocal: isLocal)
  }

  private mutating func declared(
    _ name: String, _ kind: Character, in context: Part, isLocal: Bool = false
  ) throws(Unreadable) -> Part {
    let isAfter = isLocal || context.follows
    return try part(
      kind, isAfter ? "\(name) in \(context.text)" : "\(context.text).\(name)",
      levels: kind == "F" ? 0 : context.levels + 1, follows: isAfter || !"VOCP".contains(kind))
  }

  /// Skips the type of a declaration; returns `(for: _, _) -> _` for a function type.
  private mutating func signature(isLast: Bool) throws(Unreadable) -> String {
    let hasType = index < bytes.count
    do { return try type().elements.map { "(\($0)) -> _" } ?? " : _" } catch {
      guard isLast, hasType else { throw error }
      index = bytes.count
      return " : _"
    }
  }

  private mutating func protocolName() throws(Unreadable) -> Part {
    let found = try context()
    return found.kind == "P" ? found : try named("P", in: found, isLast: false)
  }

  /// The part after `S`.
  private mutating func substitution() throws(Unreadable) -> Part {
    if let module = take(Self.modules) { return Part(kind: "m", text: module) }
    if let type = take(Self.standardTypes) { return Part(kind: "V", text: "Swift." + type, levels: 1) }
    let number = try number()
    guard number < substitutions.count else { throw Unreadable() }
    return substitutions[number]
  }

  // MARK: Types

  /// The part after `G`: a type, and the arguments of all types in its path.
  private mutating func boundType() throws(Unreadable) -> Part {
    let type = take("S") ? try substitution() : try entity(isLast: false)
    guard "VOC".contains(type.kind) else { throw Unreadable() }
    for _ in 0..<type.levels { while !take("_") { _ = try self.type() } }
    return type
  }

  private mutating func type() throws(Unreadable) -> Part {
    try enter()
    defer { depth -= 1 }
    if take("S") { return try substitution() }
    if take("G") { return try boundType() }
    if "VOC".contains(next) { return try entity(isLast: false) }
    if take(Self.functionTypes) != nil {
      _ = take("z")
      let parameters = try type()
      _ = try type()
      return Part(elements: parameters.elements ?? "_")
    }
    if take("T") || take("t") {
      var elements: [String] = []
      while !take("_") {
        elements.append(next.isNumber ? try identifier() + ": _" : "_")
        _ = try type()
      }
      return Part(elements: elements.joined(separator: ", "))
    }
    if take(Self.wordsBeforeTypes) != nil {
      _ = try type()
    } else if take("P") {
      while !take("_") { _ = try protocolName() }
    } else if take("q") {
      if take("d") { _ = try number() }
      _ = try number()
    } else {
      try expect("x")
    }
    return Part()
  }
}
