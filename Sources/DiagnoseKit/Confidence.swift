import Diagnosis

/// How sure a statement is. Greater is surer.
public enum Confidence: String, Comparable, CaseIterable, Sendable {
  /// A place to look: the report does not contradict it.
  case possible
  /// The report supports it, and leaves other explanations open.
  case likely
  /// The report states it.
  case certain

  init(_ confidence: Diagnosis.Confidence) {
    switch confidence {
    case .possible: self = .possible
    case .likely: self = .likely
    case .certain: self = .certain
    }
  }

  /// True if `left` is less sure.
  public static func < (left: Confidence, right: Confidence) -> Bool {
    switch (left, right) {
    case (.possible, .likely), (.possible, .certain), (.likely, .certain): true
    default: false
    }
  }
}

/// How bad a failure is.
public enum Severity: String, CaseIterable, Sendable {
  /// Something failed: a process ended, a view was not rendered.
  case error
  /// Something is wrong and ended nothing, as a view that is rendered slowly or without an attribute.
  case warning
  /// For information.
  case note

  init(_ severity: Diagnosis.Finding.Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note: self = .note
    }
  }
}
