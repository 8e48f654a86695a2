/// A property by which reports are filtered, with its name in options, messages and tools.
///
/// To add a dimension, add a value to this file and to the catalog. All commands and tools loop over the catalog.
package struct FilterDimension: Sendable {
  /// The name of the option and of the parameter of tools, without dashes.
  package let id: String
  /// The noun in messages, singular: `app`, `build`.
  package let noun: String
  /// The placeholder of the value in the help.
  package let placeholder: String
  /// What the option selects, as a sentence for the help.
  package let meaning: String
  /// Where its values are stored.
  let storage: Storage

  /// Where the values of a dimension are stored.
  enum Storage: Sendable {
    /// In the table of builds.
    case builds(Builds)
    /// In a column of reports and roll-ups that refers to a name.
    case name(column: String)
    /// In a column of reports that refers to a name, and that roll-ups do not have. It needs an index of counted reports.
    case report(column: String)
    /// In the values of a label.
    case label(StaticString)
    /// In all labels; the value is `key=value`.
    case labels
    /// In the findings, by pattern.
    case patterns
  }

  /// The texts by which a build is selected.
  struct Builds: Sendable {
    /// All texts that select it.
    var texts: @Sendable (BuildTable.Build) -> [String]
    /// The text in lists of known values; empty for none.
    var shown: @Sendable (BuildTable.Build) -> String
  }
}

extension FilterDimension: Hashable {
  /// Returns whether both dimensions have the same id.
  package static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  /// Hashes only the id.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension FilterDimension {
  /// The app, by process name or bundle identifier.
  package static let app = FilterDimension(
    id: "app", noun: "app", placeholder: "app", meaning: "Select an app: process name or bundle identifier.",
    storage: .builds(
      Builds(
        texts: { [$0.app, $0.bundleID, $0.process] }, shown: { $0.process.isEmpty ? $0.app : $0.process })))

  /// The dispatch queue of the crashed thread.
  package static let queue = FilterDimension(
    id: "queue", noun: "queue", placeholder: "queue",
    meaning: "Select the dispatch queue of the crashed thread, such as com.apple.main-thread.",
    storage: .report(column: "queue"))

  /// The known failure, by the identifier of its pattern.
  package static let pattern = FilterDimension(
    id: "pattern", noun: "pattern", placeholder: "id", meaning: "Select a known failure.", storage: .patterns)

  /// The build of the app: its number, or its version if it has no number.
  package static let build = FilterDimension(
    id: "build", noun: "build", placeholder: "build", meaning: "Select a build of the app, such as 412.",
    storage: .builds(
      Builds(
        texts: { [$0.name, $0.version + " (" + $0.build + ")"] }, shown: { $0.name })))

  /// The marketing version of the app.
  package static let appVersion = FilterDimension(
    id: "app-version", noun: "app version", placeholder: "version",
    meaning: "Select a version of the app, such as 2.4.",
    storage: .builds(Builds(texts: { [$0.version] }, shown: { $0.version })))

  /// The operating system, by name and version or a part of them.
  package static let os = FilterDimension(
    id: "os", noun: "system", placeholder: "system", meaning: "Select a system, such as 26, iOS or 'macOS 14.4'.",
    storage: .name(column: "os"))

  /// The device, by model identifier or its beginning.
  package static let device = FilterDimension(
    id: "device", noun: "device", placeholder: "model", meaning: "Select a device, such as iPad or Mac14,2.",
    storage: .name(column: "device"))

  /// The view that Interface Builder could not draw.
  package static let view = FilterDimension(
    id: "view", noun: "view", placeholder: "class", meaning: "Select a view that Interface Builder could not draw.",
    storage: .label(ReportRecord.viewLabel))

  /// The document that Interface Builder, ibtool or actool failed on.
  package static let document = FilterDimension(
    id: "document", noun: "document", placeholder: "file", meaning: "Select a storyboard, xib or asset catalog.",
    storage: .label(ReportRecord.documentLabel))

