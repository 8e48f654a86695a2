/// The tables of the mangling: letters and their meanings.
enum OldSwiftCatalog {
  // MARK: Names

  static let fixity: [UInt8: String] = [
    UInt8(ascii: "p"): " prefix", UInt8(ascii: "P"): " postfix", UInt8(ascii: "i"): " infix",
  ]

  static let operatorSigns: [UInt8: UnicodeScalar] = {
    let signs: [(letter: UnicodeScalar, sign: UnicodeScalar)] = [
      ("a", "&"), ("c", "@"), ("d", "/"), ("e", "="), ("g", ">"), ("l", "<"), ("m", "*"), ("n", "!"), ("o", "|"),
      ("p", "+"), ("q", "?"), ("r", "%"), ("s", "-"), ("t", "~"), ("x", "^"), ("z", "."),
    ]
    return Dictionary(uniqueKeysWithValues: signs.map { (UInt8(truncatingIfNeeded: $0.letter.value), $0.sign) })
  }()

  struct StandardType: Sendable {
    let letter: StaticString
    let kind: OldSwiftDeclaration.Kind
    let name: String

    init(_ letter: StaticString, _ kind: OldSwiftDeclaration.Kind, _ name: String) {
      self.letter = letter
      self.kind = kind
      self.name = name
    }
  }

  /// `S` and a letter: a type of the standard library.
  static let standardTypes: [StandardType] = [
    .init("a", .structure, "Array"), .init("b", .structure, "Bool"), .init("c", .structure, "UnicodeScalar"),
    .init("d", .structure, "Double"), .init("f", .structure, "Float"), .init("i", .structure, "Int"),
    .init("V", .structure, "UnsafeRawPointer"), .init("v", .structure, "UnsafeMutableRawPointer"),
    .init("P", .structure, "UnsafePointer"), .init("p", .structure, "UnsafeMutablePointer"),
    .init("q", .enumeration, "Optional"), .init("Q", .enumeration, "ImplicitlyUnwrappedOptional"),
    .init("R", .structure, "UnsafeBufferPointer"), .init("r", .structure, "UnsafeMutableBufferPointer"),
    .init("S", .structure, "String"), .init("u", .structure, "UInt"),
  ]

  /// `S` and a letter: a module.
  static let knownModules: [(letter: StaticString, name: String)] = [
    ("o", "__C"), ("C", "__C_Synthesized"),
    // Swift 1; `s` without `S` since Swift 2.
    ("s", "Swift"),
  ]

  static let nominalKinds: [(letter: StaticString, kind: OldSwiftDeclaration.Kind)] = [
    ("V", .structure), ("O", .enumeration), ("C", .class), ("P", .protocol),
  ]

  // MARK: Types

  /// `B` and a letter.
  static let builtinTypes: [(letter: StaticString, name: String)] = [
    ("b", "BridgeObject"), ("B", "UnsafeValueBuffer"), ("O", "UnknownObject"), ("o", "NativeObject"),
    ("p", "RawPointer"), ("t", "SILToken"), ("w", "Word"),
  ]

  struct FunctionForm: Sendable {
    let code: StaticString
    let words: String
    let role: OldSwiftRole
  }

  static let functionForms: [FunctionForm] = [
    .init(code: "F", words: "", role: .function), .init(code: "f", words: "", role: .function),
    .init(code: "K", words: "@autoclosure ", role: .compound),
    .init(code: "b", words: "@convention(block) ", role: .compound),
    .init(code: "c", words: "@convention(c) ", role: .wordyFunction),
    .init(code: "Xf", words: "@convention(thin) ", role: .wordyFunction),
  ]

  /// The letters for words that precede a type.
  static let wordsBeforeTypes: [(code: StaticString, words: String, role: OldSwiftRole)] = [
    ("R", "inout ", .compound), ("k", "@noDerivative ", .compound), ("Xo", "unowned ", .compound),
    ("Xu", "unowned(unsafe) ", .compound), ("Xw", "weak ", .compound), ("Xb", "@box ", .simple),
  ]

  static let metatypeForms: [(letter: StaticString, words: String)] = [
    ("t", "@thin "), ("T", "@thick "), ("o", "@objc_metatype "),
  ]

  /// `D` and a letter before the parameters of a function type.
  static let differentiability: [(letter: StaticString, words: String)] = [
    ("d", "@differentiable "), ("l", "@differentiable(_linear) "), ("f", "@differentiable(_forward) "),
    ("r", "@differentiable(reverse) "),
  ]

  /// The layout constraints of generic parameters. `numbers` follow: a size, an alignment.
  static let layouts: [(letter: StaticString, name: String, numbers: Int)] = [
    ("U", "_UnknownLayout", 0), ("R", "_RefCountedObject", 0), ("N", "_NativeRefCountedObject", 0),
    ("T", "_Trivial", 0),
    ("E", "_Trivial", 2), ("e", "_Trivial", 1), ("M", "_TrivialAtMost", 2), ("m", "_TrivialAtMost", 1),
  ]

  // MARK: Function types of the intermediate language

  struct Convention: Sendable {
    let letter: StaticString
    let ofCallee: String?
    let ofParameter: String?
    let ofResult: String?
  }

  static let conventions: [Convention] = [
    .init(letter: "a", ofCallee: nil, ofParameter: nil, ofResult: "@autoreleased"),
    .init(letter: "d", ofCallee: "@callee_unowned", ofParameter: "@unowned", ofResult: "@unowned"),
    .init(letter: "D", ofCallee: nil, ofParameter: nil, ofResult: "@unowned_inner_pointer"),
    .init(letter: "g", ofCallee: "@callee_guaranteed", ofParameter: "@guaranteed", ofResult: nil),
    .init(letter: "e", ofCallee: nil, ofParameter: "@deallocating", ofResult: nil),
    .init(letter: "i", ofCallee: nil, ofParameter: "@in", ofResult: "@out"),
    .init(letter: "l", ofCallee: nil, ofParameter: "@inout", ofResult: nil),
    .init(letter: "o", ofCallee: "@callee_owned", ofParameter: "@owned", ofResult: "@owned"),
  ]

  static let functionConventions: [(code: StaticString, name: String)] = [
    ("Cb", "block"), ("Cc", "c"), ("Cm", "method"), ("CO", "objc_method"), ("Cw", "witness_method"),
  ]

  // MARK: Specializations

  struct Specialization: Sendable {
    let code: StaticString
    let words: String
    let isOfSignature: Bool
  }

  static let specializations: [Specialization] = [
    .init(code: "g", words: "generic specialization", isOfSignature: false),
    .init(code: "r", words: "generic not re-abstracted specialization", isOfSignature: false),
    .init(code: "f", words: "function signature specialization", isOfSignature: true),
  ]

  /// The changes of an argument that exclude each other.
  static let argumentChanges: [(code: StaticString, words: String)] = [
    ("i_", "Value Promoted from Box"), ("k_", "Stack Promoted from Box"), ("r_", "InOut Converted to Out"),
  ]

  /// The changes of an argument that may be combined, in this order.
  static let argumentOptions: [(letter: StaticString, words: String)] = [
    ("d", "Dead"), ("g", "Owned To Guaranteed"), ("o", "Guaranteed To Owned"), ("s", "Exploded"),
  ]
}
