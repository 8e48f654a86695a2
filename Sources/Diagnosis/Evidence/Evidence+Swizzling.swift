import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// The first frame of the app is a method of a category that replaces a method of the system, and only code of the system is outside of
  /// it: the system made the call. Captures `replaced`, the selector, and `systemCaller`.
  static let replacedMethod = Evidence.custom(
    CustomEvidence(
      "a method that replaces one of the system, called by code of the system",
      reason: "It compares the selectors of two frames, and the images of all others.",
      needs: EvidenceNeeds(functions: [GlobSet.grams(of: "-[*(*) *]")]), explanations: [statement]
    ) { context in
      guard let position = context.crashStack.firstIndex(where: { $0.role == .app && $0.isWritten }),
        let replaced = context.replacedSelector(at: position),
        context.crashStack[(position + 1)...].allSatisfy({ $0.role != .app && $0.role != .unknown }),
        let caller = context.crashStack[(position + 1)...].first(where: { $0.role == .system }),
        let image = caller.image.map(shortImageName)
      else { return nil }
      let name = caller.functionName.map { shortened($0) + " (" + image + ")" } ?? image
      let captures = ["replaced": replaced, "systemCaller": name]
      return EvidenceMatch(
        witnesses: [
          context.witness(
            frame: context.crashStack[position], at: position, statement: statement, captures: captures, kind: .inferred
          )
        ], captures: captures)
    })

  private static let statement =
    "The method replaces {replaced} of a class of the system; {systemCaller} called it, and no frame of the app is further out."
}

extension AnalysisContext {
  /// Returns the selector of the system's method that a method of a category replaces: `viewDidLoad` for `-[UIViewController(Deck)
  /// dk_viewDidLoad]`; `nil` for other frames.
  ///
  /// The class has a prefix of Apple's, and the frame inside of it has the selector, or a message of the report names it.
  func replacedSelector(at position: Int) -> String? {
    if let selector = Self.replacedSelector(in: crashStack, at: position) { return selector }
    guard let selector = Self.prefixedSelector(in: crashStack, at: position) else { return nil }
    let ending = " " + selector + "]"
    return texts.contains { $0.message.text.firstRange(of: ending) != nil } ? selector : nil
  }

  /// Returns the selector of the system's method that a frame replaces and calls: the frame inside of it is that method.
  static func replacedSelector(in stack: [CrashReport.Frame], at position: Int) -> String? {
    guard position > 0, let selector = prefixedSelector(in: stack, at: position),
      let inner = stack[position - 1].functionName.flatMap({ ObjectiveCMethod(in: $0) }), inner.selector == selector
    else { return nil }
    return selector
  }

  /// Returns what follows the prefix in the selector of a category's method for a class of the system.
  private static func prefixedSelector(in stack: [CrashReport.Frame], at position: Int) -> String? {
    guard stack.indices.contains(position), let name = stack[position].functionName,
      name.hasPrefix("-[") || name.hasPrefix("+["), let method = ObjectiveCMethod(in: name), method.category != nil,
      systemClasses.contains(where: method.type.hasPrefix)
    else { return nil }
    let bytes = Array(method.selector.utf8)
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "_")), mark >= 2, mark <= maxPrefix, mark + 2 < bytes.count
    else {
      return nil
    }
    return bytes[(mark + 1)...].drop { $0 == UInt8(ascii: "_") }.text
  }

  /// The longest prefix of a selector, in bytes.
  private static let maxPrefix = 12
  private static let systemClasses = ["UI", "NS", "WK", "CA", "AV", "MK", "CL", "SK", "PH", "SCN", "CN"]
}
