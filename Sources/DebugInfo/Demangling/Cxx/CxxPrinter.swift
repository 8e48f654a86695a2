/// Writes the readable form of a C++ name, in the spelling of LLVM's tools.
///
/// Types are written around the name that they declare, as in C++: `writeLeft` writes the part before it and
/// `writeRight` the part after it. The number of steps, their depth and the length of the output are limited, because
/// shared parts can expand to any length.
struct CxxPrinter {
  let tree: CxxTree
  private(set) var output: [UInt8] = []
  /// The number of open parentheses in the innermost template arguments. If it is 0, the operator `>` needs parentheses
  /// of its own; LLVM also writes them outside of all template arguments, where this stays 0.
  private(set) var openParentheses = 0
  private var isInArguments = false
  /// The element of parameter packs that is being written, and their length; `nil` outside expansions.
  var packIndex = 0
  var packCount: Int?
  private(set) var hasFailed = false
  private var depth = 0
  private var steps = 0
  private var openForward: Set<Int> = []

  private static let maxDepth = 320
  private static let maxSteps = 100_000

  init(_ tree: CxxTree) { self.tree = tree }

  // MARK: - Output

  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { output += $0 }
  }

  mutating func write(_ range: Range<Int>) { output += tree.bytes[range] }

  mutating func write(number: Range<Int>) {
    if tree.bytes[number].first == UInt8(ascii: "n") {
      output.append(UInt8(ascii: "-"))
      write(number.dropFirst())
    } else {
      write(number)
    }
  }

  mutating func write(_ text: String) { output += text.utf8 }

  mutating func open(_ bracket: Unicode.Scalar = "(") {
    if isInArguments { openParentheses += 1 }
    output.append(UInt8(ascii: bracket))
  }

  mutating func close(_ bracket: Unicode.Scalar = ")") {
    if isInArguments { openParentheses -= 1 }
    output.append(UInt8(ascii: bracket))
  }

  /// Counts one step of recursion; returns false if a limit is exceeded. Every call that returns true needs a `leave`.
  mutating func enter() -> Bool {
    steps += 1
    guard !hasFailed, depth < Self.maxDepth, steps < Self.maxSteps, output.count <= maxReadableNameLength else {
      hasFailed = true
      return false
    }
    depth += 1
    return true
  }

  mutating func leave() { depth -= 1 }

  mutating func fail() { hasFailed = true }

  /// Writes `body` in template arguments, where `>` ends the list.
  mutating func inAngles(_ body: (inout CxxPrinter) -> Void) {
    let outer = (openParentheses, isInArguments)
    (openParentheses, isInArguments) = (0, true)
    output.append(UInt8(ascii: "<"))
    body(&self)
    output.append(UInt8(ascii: ">"))
    (openParentheses, isInArguments) = outer
  }

  /// Writes a list. Empty packs in it leave no comma.
  mutating func writeList(_ list: [CxxNodeID]) {
    var isFirst = true
    for element in list {
      let before = output.count
      if !isFirst { write(", ") }
      let after = output.count
      writeOperand(element, .comma)
      if output.count == after {
        output.removeLast(output.count - before)
      } else {
        isFirst = false
      }
    }
  }

  // MARK: - Nodes

  mutating func write(_ id: CxxNodeID) {
    writeLeft(id)
    if hasRight(id) { writeRight(id) }
  }

  /// Returns the node with resolved template parameters and the current element of packs; `nil` for an empty pack. The
  /// first pack in an expansion determines its length.
  mutating func resolved(_ id: CxxNodeID) -> CxxNodeID? {
    var id = id
    for _ in 0..<Self.maxDepth {
      switch tree.nodes[id] {
      case .forward(let index):
        guard let target = tree.forward[index] else { return nil }
        id = target
      case .pack(let elements):
        beginPack(elements.count)
        guard packIndex < elements.count else { return nil }
        id = elements[packIndex]
      default: return id
      }
    }
    return nil
  }

  mutating func writeLeft(_ id: CxxNodeID) {
    guard enter() else { return }
    defer { leave() }
    switch tree.nodes[id] {
    case .source(let range): write(range)
    case .constant(let text): write(text)
    case .expression(let expression): write(expression)
    case .templated(let name, let arguments):
      write(name)
      write(arguments)
    case .templateArguments(let list): inAngles { $0.writeList(list) }
    case .argumentPack(let list): writeList(list)
    case .expansion(let pattern): writeExpansion(pattern)
    case .pack(let elements):
      beginPack(elements.count)
      if packIndex < elements.count { writeLeft(elements[packIndex]) }
    case .forward(let index): inForward(index) { $0.writeLeft($1) }
    case .function(let function):
      if let result = function.result {
        writeLeft(result)
        if !hasRight(result) { write(" ") }
      }
      write(function.name)
    case .enableIf(let conditions):
      write(" [enable_if:")
      writeList(conditions)
      write("]")
    case .abbreviation(let found, let isExpanded): write(found, isExpanded: isExpanded)
    default: writeNameOrType(id)
    }
  }

  mutating func writeRight(_ id: CxxNodeID) {
    guard enter() else { return }
    defer { leave() }
    switch tree.nodes[id] {
    case .pack(let elements):
      beginPack(elements.count)
      if packIndex < elements.count { writeRight(elements[packIndex]) }
    case .forward(let index): inForward(index) { $0.writeRight($1) }
    case .function(let function):
      open()
      writeList(function.parameters)
      close()
      if let result = function.result { writeRight(result) }
      write(function.qualifiers)
      if let attributes = function.attributes { write(attributes) }
      writeRequires(function.requires)
    case .functionType(let function):
      open()
      writeList(function.parameters)
      close()
      writeRight(function.result)
      write(function.qualifiers)
      if let exceptions = function.exceptions {
        write(" ")
        write(exceptions)
      }
    default: writeRightOfDeclarator(id)
    }
  }

  private mutating func beginPack(_ count: Int) {
    if packCount == nil { (packIndex, packCount) = (0, count) }
  }

  private mutating func inForward(_ index: Int, _ body: (inout CxxPrinter, CxxNodeID) -> Void) {
    // A parameter may be part of its own argument.
    guard let target = tree.forward[index], openForward.insert(index).inserted else { return }
    body(&self, target)
    openForward.remove(index)
  }

  mutating func writeExpansion(_ pattern: CxxNodeID) {
    let outer = (packIndex, packCount)
    (packIndex, packCount) = (0, nil)
    let start = output.count
    write(pattern)
    if let count = packCount {
      if count == 0 { output.removeLast(output.count - start) }
      var next = 1
      while next < count, !hasFailed {
        write(", ")
        packIndex = next
        packCount = count
        write(pattern)
        next += 1
      }
    } else {
      // The pattern has no pack.
      write("...")
    }
    (packIndex, packCount) = outer
  }

  mutating func writeRequires(_ constraint: CxxNodeID?) {
    guard let constraint else { return }
    write(" requires ")
    write(constraint)
  }

  mutating func write(_ qualifiers: CxxQualifiers) {
    if qualifiers.contains(.const) { write(" const") }
    if qualifiers.contains(.volatile) { write(" volatile") }
    if qualifiers.contains(.restrict) { write(" restrict") }
    if qualifiers.contains(.lvalue) { write(" &") }
    if qualifiers.contains(.rvalue) { write(" &&") }
  }

  private mutating func write(_ abbreviation: CxxAbbreviation, isExpanded: Bool) {
    write("std::")
    write(abbreviation.name(isExpanded: isExpanded))
    guard isExpanded, abbreviation != .allocator, abbreviation != .basicString else { return }
    write("<char, std::char_traits<char>")
    if abbreviation == .string { write(", std::allocator<char>") }
    write(">")
  }
}
