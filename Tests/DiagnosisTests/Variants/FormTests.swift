import Analysis
import Diagnosis
import Foundation
import TestSupport
import Testing

/// Every pattern × every form of its example: whether a record keeps its diagnosis, and whether a mention remains one. The table lists
/// the cells with a loss; a new pattern gets its row without a test of its own.
///
/// A run tries one of eight cells, the same ones each time, and expects no loss that the table does not list. With
/// `DIAGNOSE_ALL_SAMPLES=1` or `UPDATE_EXPECTED=1` it tries all, and compares the whole table.
@Suite struct FormTests {
  /// One example of each pattern: the first that it is the first finding of, and at least likely.
  private static let examples: [(id: String, lines: [String], cited: [Int])] = Pattern.catalog.compactMap { pattern in
    for example in pattern.examples {
      guard case .matches(let least) = example.expectation, least > .possible else { continue }
      let (text, cited) = example.unmarked
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard lines.count <= 200, first(text)?.pattern == pattern.id else { continue }
      return (pattern.id, lines, cited.map { $0 - 1 }.filter(lines.indices.contains))
    }
    return nil
  }

  private static func first(_ text: String) -> Finding? { assess(text).flatMap(\.findings).first }

  @Test func recordsKeepTheirDiagnosis() throws {
    var table = Table(title: "Records in another form: the first finding must remain.")
    for form in KeptForm.all {
      for example in Self.examples where Table.isTried(form.name, example.id) {
        let texts = form.apply(example.lines, example.cited)
        let lost = texts.compactMap { text -> String? in
          let finding = Self.first(text)
          return finding?.pattern == example.id ? nil : finding?.pattern ?? "nothing"
        }
        table.add(form.name, example.id, all: texts.count, lost: lost)
      }
    }
    try table.check("Tests/DiagnosisTests/Variants/records.expected", minShare: 0.90)
  }

  @Test func mentionsRemainMentions() throws {
    var table = Table(title: "Messages that are mentioned: no finding above possible, and nothing is recorded.")
    for example in Self.examples {
      guard MentionForm.all.contains(where: { Table.isTried($0.name, example.id) }) else { continue }
      // The message of the pattern is a line that has the same diagnosis alone.
      let message = example.cited.lazy.map { example.lines[$0].trimmingCharacters(in: .whitespaces) }
        .first { (Self.first($0)).map { $0.pattern == example.id && $0.confidence > .possible } ?? false }
      guard let message else { continue }
      for form in MentionForm.all where Table.isTried(form.name, example.id) {
        let assessments = assess(form.apply(message))
        let certain = assessments.flatMap(\.findings).first { $0.confidence > .possible }
        let isRecorded = assessments.contains { $0.notARecord == nil }
        let lost = certain.map { "\($0.pattern) \($0.confidence.rawValue)" } ?? (isRecorded ? "recorded" : nil)
        table.add(form.name, example.id, all: 1, lost: lost.map { [$0] } ?? [])
      }
    }
    try table.check("Tests/DiagnosisTests/Variants/mentions.expected", minShare: 0.94)
  }
}

/// The cells of a table of forms: how many texts of each form there are, and what became of those that lost their answer.
private struct Table {
  let title: String
  private var rows: [(form: String, all: Int, kept: Int, losses: [String])] = []

  init(title: String) { self.title = title }

  mutating func add(_ form: String, _ id: String, all: Int, lost: [String]) {
    let index = rows.firstIndex { $0.form == form } ?? rows.count
    if index == rows.count { rows.append((form, 0, 0, [])) }
    rows[index].all += all
    rows[index].kept += all - lost.count
    if !lost.isEmpty {
      rows[index].losses.append("\(id): \(lost.count) of \(all): \(Set(lost).sorted().joined(separator: ", "))")
    }
  }

  /// Whether a cell is tried.
  static func isTried(_ form: String, _ id: String) -> Bool {
    triesAll || (form + id).utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff } % 8 == 0
  }

  private static let triesAll = Repository.updatesExpected || SampleLog.repeatsAll

  func check(_ path: String, minShare: Double) throws {
    guard Self.triesAll else { return try checkPart(path) }
    let all = rows.reduce(0) { $0 + $1.all }
    let kept = rows.reduce(0) { $0 + $1.kept }
    var text = "\(title)\n\n\(kept) of \(all)\n"
    for row in rows {
      text += "\n\(row.form): \(row.kept) of \(row.all)\n"
      text += row.losses.map { "  \($0)\n" }.joined()
    }
    if Repository.updatesExpected { try Data(text.utf8).write(to: Repository.url(path)) }
    #expect(
      text == (try? Repository.text(of: path)),
      "run UPDATE_EXPECTED=1 scripts/test --filter FormTests and read the diff")
    #expect(Double(kept) >= Double(all) * minShare, "\(kept) of \(all)")
  }

  private func checkPart(_ path: String) throws {
    var listed: [Substring: Set<Substring>] = [:]
    var form: Substring = ""
    for line in try Repository.text(of: path).split(separator: "\n") {
      if line.hasPrefix("  ") {
        listed[form, default: []].insert(line.dropFirst(2))
      } else if let colon = line.range(of: ": ", options: .backwards) {
        form = line[..<colon.lowerBound]
      }
    }
    #expect(rows.reduce(0) { $0 + $1.all } > 1000)
    for row in rows {
      let new = Set(row.losses.map { $0[...] }).subtracting(listed[row.form[...], default: []])
      #expect(new.isEmpty, "\(row.form): \(new.sorted())")
    }
  }
}
