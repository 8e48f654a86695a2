import CrashReports
import Knowledge

/// What the types of exceptions of the C++ standard library mean.
///
/// Source: the C++ standard ([support.exception], [diagnostics], [containers]) and libc++.
enum CppExceptionType {
  /// A type, its cause and what to do, each in one sentence.
  typealias Row = (type: String, cause: String, advice: String)

  static let rows: [Row] = KnowledgeText.cppExceptions.entries.map { entry in
    (entry["type"] ?? "", entry["cause"] ?? "", entry["advice"] ?? "")
  }

  /// Returns the row's type for a type as a runtime writes it, demangled or mangled; `nil` for a type that is not of the
  /// standard library.
  ///
  /// - Parameters:
  ///   - name: `std::out_of_range`, `std::__1::system_error`, `NSt3__112system_errorE`, `St9bad_alloc`.
  ///   - reason: The text of what(), if it is known.
  static func type(of name: String, reason: String?) -> String? {
    var name = Substring(name)
    while let last = name.last, " '\"*&.,:;)".contains(last) { name.removeLast() }
    if name.hasPrefix("St") || name.hasPrefix("NSt") {
      if name.hasPrefix("N"), name.last == "E" { name.removeLast() }
    } else if !name.hasPrefix("std::") {
      return nil
    }
    let found = rows.first { row in
      guard name.hasSuffix(row.type) else { return false }
      let before = name.dropLast(row.type.count).last
      return before.map { !$0.isLetter && $0 != "_" } ?? false
    }
    guard let type = found?.type, type != "mutex", type != "thread" else { return nil }
    if type == "system_error", let reason {
      if reason.contains("mutex lock failed") { return "mutex" }
      if reason.contains("thread constructor failed") { return "thread" }
    }
    return type
  }

  /// The type of the exception that ended the process, as the captures `type` and `advice`.
  static let evidence = Evidence.custom(
    CustomEvidence(
      "a type of the C++ standard library", reason: "It compares the type with the rows of a table.", explanations: []
    ) { context in
      var found = context.report.exception?.name.flatMap { type(of: $0, reason: context.report.exception?.reason) }
      for template in templates where found == nil && template.mayMatch(context.textGrams) {
        for text in context.texts {
          guard let captures = template.match(text.matchable), let written = captures["exception"] else { continue }
          let name = written.split(separator: " ").first.map(String.init) ?? written
          found = type(of: name, reason: captures["reason"])
          if found != nil { break }
        }
      }
      return found.map { EvidenceMatch(captures: ["type": $0, "advice": $0]) }
    })

  private static let templates: [TextTemplate] = [
    "uncaught exception of type {exception}: {reason}", "uncaught exception of type {exception}",
    "after throwing an instance of '{exception}'",
  ]

  /// The sentences of the rows by type, for the captures `type` and `advice`.
  static let causes = Dictionary(rows.map { ($0.type, $0.cause) }) { first, _ in first }
  static let advice = Dictionary(rows.map { ($0.type, $0.advice) }) { first, _ in first }
}
