package import Vocabulary

/// The form of a question for a source of answers: its parameters, and how its answer is read. The source has the text
/// in its own language.
package struct QuestionForm: Sendable {
  /// A column of the answer. It has the name and the index of the column of the same question to SQLite.
  package struct Column: Sendable, Equatable {
    /// How a value is read.
    package enum Kind: Sendable {
      /// A key of an issue; SQLite returns its row.
      case issue
      /// A key of a build, empty if none is stated; SQLite returns its row.
      case build
      /// A text; empty if it is not stated.
      case text
      /// A number.
      case int
      /// A number that is the least of 64 bits if it is not known.
      case position
    }

    /// The name.
    package let name: String
    /// How its values are read.
    package let kind: Kind
  }

  /// What a parameter means.
  package enum Parameter: Sendable {
    case issue
    case build
    case text
    /// The current time in seconds since 1970.
    case now
    /// The beginning of the period in seconds since 1970.
    case since
    /// The first day of the period.
    case firstDay
    /// The last day of the period.
    case lastDay
    /// The first day of an equally long period before.
    case firstDayBefore
    /// The last day of that period.
    case lastDayBefore
  }

  /// The parameters in order.
  package let parameters: [Parameter]
  /// The columns of the answer in order. The source may return more.
  package let columns: [Column]
  /// Whether the file of a summary has the tables of the question, so that it is not sent to the source.
  package let isInFile: Bool
  /// Whether the question is about the reports of a scope.
  package let isScoped: Bool

  init(_ columns: [Column], parameters: [Parameter] = [], isInFile: Bool = false, isScoped: Bool = false) {
    self.parameters = parameters
    self.columns = columns
    self.isInFile = isInFile
    self.isScoped = isScoped
  }
}

extension QuestionForm.Column {
  static func issue(_ name: String) -> Self { Self(name: name, kind: .issue) }
  static func build(_ name: String) -> Self { Self(name: name, kind: .build) }
  static func text(_ name: String) -> Self { Self(name: name, kind: .text) }
  static func int(_ name: String) -> Self { Self(name: name, kind: .int) }
  static func position(_ name: String) -> Self { Self(name: name, kind: .position) }
}

/// A question with its values, as it is sent to a source.
package struct SourceQuestion: Sendable {
  /// The value of a parameter.
  package enum Value: Sendable {
    case int(Int)
    case text(String)
    /// The key of an issue, followed by the keys of the issues merged into it; or the keys of several issues and of those
    /// merged into them.
    case issue([String])
    /// The key of a build; empty for a build that is not stated.
    case build(String)
  }

  /// The reports that the question is about. Without a limit, it is about all of them.
  package struct Scope: Sendable, Equatable {
    /// The first and the last complete day, counted from 1970-01-01.
    package var days: ClosedRange<Int>?
    /// The beginning of the period in seconds, if it is within a day, which is not in `days`.
    package var since: Int?
    /// The end of the period in seconds, excluded, if it is within a day, which is not in `days`.
    package var until: Int?
    /// The keys of the selected builds; empty for reports without an app; `nil` for any.
    package var builds: [String]?
    /// The keys of the issues of the selected patterns; `nil` for any.
    package var issues: [String]?
    /// The systems and devices; empty for any.
    package var properties: [Property] = []

    /// A condition on the system or the device.
    package struct Property: Sendable, Equatable {
      /// The column: `os` or `device`.
      package var column: String
      /// The values.
      package var values: [String]
      /// Whether reports must not have any of the values.
      package var isExcluded: Bool
    }

    /// The range of no day; days are numbers of 32 bits.
    package static let noDays = Int.max...Int.max

    /// Creates a scope of all reports.
    package init() {}
  }

  /// The name in the catalog.
  package var name: String
  /// The form.
  package var form: QuestionForm
  /// The values of the parameters in order.
  package var values: [Value]
  /// The reports that it is about.
  package var scope = Scope()
}

extension ShippedQuery {
  /// Returns the question with example values, for people who write statements of their own; `nil` if it is not asked a
  /// source.
  ///
  /// - Parameters:
  ///   - days: The period.
  ///   - issue: The key of an issue.
  ///   - build: The key of a build.
  ///   - now: The current time.
  package func example(
    days: ClosedRange<Int>, issue: String, build: String, now: Timestamp
  ) -> SourceQuestion? {
    guard let form else { return nil }
    var question = SourceQuestion(
      name: name, form: form,
      values: form.parameters.map { parameter in
        switch parameter {
        case .issue: .issue([issue])
        case .build: .build(build)
        case .text: .text("")
        case .now: .int(now.seconds)
        case .since: .int(days.lowerBound * 86_400)
        case .firstDay: .int(days.lowerBound)
        case .lastDay: .int(days.upperBound)
        case .firstDayBefore: .int(days.lowerBound - days.count)
        case .lastDayBefore: .int(days.lowerBound - 1)
        }
      })
    if form.isScoped { question.scope.days = days }
    return question
  }
}

/// A value of an answer.
package enum AnswerValue: Sendable, Equatable {
  case int(Int)
  case text(String)
}

/// Answers questions about the counts of a history that has no tables of counts itself: the file of a summary.
package protocol QuestionSource: Sendable {
  /// Returns the rows of the answer, with the values of `question.form.columns`.
  func rows(_ question: SourceQuestion) throws(HistoryError) -> [[AnswerValue]]
}
