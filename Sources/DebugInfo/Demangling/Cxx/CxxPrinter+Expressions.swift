import Bytes

extension CxxPrinter {
  /// Writes a part, in parentheses if it binds less strongly than its context. `isStrict`: also if it binds equally.
  mutating func writeOperand(_ id: CxxNodeID, _ context: CxxPrecedence = .weakest, isStrictlyWorse: Bool = false) {
    let needsParentheses = precedence(id).rawValue >= context.rawValue + (isStrictlyWorse ? 1 : 0)
    if needsParentheses { open() }
    write(id)
    if needsParentheses { close() }
  }

  private func precedence(_ id: CxxNodeID) -> CxxPrecedence {
    guard case .expression(let expression) = tree.nodes[id] else { return .primary }
    switch expression {
    case .prefix: return .unary
    case .suffix, .element, .call: return .postfix
    case .binary(_, let found, _), .member(_, let found, _): return found.precedence
    case .conditional: return .conditional
    case .enclosed(_, _, let precedence): return precedence
    case .cast: return .postfix
    case .new, .delete: return .unary
    case .conversion: return .cast
    default: return .primary
    }
  }

  mutating func write(_ expression: CxxExpression) {
    switch expression {
    case .prefix(let symbol, let operand):
      write(symbol)
      writeOperand(operand, .unary)
    case .suffix(let operand, let symbol):
      writeOperand(operand, .postfix, isStrictlyWorse: true)
      write(symbol)
    case .binary(let left, let found, let right): writeBinary(left, found, right)
    case .member(let base, let found, let member):
      writeOperand(base, found.precedence, isStrictlyWorse: true)
      write(found.symbol)
      writeOperand(member, found.precedence)
    case .element(let base, let index):
      writeOperand(base, .postfix)
      open("[")
      writeOperand(index)
      close("]")
    case .conditional(let condition, let first, let second):
      writeOperand(condition, .conditional)
      write(" ? ")
      writeOperand(first)
      write(" : ")
      writeOperand(second, .assignment, isStrictlyWorse: true)
    case .enclosed(let words, let operand, _):
      write(words)
      open()
      write(operand)
      close()
    case .cast(let words, let target, let operand):
      write(words)
      inAngles { $0.writeLeft(target) }
      open()
      writeOperand(operand)
      close()
    case .call(let callee, let arguments, let isParenthesized):
      if isParenthesized { open() }
      write(callee)
      if isParenthesized { close() }
      open()
      writeList(arguments)
      close()
    default: writeOther(expression)
    }
  }

  private mutating func writeBinary(_ left: CxxNodeID, _ found: CxxOperator, _ right: CxxNodeID) {
    let symbol = found.symbol.description
    let endsArguments = openParentheses == 0 && (symbol == ">" || symbol == ">>")
    if endsArguments { open() }
    // Assignments associate to the right.
    let isAssignment = found.precedence == .assignment
    writeOperand(left, isAssignment ? .orIf : found.precedence, isStrictlyWorse: !isAssignment)
    if symbol != "," { write(" ") }
    write(found.symbol)
    write(" ")
    writeOperand(right, found.precedence, isStrictlyWorse: isAssignment)
    if endsArguments { close() }
  }

  private mutating func writeOther(_ expression: CxxExpression) {
    switch expression {
    case .packSize(let pack):
      write("sizeof...")
      open()
      // The length is that of the written elements.
      writeExpansion(pack)
      close()
    case .new(let new): write(new)
    case .delete(let operand, let isGlobal, let isArray):
      if isGlobal { write("::") }
      write("delete")
      if isArray { write("[]") }
      write(" ")
      write(operand)
    case .parameter(let number):
      write("fp")
      write(number)
    case .conversion(let target, let operands):
      open()
      write(target)
      close()
      open()
      writeList(operands)
      close()
    case .subobject(let base, let type, let offset):
      write(base)
      write(".<")
      write(type)
      write(" at offset ")
      if offset.isEmpty { write("0") } else { write(number: offset) }
      write(">")
    case .fold(let fold): write(fold)
    case .throwing(let operand):
      write("throw ")
      write(operand)
    default: writeLiteral(expression)
    }
  }

  private mutating func write(_ new: CxxNew) {
    if new.isGlobal { write("::") }
    write("new")
    if new.isArray { write("[]") }
    if !new.placement.isEmpty {
      open()
      writeList(new.placement)
      close()
    }
    write(" ")
    write(new.type)
    if !new.arguments.isEmpty {
      open()
      writeList(new.arguments)
      close()
    }
  }

  private mutating func write(_ fold: CxxFold) {
    func writePack(_ printer: inout CxxPrinter) {
      printer.open()
      printer.writeExpansion(fold.pack)
      printer.close()
    }
    open()
    if !fold.isLeft || fold.initial != nil {
      if fold.isLeft, let initial = fold.initial {
        writeOperand(initial, .cast, isStrictlyWorse: true)
      } else {
        writePack(&self)
      }
      write(" ")
      write(fold.symbol)
      write(" ")
    }
    write("...")
    if fold.isLeft || fold.initial != nil {
      write(" ")
      write(fold.symbol)
      write(" ")
      if !fold.isLeft, let initial = fold.initial {
        writeOperand(initial, .cast, isStrictlyWorse: true)
      } else {
        writePack(&self)
      }
    }
    close()
  }

