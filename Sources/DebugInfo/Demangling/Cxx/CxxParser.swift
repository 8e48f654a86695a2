import Bytes

/// The name does not follow the grammar, or exceeds a limit.
struct CxxUnreadable: Error {}

/// Parses mangled names of the Itanium C++ ABI (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling) into a
/// tree.
///
/// Recursion is limited by `maxDepth`. Substitutions share parts, so a tree has at most a few nodes per byte.
struct CxxParser {
  var tree: CxxTree
  var index = 0
  let end: Int
  /// The parts that `S_`, `S0_`, … refer to.
  var substitutions: [CxxNodeID] = []
  /// The template arguments of each level, as indices in `lists`; `nil` for a generic lambda's own level.
  var levels: [Int?] = []
  var lists: [[CxxNodeID]] = []
  /// The level of the lambda whose parameters are being read; -1 if none.
  var lambdaLevel = -1
  /// False where `I` after a template parameter does not begin its arguments: in the type of a conversion operator.
  var readsArguments = true
  /// True in the type of a conversion operator, whose template parameters may refer to later arguments.
  var permitsForward = false
  /// True in a constraint, in which template parameters are written by their numbers.
  var isInConstraint = false
  /// The part of a substitution that was just read as a type of its own.
  var lastSubstituted = 0
  /// The number of invented template parameters so far: types, values, templates.
  var inventedTypes = 0
  var inventedValues = 0
  var inventedTemplates = 0
  private var depth = 0
  private static let maxDepth = 192

  init(_ bytes: [UInt8]) {
    tree = CxxTree(bytes: bytes)
    end = bytes.count
  }

  /// What a name in an encoding is followed by.
  struct NameState {
    var isConstructorOrConversion = false
    var endsWithArguments = false
    var hasExplicitObject = false
    var qualifiers: CxxQualifiers = []
    var firstForward = 0
  }

  // MARK: - Bytes

