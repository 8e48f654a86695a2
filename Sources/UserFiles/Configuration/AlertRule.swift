internal import Bytes
internal import CrashReports
internal import Vocabulary
package import YAMLText

/// A rule of a configuration: about which issues alerts are made, and where they are delivered.
package struct AlertRule: Sendable {
  /// Where the value of a setting is.
  package enum Value: Sendable, Equatable {
    case texts([String])
    /// The environment variable that contains it.
    case variable(String)
    /// The path of the file that contains it.
    case file(String)
  }

  /// The name, by which alerts of the rule are remembered.
  package var name: String
  /// What triggers an alert; at least one.
  package var conditions: [AlertCondition]
  /// The apps, by process name or bundle identifier; empty for all.
  package var apps: [String] = []
  /// The ids of patterns; empty for all issues.
  package var patterns: [String] = []
  /// The kinds of reports; empty for all.
  package var kinds: [String] = []
  /// The minimum time between two alerts about one issue, in seconds.
  package var interval = AlertRule.defaultInterval
  /// Whether personal data is replaced.
  package var isRedacted = true
  /// How alerts are delivered.
  package var channel: AlertChannel
  /// The settings of the channel, by name.
  package var values: [String: Value]
  /// The line of the rule in its file, from 1.
  package var line: Int
  /// The column of the rule, from 1.
  package var column: Int

  /// The default of `interval`, in seconds.
  package static let defaultInterval = 86_400
  /// The maximum number of rules of a file.
  static let maxRules = 100

  /// The keys of a rule.
  package static let keys: [FileKey] =
    [
      FileKey("name", "word", "Identifies the rule: letters, digits, `.`, `_` and `-`, at most 40.", isRequired: true),
      FileKey("when", "word or list", "What triggers an alert.", isRequired: true),
      FileKey("app", "name or list", "Only issues of these apps: process names or bundle identifiers."),
      FileKey("pattern", "id or list", "Only these known failures."),
      FileKey("kind", "word or list", "Only reports of these kinds, such as `crash`, `hang` or `jetsam`."),
      FileKey(
        "interval", "time", "At most one alert about an issue in this time, at least `1m`. Default: `1d`."),
      FileKey("redact", "true or false", "Whether [personal data](security.md#redaction) is replaced. Default: true."),
    ] + AlertChannel.catalog.map { FileKey($0.id, "mapping", $0.meaning) }

  /// Reads the rules of the key `alerts`.
  ///
  /// - Parameter seconds: Reads a duration of a mapping, with a minimum in seconds.
  static func read(
    _ node: YAMLNode, _ faults: Faults, seconds: (Fields, String, Double) -> Double?
  ) -> [AlertRule] {
    guard case .sequence(let items) = node.content else {
      if !node.isRefused { faults.add(node, "'alerts' must be a list of rules, not \(node.kindWords)") }
      return []
    }
    guard items.count <= maxRules else {
      faults.add(node, "'alerts' has more than \(maxRules) rules")
      return []
    }
    var rules: [AlertRule] = []
    for item in items {
      guard let fields = Fields(item, keys, of: "a rule of 'alerts'", faults), let rule = read(fields, seconds) else {
        continue
      }
      if rules.contains(where: { $0.name == rule.name }) {
        faults.add(item, "two rules of 'alerts' have the name '\(rule.name)'")
      }
      rules.append(rule)
    }
    return rules
  }

  private static func read(_ fields: Fields, _ seconds: (Fields, String, Double) -> Double?) -> AlertRule? {
    let name = fields.text("name", limit: 100)
    if let name, !isName(name) {
      fields.faults.add(
        fields.node, "'\(shown(name))' is not a name of a rule",
        hint: "Use 1 to 40 letters, digits, '.', '_' and '-'.")
    }
    let conditions = conditions(fields)
    let kinds = texts(fields, "kind")
    for kind in kinds where CrashReport.Kind.stated(kind) == nil {
      fields.faults.add(fields.node, "'\(shown(kind))' is not a kind of reports")
    }
    let interval = fields["interval"] == nil ? Double(defaultInterval) : seconds(fields, "interval", 60)
    let isRedacted = fields.flag("redact") ?? true
    guard let (channel, values) = delivery(fields), let name, isName(name), let conditions, let interval else {
      return nil
    }
    return AlertRule(
      name: name, conditions: conditions, apps: texts(fields, "app"), patterns: texts(fields, "pattern"), kinds: kinds,
      interval: Int(interval), isRedacted: isRedacted, channel: channel, values: values, line: fields.node.line,
      column: fields.node.column)
  }

  private static func texts(_ fields: Fields, _ name: String) -> [String] {
    fields.texts(name, limit: 300)?.map(\.text) ?? []
  }

  private static func conditions(_ fields: Fields) -> [AlertCondition]? {
    guard let words = fields.texts("when", limit: 100) else { return nil }
    let known = AlertCondition.catalog.map(\.id)
    let found = words.compactMap { word in
      if let condition = AlertCondition.named(word.text) { return condition }
      fields.faults.add(
        word.node, "'\(shown(word.text))' is not a condition for alerts",
        hint: NearestWord.hint(word.text, among: known))
      return nil
    }
    return found.count == words.count ? found : nil
  }

  /// Returns the channel of a rule, and its settings.
  private static func delivery(_ fields: Fields) -> (AlertChannel, [String: Value])? {
    let named = AlertChannel.catalog.filter { fields.names.contains($0.id) }
    guard let channel = named.first, named.count == 1, let node = fields[channel.id] else {
      let ids = AlertChannel.catalog.map(\.id).joined(separator: ", ")
      fields.faults.add(
        fields.node, named.count > 1 ? "a rule has one way of delivery" : "a rule of 'alerts' states no delivery",
        hint: "One of: \(ids).")
      return nil
    }
    guard let settings = Fields(node, channel.keys, of: "'\(channel.id)'", fields.faults) else { return nil }
    var values: [String: Value] = [:]
    for setting in channel.settings {
      guard let value = value(setting, settings) else { continue }
      values[setting.name] = value
    }
    guard channel.settings.allSatisfy({ !$0.isRequired || values[$0.name] != nil }) else { return nil }
    return (channel, values)
  }

  private static func value(_ setting: AlertChannel.Setting, _ fields: Fields) -> Value? {
    let stated = setting.keys.map(\.name).filter { fields.names.contains($0) }
    guard stated.count <= 1, let key = stated.first else {
      if setting.isRequired || stated.count > 1 {
        fields.faults.add(
          fields.node, stated.isEmpty ? "'\(setting.name)' is missing" : "'\(setting.name)' is stated more than once",
          hint: "One of: \(setting.keys.map(\.name).joined(separator: ", ")).")
      }
      return nil
    }
    guard let texts = fields.texts(key, limit: 2_048), let first = texts.first else { return nil }
    if texts.contains(where: { $0.text.unicodeScalars.contains(where: VisibleText.mustEscape) }) {
      fields.faults.add(fields.node, "'\(key)' contains a control or invisible character")
      return nil
    }
    if key == setting.name { return .texts(texts.map(\.text)) }
    guard texts.count == 1 else {
      fields.faults.add(fields.node, "'\(key)' must be text, not a list")
      return nil
    }
    if key.hasSuffix("-file") { return .file(first.text) }
    guard isVariable(first.text) else {
      // It may be the secret itself.
      fields.faults.add(
        first.node, "'\(key)' is not the name of an environment variable", hint: "For example: DIAGNOSE_ALERT_SECRET.")
      return nil
    }
    return .variable(first.text)
  }

  private static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
  }

  private static func isVariable(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count) && text.utf8.first?.isDigit == false
      && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }
}