  private mutating func writeLiteral(_ expression: CxxExpression) {
    switch expression {
    case .initializerList(let type, let elements):
      if let type { write(type) }
      write("{")
      writeList(elements)
      write("}")
    case .braced(let designator, let value, let isArray):
      write(isArray ? "[" : ".")
      write(designator)
      if isArray { write("]") }
      writeInitializer(value)
    case .bracedRange(let first, let last, let value):
      write("[")
      write(first)
      write(" ... ")
      write(last)
      write("]")
      writeInitializer(value)
    case .string(let type):
      write("\"<")
      write(type)
      write(">\"")
    case .lambda(let type):
      write("[]")
      if case .closure(let closure) = tree.nodes[type] { writeDeclaration(closure) }
      write("{...}")
    case .enumerator(let type, let value):
      open()
      write(type)
      close()
      write(number: value)
    case .integer(let type, let value):
      // Only suffixes have up to three letters.
      let isSuffix = type.utf8CodeUnitCount <= 3
      if !isSuffix {
        open()
        write(type)
        close()
      }
      write(number: value)
      if isSuffix { write(type) }
    case .float(let kind, let digits):
      let value = tree.bytes[digits].reduce(into: [UInt8]()) { $0.append(UInt8($1.hexDigitValue ?? 0)) }
      write(CxxFloat.text(kind: kind, digits: value))
    default: writeRequirement(expression)
    }
  }

  private mutating func writeInitializer(_ value: CxxNodeID) {
    switch tree.nodes[value] {
    case .expression(.braced), .expression(.bracedRange): break
    default: write(" = ")
    }
    write(value)
  }

  private mutating func writeRequirement(_ expression: CxxExpression) {
    switch expression {
    case .requires(let parameters, let requirements):
      write("requires")
      if !parameters.isEmpty {
        write(" ")
        open()
        writeList(parameters)
        close()
      }
      write(" ")
      open("{")
      for requirement in requirements { write(requirement) }
      write(" ")
      close("}")
    case .expressionRequirement(let operand, let isNoexcept, let constraint):
      write(" ")
      if isNoexcept || constraint != nil { open("{") }
      write(operand)
      if isNoexcept || constraint != nil { close("}") }
      if isNoexcept { write(" noexcept") }
      if let constraint {
        write(" -> ")
        write(constraint)
      }
      write(";")
    case .typeRequirement(let type):
      write(" typename ")
      write(type)
      write(";")
    case .nestedRequirement(let constraint):
      write(" requires ")
      write(constraint)
      write(";")
    default: fail()
    }
  }
}

/// Floating-point literals, whose bits are in the name, as hexadecimal numbers of C (`%a`).
enum CxxFloat {
  /// - Parameters:
  ///   - kind: `f`, `d`, or `e` for the 80-bit format of x86.
  ///   - digits: The hexadecimal digits of the bits, the highest first.
  static func text(kind: UInt8, digits: [UInt8]) -> String {
    if kind == UInt8(ascii: "e") { return extended(digits) + "L" }
    let bits = digits.reduce(UInt64(0)) { $0 << 4 | UInt64($1) }
    let isFloat = kind == UInt8(ascii: "f")
    let value = isFloat ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    return text(value) + (isFloat ? "f" : "")
  }

  private static func text(_ value: Double) -> String {
    let sign = value.sign == .minus ? "-" : ""
    if value.isNaN { return sign + "nan" }
    if value.isInfinite { return sign + "inf" }
    let fraction = hex(value.significandBitPattern, digits: 13)
    if value.isZero { return sign + "0x0p+0" }
    let exponent = value.isSubnormal ? -1022 : Int(value.exponent)
    return sign + (value.isSubnormal ? "0x0" : "0x1") + fraction + power(exponent)
  }

  /// The significand of the 80-bit format has its integer bit, and four bits before the period.
  private static func extended(_ digits: [UInt8]) -> String {
    let high = digits.prefix(4).reduce(0) { $0 << 4 | Int($1) }
    let significand = digits.dropFirst(4).reduce(UInt64(0)) { $0 << 4 | UInt64($1) }
    let sign = high & 0x8000 != 0 ? "-" : ""
    if significand == 0 { return sign + "0x0p+0" }
    let exponent = (high & 0x7FFF) - 16_383 - 3
    return sign + "0x" + String(significand >> 60, radix: 16) + hex(significand & ~(15 << 60), digits: 15)
      + power(exponent)
  }

  /// Returns the digits after the period without trailing zeros, with the period; empty for zero.
  private static func hex(_ value: UInt64, digits: Int) -> String {
    var text = String(value, radix: 16)
    text = String(repeating: "0", count: max(0, digits - text.count)) + text
    while text.last == "0" { text.removeLast() }
    return text.isEmpty ? "" : "." + text
  }

  private static func power(_ exponent: Int) -> String { exponent < 0 ? "p\(exponent)" : "p+\(exponent)" }
}
