import CrashReports
import Foundation
import Knowledge
import TestSupport
import Testing
import YAMLText

@testable import Diagnosis

/// The documents of Knowledge/patterns, and that the language of pattern files can express what Swift patterns contain.
@Suite(.serialized) struct PatternDocumentTests {
  private static let paths = Repository.files(below: "Knowledge/patterns").filter { $0.hasSuffix(".md") }.sorted()

  private static func id(_ path: String) -> String { String(path.split(separator: "/").last?.dropLast(3) ?? "") }

  private static let update = "run UPDATE_EXPECTED=1 scripts/test --filter KnowledgeTests, and build again"

  @Test(arguments: paths) func documentsHaveNoFaults(_ path: String) throws {
    let (pattern, faults) = PatternMarkdown.read(try Repository.bytes(of: path))
    #expect(faults.map { "\(path):\($0.line):\($0.column): \($0.message)" } == [])
    #expect(pattern?.id == Self.id(path), "the id is the name of the file")
    #expect(pattern?.grades.isEmpty == false)
  }

  @Test func programContainsTheDocuments() throws {
    #expect(KnowledgeText.patternCount == Self.paths.count, "\(Self.update)")
    for (index, path) in Self.paths.enumerated() {
      #expect(Array(KnowledgeText.pattern(at: index)) == (try Repository.bytes(of: path)), "\(path): \(Self.update)")
    }
    #expect(Pattern.documented.map(\.id) == Self.paths.map(Self.id))
    #expect(KnowledgeText.pattern(at: -1).isEmpty && KnowledgeText.pattern(at: Self.paths.count).isEmpty)
  }

  /// The two files that are written from the folder. A wrong entry of pattern-needs.txt would hide a pattern.
  @Test func writtenFilesAreUpToDate() throws {
    let patterns = try Self.paths.compactMap { PatternMarkdown.read(try Repository.bytes(of: $0)).pattern }
    let files = [
      ("Knowledge/pattern-needs.txt", PatternNeeds.text(patterns)),
      ("Sources/CKnowledge/patterns.c", PatternNeeds.embedding(patterns.map(\.id))),
    ]
    for (path, text) in files {
      if Repository.updatesExpected { try Data(text.utf8).write(to: Repository.url(path)) }
      #expect(try Repository.text(of: path) == text, "\(Self.update)")
    }
  }

  /// The program filters documents as it would filter the same patterns in Swift.
  @Test func needsAreThoseOfTheEvidence() throws {
    for pattern in Pattern.documented {
      let read = pattern.grades.reduce(EvidenceNeeds.never) { $0.union($1.evidence.needs) }
      let stored = pattern.needs
      #expect(stored.isUnknown == read.isUnknown && stored.required == read.required, "\(pattern.id): \(Self.update)")
      guard !read.isUnknown else { continue }
      #expect(stored.texts == read.texts && stored.functions == read.functions, "\(pattern.id)")
      #expect(stored.fields == read.fields && stored.facts == read.facts, "\(pattern.id)")
    }
  }

  /// Most reports need only the grades of a document, which are read without its other keys.
  @Test func gradesAreReadAlone() {
    func written(_ grades: [Pattern.Grade]) -> [String] {
      grades.map { grade in
        let evidence = EvidenceWriter.value(grade.evidence).map { "\($0)" } ?? "code"
        return
          "\(grade.confidence) \(grade.cause) \(grade.severity.map { "\($0)" } ?? "-") \(grade.evidence.needs) \(evidence)"
      }
    }
    for pattern in Pattern.documented {
      #expect(!pattern.grades.isEmpty && written(pattern.grades) == written(pattern.contents.grades), "\(pattern.id)")
    }
  }

  @Test(arguments: [
    "id: a-b\ngrades:\n- confidence: likely\n  evidence: { message: is lost }\nsearch: [lost]",
    "grades:\n  - confidence: likely\n    evidence: { known: lost }\n\nid: a-b\nfacts:\n  lost: { message: is lost }",
    "facts: { lost: { message: is lost } }\n# grades:\nid: a-b\ngrades: [{ confidence: likely, evidence: { known: lost } }]",
    "id: \"grades:\"\ngrades:\n  # facts:\n  - confidence: likely\n    evidence: { message: is lost }",
  ])
  func gradesAreFoundInAnyForm(_ front: String) {
    let grades = PatternMarkdown.grades(Array(Self.document(front).utf8))
    #expect(grades.map(\.confidence) == [.likely])
    #expect(grades.first?.evidence.needs.texts.count == 1)
  }

  // MARK: - Parity

  private static let written = Pattern.catalog.filter { PatternMarkdown.text($0) != nil }.map(\.id)

