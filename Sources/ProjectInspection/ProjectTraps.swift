import CrashReports
import Diagnosis
import Vocabulary

/// The expressions on the source line of a trap.
extension ProjectIndex {
  /// The patterns of traps, with the kinds of expressions that can be the cause; `nil` if the report does not state which check failed.
  private static let patterns: [String: Set<TrapExpression.Kind>?] = [
    "swift-trap-unspecified": nil, "trap-unspecified": nil, "bad-instruction-unspecified": nil,
    "illegal-instruction": nil,
    "swift-nil-unwrap": [.forceUnwrap, .implicitUnwrap], "swift-forced-cast": [.forcedCast],
    "swift-index-out-of-range": [.subscript, .collection],
  ]

  /// Returns the expressions that can trap on the line that the finding blames; `nil` if it blames no line of Swift, if
  /// the project has no such line or several, or if nothing on the line can trap.
  ///
  /// The project may be another revision than the build that crashed, so the fault never proves anything.
  func trapFault(_ finding: Finding, _ report: CrashReport) -> ProjectFault? {
    guard let kinds = Self.patterns[finding.pattern], let blame = finding.blame, let path = blame.file,
      path.hasSuffix(".swift"), let line = blame.line, line > 0,
      let stop = report.stop(at: path, line: line), let file = sourceFile(path)
    else { return nil }
    let found = TrapExpression.find(in: files[file].bytes, line: line, stop: stop).filter {
      kinds?.contains($0.kind) ?? true
    }
    guard let first = found.first else { return nil }
    let isOnly = found.count == 1 && finding.pattern == "swift-trap-unspecified"
    return ProjectFault(
      check: "swift-trap-expression", pattern: finding.pattern,
      headline: found.count == 1
        ? "One expression on this line can trap: \(first.text)"
        : "\(found.count) expressions on this line can trap",
      locations: found.map { location(file, line, $0.statement) },
      remedy: first.kind.remedy, proves: false,
      captures: isOnly
        ? ["expression": first.text, "failure": first.kind.rawValue] : ["candidates": String(found.count)],
      certaintyOfCause: isOnly ? .likely : nil)
  }

  /// Returns the only Swift file of the project that the path of a report can mean: the one with the same name and, of
  /// several, the one with the most equal folders; `nil` if there is none, or if it is not clear.
  private func sourceFile(_ path: String) -> Int? {
    let name = ProjectFile.name(of: path)
    let wanted = Array(path.split(separator: "/").reversed())
    var best: (file: Int, length: Int, isOnly: Bool)?
    for (index, file) in files.enumerated() where file.name == name {
      let length = zip(file.path.split(separator: "/").reversed(), wanted).prefix { $0 == $1 }.count
      if let current = best, current.length >= length {
        if current.length == length { best?.isOnly = false }
      } else {
        best = (index, length, true)
      }
    }
    return best.flatMap { $0.isOnly ? $0.file : nil }
  }
}

extension CrashReport {
  /// Returns how the crashed thread stopped if the innermost code of the user is at this line; `nil` if other code, such as a
  /// library's, is between the line and the trap.
  fileprivate func stop(at file: String, line: Int) -> TrapExpression.Stop? {
    guard raisedStack.isEmpty, let frames = crashedThread?.frames else { return nil }
    var stop = TrapExpression.Stop.inline
    for frame in frames.prefix(12) {
      if frame.source?.file == file, frame.source?.line == line, frame.blamability == .code { return stop }
      if frame.image.map({ shortImageName($0).hasPrefix("libswiftCore") }) == true {
        stop = .runtime
      } else if frame.role != .app || frame.isWritten {
        return nil
      }
    }
    return nil
  }
}

extension TrapExpression {
  /// What the expression checks, in one sentence.
  var statement: String { "Column \(column): \(text): traps \(kind.condition)." }
}

extension TrapExpression.Kind {
  /// When the check fails; follows "traps".
  var condition: String {
    switch self {
    case .forceUnwrap: "if the value is nil"
    case .implicitUnwrap: "if the implicitly unwrapped variable is nil"
    case .forcedCast: "if the value has another type"
    case .forcedTry: "if the call throws an error"
    case .subscript: "if the index is out of range"
    case .arithmetic: "on integer overflow"
    case .division: "on division by zero"
    case .conversion: "if the value does not fit the type, or is not a number"
    case .range: "if the upper bound is below the lower bound"
    case .uniqueKeys: "if a key occurs twice"
    case .collection: "if the element does not exist"
    case .precondition: "if the condition is false"
    }
  }

  /// The first thing to do.
  fileprivate var remedy: String {
    switch self {
    case .forceUnwrap: "Bind the value with guard let or if let."
    case .implicitUnwrap: "Declare the variable as T? and bind it, or check where it is set."
    case .forcedCast: "Use as? and handle the other type."
    case .forcedTry: "Use do and catch."
    case .subscript: "Check that the collection's indices contain the index."
    case .arithmetic: "Check the operands, or use &+ or addingReportingOverflow where wrapping is intended."
    case .division: "Check that the divisor is not zero."
    case .conversion: "Use init(exactly:) or init(clamping:)."
    case .range: "Compare the bounds first, or use stride."
    case .uniqueKeys: "Use Dictionary(_:uniquingKeysWith:)."
    case .collection: "Check isEmpty or the indices first."
    case .precondition: "Check the condition before the call."
    }
  }
}
