import Testing
import UserFiles
import YAMLText

/// Rules for alerts, and their faults.
@Suite struct AlertRuleTests {
  private static func read(_ text: String) -> (rules: [AlertRule]?, faults: [FileFault]) {
    let (configuration, faults) = Configuration.read(Array(text.utf8), .user)
    return (configuration.alerts, faults)
  }

  private static func rule(_ rest: String, name: String = "r", delivery: String = "email: { to: a@example.com }")
    -> String
  {
    "alerts: [{ name: \(name), when: new, \(delivery)\(rest) }]"
  }

  @Test func settingsAreRead() throws {
    let (rules, faults) = Self.read(
      """
      alerts:
        - name: hook
          when: [new, burst]
          app: [com.example.App, Tool]
          pattern: swift-force-unwrap-nil
          kind: [crash, hang]
          interval: 90m
          redact: false
          webhook: { url-file: secrets/url, secret-variable: HOOK_SECRET }
      """)
    #expect(faults == [])
    let rule = try #require(rules?.first)
    #expect(rule.name == "hook" && rule.conditions.map(\.id) == ["new", "burst"] && rule.kinds == ["crash", "hang"])
    #expect(rule.apps == ["com.example.App", "Tool"] && rule.patterns == ["swift-force-unwrap-nil"])
    #expect(rule.interval == 5_400 && !rule.isRedacted && rule.channel.id == "webhook")
    #expect(rule.values == ["url": .file("secrets/url"), "secret": .variable("HOOK_SECRET")])
    let plain = try #require(Self.read(Self.rule("")).rules?.first)
    #expect(plain.interval == 86_400 && plain.isRedacted && plain.values == ["to": .texts(["a@example.com"])])
  }

  @Test(arguments: [
    "alerts: x", "alerts: [{ when: new, email: { to: a@example.com } }]", "alerts: [{ name: r, email: { to: a } }]",
    rule(", interval: 59s"), rule(", kind: boom"), rule(", name2: x"), rule(", slack: { url-variable: A }"),
    rule("", name: "'a b'"), rule("", name: String(repeating: "a", count: 41)), rule("", delivery: "email: {}"),
    rule("", delivery: "slack: { url: https://example.com }"), rule("", delivery: "slack: { url-variable: 'a-b' }"),
    rule("", delivery: "webhook: { url: https://example.com }"),
    rule("", delivery: "webhook: { url: https://example.com, url-variable: A, secret-variable: B }"),
    rule("", delivery: "github: { repository: a/b }"), rule("", delivery: "email: { to: \"a\\nb\" }"),
    "alerts: [{ name: r, when: newest, email: { to: a } }]",
    "alerts: [{ name: r, when: new, email: { to: a } }, { name: r, when: new, email: { to: a } }]",
  ])
  func faultsAreReported(_ text: String) { #expect(!Self.read(text).faults.isEmpty) }

  @Test func limitsArePermitted() {
    #expect(Self.read(Self.rule(", interval: 60s")).faults == [])
    #expect(Self.read(Self.rule("", name: String(repeating: "a", count: 40))).faults == [])
    func many(_ count: Int) -> String {
      "alerts:\n" + (0..<count).map { "  - { name: r\($0), when: new, email: { to: a } }\n" }.joined()
    }
    #expect(Self.read(many(100)).faults == [] && Self.read(many(100)).rules?.count == 100)
    #expect(!Self.read(many(101)).faults.isEmpty)
  }

  /// Others do not decide who gets messages about your reports.
  @Test func onlyYourOwnConfigurationHasRules() {
    for origin in [ConfigurationOrigin.found, .trusted] {
      let configuration = Configuration.read(Array(Self.rule("").utf8), origin).configuration
      #expect(configuration.alerts == nil && configuration.ignored.map(\.key) == ["alerts"])
    }
  }
}