  /// A label, as `key=value`.
  package static let label = FilterDimension(
    id: "label", noun: "label", placeholder: "key=value", meaning: "Select a label.", storage: .labels)

  /// All dimensions, in the order of the help. Add a new dimension here.
  package static let catalog: [FilterDimension] = [
    .app, .build, .appVersion, .os, .device, .queue, .pattern, .view, .document, .label,
  ]

  /// Whether the dimension selects builds, whose runs may be known.
  var selectsBuilds: Bool { if case .builds = storage { true } else { false } }

  /// Whether a part of a value selects it.
  package var acceptsParts: Bool {
    switch storage {
    case .name, .report: true
    case .builds, .label, .labels, .patterns: false
    }
  }

  /// Whether only reports have its values, so that roll-ups and summaries cannot be filtered by them.
  var needsReports: Bool {
    switch storage {
    case .report, .label, .labels: true
    case .builds, .name, .patterns: false
    }
  }
}

/// A value of a dimension that reports must have, or must not have.
package struct FilterTerm: Sendable, Hashable {
  /// The dimension.
  package var dimension: FilterDimension
  /// The value. Case is ignored.
  package var value: String
  /// Whether reports must not have the value.
  package var isNegated: Bool
  /// Whether the term narrows what other terms of its dimension select, instead of being an alternative to them.
  package var isNarrowing = false

  /// Creates a term from its parts.
  package init(_ dimension: FilterDimension, _ value: String, isNegated: Bool = false) {
    self.dimension = dimension
    self.value = value
    self.isNegated = isNegated
  }

  /// Reads the argument of an option: `VALUE`, or `!VALUE` for all reports without the value. `\!VALUE` is a value that
  /// begins with an exclamation mark.
  package init(_ dimension: FilterDimension, argument: String) {
    switch argument.utf8.first {
    case UInt8(ascii: "!"): self.init(dimension, String(argument.dropFirst()), isNegated: true)
    case UInt8(ascii: "\\") where argument.hasPrefix("\\!"): self.init(dimension, String(argument.dropFirst()))
    default: self.init(dimension, argument)
    }
  }

  /// Whether the value can be that of a report: not empty and, for a label, with a key.
  package var isValid: Bool {
    guard case .labels = dimension.storage else { return !value.isEmpty }
    return label != nil
  }

  /// Whether the term selects failures: a pattern, the queue, or what Interface Builder failed on. Other terms select apps, systems,
  /// devices and machines, which also exist without a failure.
  var describesFailure: Bool {
    switch dimension.storage {
    case .patterns, .label, .report: true
    case .labels:
      [ReportRecord.viewLabel, ReportRecord.documentLabel].contains { "\($0)" == label?.key.lowercased() }
    case .builds, .name: false
    }
  }

  /// The key and the value of a label; `nil` without a key.
  var label: (key: String, value: String)? {
    guard let equals = value.firstIndex(of: "="), equals != value.startIndex else { return nil }
    return (String(value[..<equals]), String(value[value.index(after: equals)...]))
  }
}

extension [FilterTerm] {
  /// Creates the terms of an optional app and an optional pattern, as pages select them.
  package init(app: String?, pattern: String? = nil) {
    self = [app.map { FilterTerm(.app, $0) }, pattern.map { FilterTerm(.pattern, $0) }].compactMap { $0 }
  }

  /// Whether the terms refer only to builds, so that their reports can be compared with runs.
  var selectOnlyBuilds: Bool { allSatisfy { $0.dimension.selectsBuilds } }

  /// The terms that describe who can have a failure, without those that describe the failure itself.
  var ofExposure: [FilterTerm] { filter { !$0.describesFailure } }

  /// The same terms, which narrow what others select.
  package var narrowing: [FilterTerm] {
    map { term in
      var term = term
      term.isNarrowing = true
      return term
    }
  }

  /// The terms without those of patterns.
  var withoutPatterns: [FilterTerm] { filter { $0.dimension != .pattern } }
}