  var peek: UInt8 { index < end ? tree.bytes[index] : 0 }
  func peek(_ distance: Int) -> UInt8 { index + distance < end ? tree.bytes[index + distance] : 0 }

  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard count <= end - index else { return false }
    let isNext = text.withUTF8Buffer { buffer in
      for offset in 0..<count where buffer[offset] != tree.bytes[index + offset] { return false }
      return true
    }
    if isNext { index += count }
    return isNext
  }

  mutating func expect(_ letter: StaticString) throws(CxxUnreadable) {
    guard take(letter) else { throw CxxUnreadable() }
  }

  mutating func make(_ node: CxxNode) -> CxxNodeID {
    tree.nodes.append(node)
    return tree.nodes.count - 1
  }

  /// Counts one level of recursion; every call needs a `leave`.
  mutating func enter() throws(CxxUnreadable) {
    depth += 1
    // Substitutions may not multiply the size of the tree, but a hostile name may have an empty part per byte.
    guard depth <= Self.maxDepth, tree.nodes.count < 65_536 else { throw CxxUnreadable() }
  }

  mutating func leave() { depth -= 1 }

  // MARK: - Numbers

  /// Reads a number and returns its range, which is empty if there is none. `n` is the sign.
  mutating func number(mayBeNegative: Bool = false) -> Range<Int> {
    let start = index
    var cursor = index
    if mayBeNegative, peek == UInt8(ascii: "n") { cursor += 1 }
    let firstDigit = cursor
    while cursor < end, tree.bytes[cursor].isDigit { cursor += 1 }
    guard cursor > firstDigit else { return start..<start }
    index = cursor
    return start..<cursor
  }

  mutating func natural() throws(CxxUnreadable) -> Int {
    let digits = number()
    guard !digits.isEmpty, digits.count <= 9 else { throw CxxUnreadable() }
    return tree.bytes[digits].reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// `<seq-id>`: digits and uppercase letters, base 36.
  mutating func sequenceNumber() throws(CxxUnreadable) -> Int {
    var value = 0
    let start = index
    while index < end {
      let byte = tree.bytes[index]
      if byte.isDigit {
        value = value * 36 + Int(byte - 0x30)
      } else if (0x41...0x5A).contains(byte) {
        value = value * 36 + Int(byte - 0x41) + 10
      } else {
        break
      }
      guard value < 1_000_000 else { throw CxxUnreadable() }
      index += 1
    }
    guard index > start else { throw CxxUnreadable() }
    return value
  }

  // MARK: - Encodings

  /// `<mangled-name>` after `_Z`, with the suffix of a clone.
  mutating func mangledName() throws(CxxUnreadable) -> CxxNodeID {
    let name = try encoding()
    guard index < end else { return name }
    guard peek == UInt8(ascii: ".") else { throw CxxUnreadable() }
    return make(.clone(name, index..<end))
  }

  private var isAtEndOfEncoding: Bool {
    index >= end || peek == UInt8(ascii: "E") || peek == UInt8(ascii: ".") || peek == UInt8(ascii: "_")
  }

  mutating func encoding() throws(CxxUnreadable) -> CxxNodeID {
    try enter()
    defer { leave() }
    // The template parameters of the inner name are unrelated to those around it.
    let outer = levels
    levels = []
    defer { levels = outer }
    if peek == UInt8(ascii: "G") || peek == UInt8(ascii: "T") { return try specialName() }
    var state: NameState? = NameState(firstForward: tree.forward.count)
    let name = try self.name(&state)
    let found = state ?? NameState()
    try resolveForward(from: found.firstForward)
    if isAtEndOfEncoding { return name }
    var function = CxxFunction(name: name, parameters: [], qualifiers: found.qualifiers)
    if take("Ua9enable_ifI") {
      var conditions: [CxxNodeID] = []
      while !take("E") { conditions.append(try templateArgument()) }
      function.attributes = make(.enableIf(conditions))
    }
    if !found.isConstructorOrConversion, found.endsWithArguments { function.result = try type() }
    if !take("v") {
      repeat {
        let parameter = try type()
        let isObject = found.hasExplicitObject && function.parameters.isEmpty
        function.parameters.append(isObject ? make(.explicitObject(parameter)) : parameter)
      } while !isAtEndOfEncoding && peek != UInt8(ascii: "Q")
    }
    if take("Q") { function.requires = try constraint() }
    return make(.function(function))
  }

  /// Sets the arguments of template parameters that were read before them.
  private mutating func resolveForward(from first: Int) throws(CxxUnreadable) {
    for position in first..<max(first, pendingForward.count) where tree.forward[position] == nil {
      guard let list = levels.first ?? nil, lists[list].indices.contains(pendingForward[position]) else {
        throw CxxUnreadable()
      }
      tree.forward[position] = lists[list][pendingForward[position]]
    }
  }

  /// The index of the template argument that each of `tree.forward` refers to.
  var pendingForward: [Int] = []

  // MARK: - Special names

  private mutating func specialName() throws(CxxUnreadable) -> CxxNodeID {
    let start = index
    if take("T") {
      switch peek {
      case UInt8(ascii: "A"):
        index += 1
        return make(.special("template parameter object for ", try templateArgument()))
      case UInt8(ascii: "V"): return try special("vtable for ")
      case UInt8(ascii: "T"): return try special("VTT for ")
      case UInt8(ascii: "I"): return try special("typeinfo for ")
      case UInt8(ascii: "S"): return try special("typeinfo name for ")
      case UInt8(ascii: "W"): return try specialOfName("thread-local wrapper routine for ")
      case UInt8(ascii: "H"): return try specialOfName("thread-local initialization routine for ")
      case UInt8(ascii: "c"):
        index += 1
        try callOffset()
        try callOffset()
        return make(.special("covariant return thunk to ", try encoding()))
      case UInt8(ascii: "C"): return try constructionVTable()
      default:
        let isVirtual = peek == UInt8(ascii: "v")
        try callOffset()
        return make(.special(isVirtual ? "virtual thunk to " : "non-virtual thunk to ", try encoding()))
      }
    }
    index = start + 1
    switch peek {
    case UInt8(ascii: "V"): return try specialOfName("guard variable for ")
    case UInt8(ascii: "R"):
      let name = try specialOfName("reference temporary for ")
      if !take("_") {
        _ = try sequenceNumber()
        try expect("_")
      }
      return name
    case UInt8(ascii: "I"):
      index += 1
      guard let module = try moduleName(nil) else { throw CxxUnreadable() }
      return make(.special("initializer for module ", module))
    case UInt8(ascii: "T"):
      // Extension of GCC for transactional memory.
      guard peek(1) == UInt8(ascii: "t") || peek(1) == UInt8(ascii: "n") else { throw CxxUnreadable() }
      let isClone = peek(1) == UInt8(ascii: "t")
      index += 2
      return make(.special(isClone ? "transaction clone for " : "non-transaction clone for ", try encoding()))
    default: throw CxxUnreadable()
    }
  }

  private mutating func special(_ words: StaticString) throws(CxxUnreadable) -> CxxNodeID {
    index += 1
    return make(.special(words, try type()))
  }

  private mutating func specialOfName(_ words: StaticString) throws(CxxUnreadable) -> CxxNodeID {
    index += 1
    var state: NameState?
    return make(.special(words, try name(&state)))
  }

  private mutating func constructionVTable() throws(CxxUnreadable) -> CxxNodeID {
    index += 1
    let derived = try type()
    guard !number(mayBeNegative: true).isEmpty else { throw CxxUnreadable() }
    try expect("_")
    return make(.constructionVTable(try type(), in: derived))
  }

  /// `<call-offset>`: `h <number> _` or `v <number> _ <number> _`.
  private mutating func callOffset() throws(CxxUnreadable) {
    let count = take("h") ? 1 : take("v") ? 2 : 0
    guard count > 0 else { throw CxxUnreadable() }
    for _ in 0..<count {
      guard !number(mayBeNegative: true).isEmpty else { throw CxxUnreadable() }
      try expect("_")
    }
  }
}
