import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// The isolated function or closure whose check failed: the frame that called Swift's runtime. Captures `isolated`,
  /// `closure` if it is one, `witness` for the entry point of a protocol's requirement, and `caller` if the function that
  /// called an entry point is known; `systemCaller` if that is code that does not know the actor. Blames the function in a
  /// stack without images.
  static let isolatedFunction = Evidence.custom(
    CustomEvidence(
      "the frame that called the check of the executor",
      reason: "Its position decides: below the last frame of the check.",
      needs: EvidenceNeeds(functions: Evidence.executorQuery.functions.map { GlobSet.grams(of: $0) }),
      explanations: [isolatedStatement]
    ) { context in
      let stack = context.crashStack
      let globs = GlobSet.shared(Evidence.executorQuery.functions)
      let check = stack.prefix(12).lastIndex { $0.symbol.map { globs.matches($0.readable) } ?? false }
      guard let check, check + 1 < stack.count else { return nil }
      let frame = stack[check + 1]
      guard frame.role == .app || frame.role == .unknown || frame.role == nil, let symbol = frame.symbol,
        !symbol.isPlaceholder, let isolated = IsolatedFunction(symbol.readable)
      else { return nil }
      var captures = ["isolated": shortened(isolated.name)]
      if isolated.isClosure { captures["closure"] = "closure" }
      if isolated.isWitness { captures["witness"] = "witness" }
      if isolated.isEntryPoint, check + 2 < stack.count, stack[check + 2].role == .app,
        stack[check + 2].isWritten, let caller = AnalysisContext.blame(stack[check + 2]).function
      {
        captures["caller"] = shortened(IsolatedFunction.unspecialized(caller))
      }
      captures["systemCaller"] = context.foreignCaller(of: isolated, at: check + 2)
      // Without images, no frame is known to be the app's: the one that checks is.
      let isLoose = frame.role != .app
      return EvidenceMatch(
        witnesses: [
          context.witness(frame: frame, at: check + 1, statement: isolatedStatement, captures: captures)
        ], captures: captures, blame: isLoose ? AnalysisContext.blame(in: stack, at: check + 1) : nil,
        blamedFrame: isLoose ? check + 1 : nil)
    })
  private static let isolatedStatement = "{isolated} is the isolated code: Swift checks the actor at its start."
}

extension AnalysisContext {
  /// The caller of an entry point for Objective-C, if it is code that does not know the actor: a function of the system, or a
  /// method of another class in a stack without images.
  fileprivate func foreignCaller(of isolated: IsolatedFunction, at position: Int) -> String? {
    guard isolated.isEntryPoint, crashStack.indices.contains(position) else { return nil }
    let frame = crashStack[position]
    switch frame.role {
    case .system: return frame.functionName.map(shortened) ?? frame.image.map(shortImageName)
    case .unknown, nil:
      guard let name = frame.functionName, let owner = Self.objectiveCClass(name), !isolated.name.hasPrefix(owner + ".")
      else { return nil }
      return shortened(name)
    default: return nil
    }
  }

  /// `CKDeck` in `-[CKDeck load]_block_invoke` and `__15-[CKDeck load]_block_invoke`; `nil` for other functions.
  private static func objectiveCClass(_ name: String) -> String? {
    guard let open = name.firstRange(of: "-[") ?? name.firstRange(of: "+[") else { return nil }
    let rest = name[open.upperBound...].prefix { $0 != " " && $0 != "(" && $0 != "]" }
    return rest.isEmpty || name[..<open.lowerBound].contains(" ") ? nil : String(rest)
  }
}

/// The name of a function that checks its actor, without the words of the compiler.
struct IsolatedFunction: Sendable {
  /// The function or closure.
  let name: String
  /// True for a closure, whose isolation is that of the function around it.
  let isClosure: Bool
  /// True for a function that implements the requirement of a protocol.
  let isWitness: Bool
  /// True for an entry point that the compiler generated.
  let isEntryPoint: Bool

  /// Parses a readable name; `nil` for a thunk, which names no function of the user.
  init?(_ readable: String) {
    let plain = Self.unspecialized(readable)
    isWitness = plain.hasPrefix("protocol witness for ")
    let function = Self.unspecialized(Blamability.function(named: plain))
    isEntryPoint = function != plain
    isClosure = function.hasPrefix("closure #") || function.hasPrefix("implicit closure #")
    guard !function.isEmpty, !function.hasPrefix("thunk for "), !function.hasPrefix("reabstraction thunk") else {
      return nil
    }
    if isWitness, let type = Self.conformingType(plain) {
      name = type + "." + Self.member(function)
    } else {
      name = function
    }
  }

  /// Returns the name without the words for a specialization.
  static func unspecialized(_ name: String) -> String {
    var name = Substring(name)
    for prefix in ["generic specialization of ", "function signature specialization of ", "specialized "]
    where name.hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
    return String(name)
  }

  /// Returns `T` of `protocol witness for P.f() in conformance T : P in Module`.
  private static func conformingType(_ name: String) -> String? {
    guard let range = name.firstRange(of: " in conformance ") else { return nil }
    var type = name[range.upperBound...]
    if let end = type.firstRange(of: " : ") { type = type[..<end.lowerBound] }
    return type.isEmpty ? nil : String(type)
  }

  /// Returns the last component outside of parentheses: `f(a:)` of `Module.P.f(a:)`.
  private static func member(_ function: String) -> Substring {
    let arguments = function.firstIndex { $0 == "(" || $0 == "<" || $0 == " " } ?? function.endIndex
    guard let dot = function[..<arguments].lastIndex(of: ".") else { return function[...] }
    return function[function.index(after: dot)...]
  }
}
