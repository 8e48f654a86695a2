extension CxxPrinter {
  /// What follows the name that a type declares.
  private enum Shape {
    case array, function, other
  }

  // MARK: - Left

  mutating func writeNameOrType(_ id: CxxNodeID) {
    switch tree.nodes[id] {
    case .nested(let scope, let name), .friend(let scope, let name):
      write(scope)
      if case .friend = tree.nodes[id] { write("::friend ") } else { write("::") }
      write(name)
    case .abiTag(let name, let tag):
      writeLeft(name)
      write("[abi:")
      write(tag)
      write("]")
    case .special(let words, let part):
      write(words)
      write(part)
    case .constructionVTable(let base, let derived):
      write("construction vtable for ")
      write(base)
      write("-in-")
      write(derived)
    case .clone(let name, let suffix):
      write(name)
      write(" (")
      write(suffix)
      write(")")
    case .constructor(let scope, let isDestructor):
      if isDestructor { write("~") }
      writeBaseName(of: scope)
    case .unnamedType(let number):
      write("'unnamed")
      write(number)
      write("'")
    case .closure(let closure): write(closure)
    case .structuredBinding(let names):
      open("[")
      writeList(names)
      close("]")
    case .module(let parent, let name, let isPartition):
      if let parent { write(parent) }
      if parent != nil || isPartition { write(isPartition ? ":" : ".") }
      write(name)
    case .moduleEntity(let module, let name):
      write(name)
      write("@")
      write(module)
    case .global(let name):
      write("::")
      write(name)
    case .destructor(let name):
      write("~")
      writeLeft(name)
    case .explicitObject(let type):
      write("this ")
      write(type)
    default: writeType(id)
    }
  }

  private mutating func writeType(_ id: CxxNodeID) {
    switch tree.nodes[id] {
    case .functionType(let function):
      writeLeft(function.result)
      write(" ")
    case .qualified(let type, let qualifiers):
      writeLeft(type)
      write(qualifiers)
    case .pointer(let target): writePointer(target)
    case .reference:
      let (target, isRvalue) = collapsed(id)
      writeDeclaratorStart(target)
      write(isRvalue ? "&&" : "&")
    case .memberPointer(let owner, let member):
      writeLeft(member)
      write(shape(member) == .other ? " " : "(")
      write(owner)
      write("::*")
    case .array(let element, _): writeLeft(element)
    case .vendorQualified(let type, let qualifier, let arguments):
      write(type)
      write(" ")
      write(qualifier)
      if let arguments { write(arguments) }
    case .postfix(let type, let text):
      writeLeft(type)
      write(text)
    case .elaborated(let kind, let name):
      write(kind)
      write(name)
    case .vector(let type, let count):
      if let type { write(type) } else { write("pixel") }
      write(" vector[")
      if let count { write(count) }
      write("]")
    case .binaryFloat(let bits):
      write("_Float")
      write(bits)
    case .bitInt(let size, let isSigned):
      if !isSigned { write("unsigned ") }
      write("_BitInt")
      open()
      writeOperand(size)
      close()
    case .objcProtocol(let type, let name):
      write(type)
      inAngles { $0.write(name) }
    case .noexceptType(let condition):
      write("noexcept")
      open()
      writeOperand(condition)
      close()
    case .throwType(let types):
      write("throw")
      open()
      writeList(types)
      close()
    default: writeParameter(id)
    }
  }

  private mutating func writeParameter(_ id: CxxNodeID) {
    switch tree.nodes[id] {
    case .inventedName(let prefix, let number):
      write(prefix)
      if number > 0 { write(String(number - 1)) }
    case .typeParameter: write("typename ")
    case .constrainedParameter(let constraint, _):
      write(constraint)
      write(" ")
    case .valueParameter(_, let type):
      writeLeft(type)
      if !hasRight(type) { write(" ") }
    case .templateParameter(_, let parameters, _):
      write("template")
      inAngles { $0.writeList(parameters) }
      write(" typename ")
    case .packParameter(let parameter):
      writeLeft(parameter)
      write("...")
    default: fail()
    }
  }

  private mutating func writePointer(_ target: CxxNodeID) {
    // `objc_object<Protocol> *` is written `id<Protocol>`.
    if case .objcProtocol(let type, let name) = tree.nodes[target], case .source(let range) = tree.nodes[type],
      tree.bytes[range].elementsEqual("objc_object".utf8)
    {
      write("id")
      inAngles { $0.write(name) }
      return
    }
    writeDeclaratorStart(target)
    write("*")
  }

  private mutating func writeDeclaratorStart(_ target: CxxNodeID) {
    writeLeft(target)
    let shape = shape(target)
    if shape == .array { write(" ") }
    if shape != .other { write("(") }
  }

  /// Returns the target of a reference to a reference, and whether the result is an rvalue reference.
  private mutating func collapsed(_ id: CxxNodeID) -> (target: CxxNodeID, isRvalue: Bool) {
    var target = id
    var isRvalue = true
    for _ in 0..<256 {
      guard let next = resolved(target), case .reference(let inner, let isInnerRvalue) = tree.nodes[next] else { break }
      target = inner
      isRvalue = isRvalue && isInnerRvalue
    }
    return (target, isRvalue)
  }

  mutating func write(_ closure: CxxClosure) {
    write("'lambda")
    write(closure.number)
    write("'")
    writeDeclaration(closure)
  }

  mutating func writeDeclaration(_ closure: CxxClosure) {
    if !closure.templateParameters.isEmpty { inAngles { $0.writeList(closure.templateParameters) } }
    if let requires = closure.firstRequires {
      writeRequires(requires)
      write(" ")
    }
    open()
    writeList(closure.parameters)
    close()
    writeRequires(closure.secondRequires)
  }

  /// Writes the name of a class without its scope and arguments, for its constructors.
  private mutating func writeBaseName(of id: CxxNodeID) {
    guard enter() else { return }
    defer { leave() }
    switch tree.nodes[id] {
    case .nested(_, let name), .templated(let name, _), .abiTag(let name, _), .moduleEntity(_, let name),
      .friend(_, let name):
      writeBaseName(of: name)
    case .source(let range): write(range)
    case .constant(let text): write(text)
    case .abbreviation(let found, let isExpanded): write(found.name(isExpanded: isExpanded))
    case .pack, .forward:
      if let found = resolved(id) { writeBaseName(of: found) }
    default: break
    }
  }

  // MARK: - Right

  mutating func writeRightOfDeclarator(_ id: CxxNodeID) {
    switch tree.nodes[id] {
    case .qualified(let type, _): writeRight(type)
    case .pointer(let target): writeDeclaratorEnd(target)
    case .reference: writeDeclaratorEnd(collapsed(id).target)
    case .memberPointer(_, let member): writeDeclaratorEnd(member)
    case .array(let element, let count):
      if output.last != UInt8(ascii: "]") { write(" ") }
      open("[")
      if let count { write(count) }
      close("]")
      writeRight(element)
    case .typeParameter(let name), .constrainedParameter(_, let name): write(name)
    case .valueParameter(let name, let type):
      write(name)
      writeRight(type)
    case .templateParameter(let name, _, let requires):
      write(name)
      writeRequires(requires)
    case .packParameter(let parameter): writeRight(parameter)
    default: break
    }
  }

  private mutating func writeDeclaratorEnd(_ target: CxxNodeID) {
    if shape(target) != .other { write(")") }
    if hasRight(target) { writeRight(target) }
  }

  // MARK: - Shapes

  private mutating func shape(_ id: CxxNodeID) -> Shape {
    var id = id
    for _ in 0..<256 {
      guard let next = resolved(id) else { return .other }
      switch tree.nodes[next] {
      case .qualified(let type, _): id = type
      case .array: return .array
      case .functionType, .function: return .function
      default: return .other
      }
    }
    return .other
  }

  /// Returns true if a part is written in two halves.
  mutating func hasRight(_ id: CxxNodeID) -> Bool {
    var id = id
    for _ in 0..<256 {
      guard let next = resolved(id) else { return false }
      switch tree.nodes[next] {
      case .qualified(let type, _): id = type
      case .pointer(let type), .reference(let type, _), .memberPointer(_, let type): id = type
      case .array, .functionType, .function, .typeParameter, .constrainedParameter, .valueParameter,
        .templateParameter, .packParameter:
        return true
      default: return false
      }
    }
    return false
  }
}
