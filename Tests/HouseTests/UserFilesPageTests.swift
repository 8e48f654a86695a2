import Diagnosis
import Foundation
import TestSupport
import Testing
import UserFiles
import YAMLText

/// The lists of keys in `docs/custom-patterns.md` and `docs/configuration.md` are generated from the catalogs. Serialized,
/// because with UPDATE_EXPECTED=1 several tests write the same page.
@Suite(.serialized) struct UserFilesPageTests {
  @Test func patternKeysAreUpToDate() throws {
    let tables = [
      ("A pattern", PatternKeys.pattern), ("A grade", PatternKeys.grade), ("An example", PatternKeys.example),
      ("A case", PatternKeys.cases), ("A gap", PatternKeys.gap), ("A look-alike", PatternKeys.lookalike),
      ("A change", PatternKeys.change), ("A reference", PatternKeys.reference),
    ]
    let text = tables.map { "**\($0)**\n\n" + Self.table($1) }.joined(separator: "\n")
    try Self.expect(text, "pattern keys", in: "docs/custom-patterns.md")
  }

  @Test func evidenceIsUpToDate() throws {
    let text = EvidenceKind.catalog.map { kind in
      "**`\(kind.key.name)`** (\(kind.key.form)): \(kind.key.meaning)\n"
        + kind.others.map { "- `\($0.name)` (\($0.form)): \($0.meaning)\n" }.joined()
    }
    try Self.expect(text.joined(separator: "\n"), "evidence", in: "docs/custom-patterns.md")
  }

  @Test func configurationKeysAreUpToDate() throws {
    let origins = ConfigurationOrigin.allCases
    var rows = [
      "| key | value | " + origins.map(\.rawValue).joined(separator: " | ") + " | |",
      "|---|---|" + origins.map { _ in "---|" }.joined() + "---|",
    ]
    for (name, setting) in ConfigurationKeys.settings {
      let permissions = origins.map { setting.permission($0).words }.joined(separator: " | ")
      let meaning = setting.key.meaning.replacingOccurrences(of: "|", with: "\\|")
      rows.append("| `\(name)` | \(setting.key.form) | \(permissions) | \(meaning) |")
    }
    try Self.expect(rows.joined(separator: "\n") + "\n", "configuration keys", in: "docs/configuration.md")
  }

  @Test func alertKeysAreUpToDate() throws {
    let conditions =
      "| `when` | |\n|---|---|\n" + AlertCondition.catalog.map { "| `\($0.id)` | \($0.meaning) |\n" }.joined()
    let keys = AlertRule.keys.filter { key in !AlertChannel.catalog.contains { $0.id == key.name } }
    try Self.expect(Self.table(keys) + "\n" + conditions, "alert keys", in: "docs/alerts.md")
    let channels = AlertChannel.catalog.map { channel in
      "**`\(channel.id)`**: \(channel.meaning)\n\n"
        + channel.settings.map { setting in
          let names = [
            setting.form.map { "`\(setting.name)` (\($0))" }, setting.hasSources ? "`\(setting.name)-variable`" : nil,
            setting.hasSources ? "`\(setting.name)-file`" : nil,
          ].compactMap { $0 }.joined(separator: ", ")
          return "* \(names)\(setting.isRequired ? ", required" : ""): \(setting.meaning)\n"
        }.joined()
    }
    try Self.expect(channels.joined(separator: "\n"), "alert channels", in: "docs/alerts.md")
  }

  @Test func keysAreUnique() {
    let kinds = EvidenceKind.catalog.map(\.key.name)
    #expect(Set(kinds).count == kinds.count)
    for kind in EvidenceKind.catalog {
      let names = [kind.key.name] + kind.others.map(\.name)
      #expect(Set(names).count == names.count, "\(kind.key.name)")
    }
  }

  private static func table(_ keys: [FileKey]) -> String {
    "| key | value | |\n|---|---|---|\n" + keys.map { row($0, "") + "\n" }.joined()
  }

  private static func row(_ key: FileKey, _ prefix: String) -> String {
    let form = key.form + (key.isRequired ? ", required" : "")
    return "| `\(prefix)\(key.name)` | \(form) | \(key.meaning.replacingOccurrences(of: "|", with: "\\|")) |"
  }

  private static func expect(_ text: String, _ name: String, in path: String) throws {
    #expect(
      try Repository.part(name, of: path, updatedTo: text) == text,
      "run: UPDATE_EXPECTED=1 scripts/test --filter HouseTests")
  }
}
