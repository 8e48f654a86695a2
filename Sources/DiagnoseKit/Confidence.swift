import Diagnosis

/// The confidence of a statement. A greater value is more confident.
public enum Confidence: String, Comparable, CaseIterable, Sendable {
  /// Worth checking: the report does not contradict it.
  case possible
  /// The report supports it, but other explanations remain possible.
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

  /// Returns true if `left` is less confident.
  public static func < (left: Confidence, right: Confidence) -> Bool {
    switch (left, right) {
    case (.possible, .likely), (.possible, .certain), (.likely, .certain): true
    default: false
    }
  }
}

/// The severity of a failure.
public enum Severity: String, CaseIterable, Sendable {
  /// A failure: a process was terminated, or a view was not rendered.
  case error
  /// A problem that did not terminate anything, such as a view that renders slowly or without an attribute.
  case warning
  /// Information.
  case note

  init(_ severity: Diagnosis.Finding.Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note: self = .note
    }
  }
}
