/// The number of a node in `CxxTree`.
typealias CxxNodeID = Int

/// A part of a demangled C++ name: a name, a type or an expression of the Itanium C++ ABI, section 5.1. Parts refer to
/// other parts by number, and substitutions share them. Ranges are ranges of the mangled name.
enum CxxNode {
  // Names
  case source(Range<Int>)
  case constant(StaticString)
  /// `scope::name`.
  case nested(CxxNodeID, CxxNodeID)
  case templated(CxxNodeID, arguments: CxxNodeID)
  case templateArguments([CxxNodeID])
  case abiTag(CxxNodeID, Range<Int>)
  /// `prefix` and a name, such as `vtable for X`.
  case special(StaticString, CxxNodeID)
  case constructionVTable(CxxNodeID, in: CxxNodeID)
  /// A clone of a function: the suffix from its period.
  case clone(CxxNodeID, Range<Int>)
  /// An abbreviation such as `std::string`; its full form if a constructor follows.
  case abbreviation(CxxAbbreviation, isExpanded: Bool)
  case constructor(of: CxxNodeID, isDestructor: Bool)
  case unnamedType(Range<Int>)
  case closure(CxxClosure)
  case structuredBinding([CxxNodeID])
  case module(parent: CxxNodeID?, name: CxxNodeID, isPartition: Bool)
  case moduleEntity(module: CxxNodeID, name: CxxNodeID)
  case friend(scope: CxxNodeID, name: CxxNodeID)
  case global(CxxNodeID)
  case destructor(CxxNodeID)
  case function(CxxFunction)
  case enableIf([CxxNodeID])
  case explicitObject(CxxNodeID)

  // Types
  case functionType(CxxFunctionType)
  case qualified(CxxNodeID, CxxQualifiers)
  case pointer(CxxNodeID)
  case reference(CxxNodeID, isRvalue: Bool)
  case memberPointer(class: CxxNodeID, member: CxxNodeID)
  case array(CxxNodeID, count: CxxNodeID?)
  case vendorQualified(CxxNodeID, qualifier: Range<Int>, arguments: CxxNodeID?)
  case postfix(CxxNodeID, StaticString)
  case elaborated(StaticString, CxxNodeID)
  case vector(CxxNodeID?, count: CxxNodeID?)
  case binaryFloat(Range<Int>)
  case bitInt(CxxNodeID, isSigned: Bool)
  case objcProtocol(CxxNodeID, Range<Int>)
  case pack([CxxNodeID])
  case argumentPack([CxxNodeID])
  case expansion(CxxNodeID)
  /// A template parameter whose arguments follow later in the name; an index in `CxxTree.forward`.
  case forward(Int)
  case noexceptType(CxxNodeID)
  case throwType([CxxNodeID])

  // Declarations of template parameters
  case inventedName(StaticString, number: Int)
  case typeParameter(CxxNodeID)
  case constrainedParameter(constraint: CxxNodeID, name: CxxNodeID)
  case valueParameter(CxxNodeID, type: CxxNodeID)
  case templateParameter(CxxNodeID, parameters: [CxxNodeID], requires: CxxNodeID?)
  case packParameter(CxxNodeID)

  case expression(CxxExpression)
}

/// An expression in a name (section 5.1.6).
enum CxxExpression {
  case prefix(StaticString, CxxNodeID)
  case suffix(CxxNodeID, StaticString)
  case binary(CxxNodeID, CxxOperator, CxxNodeID)
  case member(CxxNodeID, CxxOperator, CxxNodeID)
  case element(CxxNodeID, CxxNodeID)
  case conditional(CxxNodeID, CxxNodeID, CxxNodeID)
  case subobject(CxxNodeID, type: CxxNodeID, offset: Range<Int>)
  case enclosed(StaticString, CxxNodeID, CxxPrecedence)
  case cast(StaticString, to: CxxNodeID, CxxNodeID)
  case packSize(CxxNodeID)
  case call(CxxNodeID, [CxxNodeID], isParenthesized: Bool)
  case new(CxxNew)
  case delete(CxxNodeID, isGlobal: Bool, isArray: Bool)
  case parameter(Range<Int>)
  case conversion(CxxNodeID, [CxxNodeID])
  case initializerList(CxxNodeID?, [CxxNodeID])
  case braced(CxxNodeID, CxxNodeID, isArray: Bool)
  case bracedRange(CxxNodeID, CxxNodeID, CxxNodeID)
  case fold(CxxFold)
  case throwing(CxxNodeID)
  case string(CxxNodeID)
  case lambda(CxxNodeID)
  case enumerator(CxxNodeID, Range<Int>)
  case integer(type: StaticString, Range<Int>)
  case float(kind: UInt8, Range<Int>)
  case requires([CxxNodeID], [CxxNodeID])
  case expressionRequirement(CxxNodeID, isNoexcept: Bool, constraint: CxxNodeID?)
  case typeRequirement(CxxNodeID)
  case nestedRequirement(CxxNodeID)
}

/// A function with its parameters.
struct CxxFunction {
  var name: CxxNodeID
  var result: CxxNodeID?
  var parameters: [CxxNodeID]
  var attributes: CxxNodeID?
  var requires: CxxNodeID?
  var qualifiers: CxxQualifiers
}

/// The type of a function.
struct CxxFunctionType {
  var result: CxxNodeID
  var parameters: [CxxNodeID]
  var qualifiers: CxxQualifiers
  var exceptions: CxxNodeID?
}

/// The type of a lambda. `number` is empty for the first one in its scope.
struct CxxClosure {
  var number: Range<Int>
  var templateParameters: [CxxNodeID]
  var firstRequires: CxxNodeID?
  var parameters: [CxxNodeID]
  var secondRequires: CxxNodeID?
}

/// A `new` expression.
struct CxxNew {
  var placement: [CxxNodeID]
  var type: CxxNodeID
  var arguments: [CxxNodeID]
  var isGlobal: Bool
  var isArray: Bool
}

/// A fold expression over a parameter pack.
struct CxxFold {
  var isLeft: Bool
  var symbol: StaticString
  var pack: CxxNodeID
  var initial: CxxNodeID?
}

/// Qualifiers of a type or of a member function.
struct CxxQualifiers: OptionSet {
  let rawValue: UInt8
  static let const = CxxQualifiers(rawValue: 1)
  static let volatile = CxxQualifiers(rawValue: 2)
  static let restrict = CxxQualifiers(rawValue: 4)
  static let lvalue = CxxQualifiers(rawValue: 8)
  static let rvalue = CxxQualifiers(rawValue: 16)
}

/// The abbreviated names of the standard library (section 5.1.9).
enum CxxAbbreviation: UInt8 {
  case allocator = 0x61
  case basicString = 0x62
  case string = 0x73
  case istream = 0x69
  case ostream = 0x6F
  case iostream = 0x64

  /// The name after `std::`.
  func name(isExpanded: Bool) -> StaticString {
    switch self {
    case .allocator: "allocator"
    case .basicString: "basic_string"
    case .string: isExpanded ? "basic_string" : "string"
    case .istream: isExpanded ? "basic_istream" : "istream"
    case .ostream: isExpanded ? "basic_ostream" : "ostream"
    case .iostream: isExpanded ? "basic_iostream" : "iostream"
    }
  }
}

/// The parts of one name.
struct CxxTree {
  let bytes: [UInt8]
  var nodes: [CxxNode] = []
  /// The template arguments that `CxxNode.forward` refers to; `nil` until they are read.
  var forward: [CxxNodeID?] = []
}
