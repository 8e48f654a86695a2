import Bytes
import CrashReports

extension Evidence {
  /// A delegate that lacks a method of its protocol: the object that calls it has the name with which the selector begins,
  /// such as `locationManager:didUpdateLocations:` of a CLLocationManager. Captures `delegating`.
  static let calledByDelegator = Evidence.custom(
    CustomEvidence(
      "a selector that begins with the name of the class that sends it", reason: "It compares two names.",
      needs: .texts([TextTemplate("unrecognized selector")]), explanations: [delegateStatement]
    ) { context in
      guard let selector = context.unrecognizedSelector else { return nil }
      let stack = context.crashStack
      for position in stack.indices.prefix(16) {
        guard let name = stack[position].functionName, let type = AnalysisContext.className(in: name),
          name.hasPrefix("-["), AnalysisContext.isDelegator(type, selector)
        else { continue }
        let captures = ["delegating": type]
        return EvidenceMatch(
          witnesses: [
            context.witness(
              frame: stack[position], at: position, statement: delegateStatement, captures: captures, kind: .inferred)
          ], captures: captures)
      }
      return nil
    })

  private static let delegateStatement = "{delegating} calls a method of its delegate."
}

extension AnalysisContext {
  /// The selector of the message that no method exists for; `nil` if no text states it.
  fileprivate var unrecognizedSelector: String? {
    for text in texts where text.message.text.containsBytes("unrecognized selector") {
      let words = text.message.text.utf8
      guard let end = words.firstRange(of: "]: unrecognized selector".utf8)?.lowerBound,
        let blank = words[..<end].lastIndex(of: 0x20)
      else { continue }
      return String(Substring(words[words.index(after: blank)..<end]))
    }
    return nil
  }

  /// Returns whether a selector begins with the class without its prefix: `tableView:` for UITableView.
  fileprivate static func isDelegator(_ type: String, _ selector: String) -> Bool {
    let bytes = Array(type.utf8.drop { $0 == UInt8(ascii: "_") })
    let first = Array(selector.utf8.prefix { $0 != UInt8(ascii: ":") })
    // The prefix ends before the last capital in front of a small letter: CL|LocationManager.
    guard let small = bytes.firstIndex(where: { (0x61...0x7A).contains($0) }), small >= 2, first.count >= 4 else {
      return false
    }
    let stem = bytes[(small - 1)...]
    guard let initial = stem.first, first.count >= stem.count, first[0] == initial | 0x20 else { return false }
    let rest = stem.dropFirst()
    guard first.dropFirst().starts(with: rest) else { return false }
    // `locationManagerDidChangeAuthorization:` begins with the same name.
    let after = first.dropFirst(stem.count).first
    return after.map { (0x41...0x5A).contains($0) } ?? selector.utf8.contains(UInt8(ascii: ":"))
  }
}