  /// Every pattern whose evidence is data, or code with a name, is the same after it was written and read.
  @Test(arguments: written) func patternsAreTheSameInDocuments(_ id: String) throws {
    let pattern = try #require(Pattern.with(id: id))
    let text = try #require(PatternMarkdown.text(pattern))
    let (read, faults) = PatternMarkdown.read(Array(text.utf8))
    #expect(faults.map { "\($0.line):\($0.column) \($0.message)" } == [], "\(text)")
    let copy = try #require(read)
    #expect(copy.id == id && copy.title == pattern.title && copy.symptom == pattern.symptom)
    #expect(copy.revision == pattern.revision && copy.since == pattern.since && copy.fallback == pattern.fallback)
    #expect(copy.generality == pattern.generality && copy.severity == pattern.severity)
    #expect(copy.knownGaps == pattern.knownGaps && copy.searchTerms == pattern.searchTerms)
    #expect(copy.changes == pattern.changes && copy.references == pattern.references)
    #expect(copy.supersedes == pattern.supersedes && copy.phrases == pattern.phrases)
    #expect(copy.remedy == pattern.remedy && copy.cause == pattern.cause && copy.headline == pattern.headline)
    #expect(copy.examples.map { "\($0)" } == pattern.examples.map { "\($0)" })
    #expect(copy.explanations == pattern.explanations)
    #expect(PatternWriter.text(copy, id: "copy/of") == PatternWriter.text(pattern, id: "copy/of"))
    let needs = (copy.needs, pattern.grades.reduce(EvidenceNeeds.never) { $0.union($1.evidence.needs) })
    #expect(needs.0.texts == needs.1.texts && needs.0.functions == needs.1.functions && needs.0.facts == needs.1.facts)
  }

  @Test(arguments: NamedEvidence.catalog.map(\.name)) func namesAreRead(_ name: String) throws {
    let evidence = "[{ known: \(name) }, { agent: true }]"
    let front = "id: a-b\nheadline: A.\ngrades:\n  - confidence: likely\n    evidence: \(evidence)"
    let (pattern, faults) = PatternMarkdown.read(Array(Self.document(front).utf8))
    #expect(faults.map(\.message) == [])
    #expect(PatternMarkdown.text(try #require(pattern))?.contains("known: \(name)") == true)
  }

  @Test func namesAreUnique() {
    #expect(Set(NamedEvidence.catalog.map(\.name)).count == NamedEvidence.catalog.count)
  }

  // MARK: - Faults

  private static func document(_ front: String, _ body: String = "## Cause\n\nA cause.\n\n## Remedy\n\n1. A step.\n")
    -> String
  {
    "---\n\(front)\n---\n\n# A title\n\n\(body)"
  }

  private static let front = "id: a-b\ngrades:\n  - confidence: likely\n    evidence: { message: is lost }"

  @Test func faultsHaveLocations() {
    func faults(_ text: String) -> [String] {
      PatternMarkdown.read(Array(text.utf8)).faults.map { "\($0.line): \($0.message)" }
    }
    #expect(faults(Self.document(Self.front)) == [])
    #expect(faults("") == ["1: a document begins with front matter between lines '---'"])
    #expect(faults("---\nid: a\n").count == 1)
    #expect(faults("---\n---\n").count == 1)
    #expect(faults(Self.document(Self.front + "\nfamilie: nib")) == ["6: unknown key 'familie' in a pattern"])
    #expect(faults(Self.document("id: acme/b" + Self.front.dropFirst(7))).count == 1)
    #expect(faults(Self.document(Self.front + "\ncause: It is twice.")) == ["11: duplicate key 'cause'"])
    let body = "## Cause\n\nA cause.\n\n## Remedy\n\n1. A step.\n"
    for (addition, fault) in [
      ("## Reason\n", "there is no section 'Reason'"),
      ("other text\n", "a step begins with its number, '1. …', and its other lines with three blanks"),
      ("## Changes\n\ntext\n", "text is only allowed in the sections Symptom, Cause and Remedy"),
      ("```swift\n", "the code has no end"),
      ("```swift\n```\n", "code is only allowed in the sections Changes and Examples"),
      ("## Examples\n\n```text\na\n```\n", "an example has a heading"),
      ("### Matches: a\n", "a heading of an example is '### Matches: …' or '### Does not match: …'"),
    ] {
      let found = faults(Self.document(Self.front, body + "\n" + addition))
      #expect(found.contains { $0.hasSuffix(": " + fault) }, "\(addition): \(found)")
    }
  }

  @Test func sectionsAreRead() throws {
    let changes = """
      ## Symptom

      A line
      and another.

      A paragraph.

      ## Cause

      A cause.

      ## Remedy

      1. A step
         of two lines.
      2. Another.

      ## Changes

      ```swift before
      a
      ```

      ````swift after when nib
      ```
      ````

      ```xml
      <a/>
      ```

      ## Examples

      ### Matches (likely): a: b

      ```text
      →it is lost

      # not a heading
      ```
      """
    let pattern = try #require(PatternMarkdown.read(Array(Self.document(Self.front, changes).utf8)).pattern)
    #expect(pattern.symptom == "A line and another.\nA paragraph.")
    #expect(pattern.remedy == ["A step of two lines.", "Another."])
    #expect(pattern.changes.map(\.before) == ["a", nil] && pattern.changes.map(\.after) == ["```", "<a/>"])
    #expect(pattern.changes.map(\.when) == ["nib", nil])
    #expect(pattern.examples.map(\.excerpt) == ["→it is lost\n\n# not a heading"])
    #expect(pattern.examples.map(\.shows) == ["a: b"])
  }

  /// The README of the folder states what the reader reads.
  @Test func readmeStatesTheFormat() throws {
    let readme = try Repository.text(of: "Knowledge/README.md")
    for name in DocumentSections.headings.values { #expect(readme.contains("`## \(name)`"), "\(name)") }
    for key in PatternKeys.program { #expect(readme.contains("`\(key.name)`"), "\(key.name)") }
    for word in ["### Matches: ", "### Matches (likely): ", "### Does not match: ", "`before`", "`after`", "`when "] {
      #expect(readme.contains(word), "\(word)")
    }
  }
}
