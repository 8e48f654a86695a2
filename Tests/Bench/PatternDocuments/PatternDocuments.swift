import CrashReports
import Diagnosis
import Foundation
import YAMLText

/// Writes patterns that are Swift as documents, and what the program needs of the documents.
///
///     DIAGNOSE_BENCH=1 swift run PatternDocuments write FOLDER   # a document for each Swift pattern that is data
///     DIAGNOSE_BENCH=1 swift run PatternDocuments index          # in the root: pattern-needs.txt and patterns.c
///     DIAGNOSE_BENCH=1 swift run PatternDocuments read           # the time for reading all documents
///
///     DIAGNOSE_BENCH=1 swift run PatternDocuments assess FILE…   # the findings of each file, to compare two builds
///
/// `scripts/convert-patterns` uses the first two, and removes the Swift of the documents.
@main
enum PatternDocuments {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "write": try write(to: arguments.dropFirst().first ?? ".")
    case "index": try index()
    case "read": try read()
    case "assess": try assess(Array(arguments.dropFirst()))
    case "compare": compare(arguments.dropFirst().first ?? "")
    default: print("usage: PatternDocuments write FOLDER | index | read")
    }
  }

  /// Writes a document for each pattern, and prints the id and `written`, `code`, or what is not the same after reading.
  static func write(to folder: String) throws {
    let words = try words(of: folder + "/names.tsv")
    for pattern in Pattern.catalog where !pattern.isDocument {
      guard let text = PatternMarkdown.text(pattern, words: words[pattern.id] ?? []) else {
        print("\(pattern.id)\tcode")
        continue
      }
      let (copy, faults) = PatternMarkdown.read(Array(text.utf8))
      if let fault = faults.first {
        print("\(pattern.id)\tfault \(fault.line):\(fault.column) \(fault.message)")
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(pattern.id).faulty"))
        continue
      }
      let different = copy.map { differences(pattern, $0) } ?? ["all"]
      if different.isEmpty {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(pattern.id).md"))
        print("\(pattern.id)\twritten")
      } else {
        print("\(pattern.id)\tdiffers: \(different.joined(separator: ", "))")
      }
    }
  }

  /// Reads the names that Swift sources have for evidence: id, name and texts, separated by tabs.
  static func words(of path: String) throws -> [String: [(name: String, texts: Set<String>)]] {
    guard let data = FileManager.default.contents(atPath: path) else { return [:] }
    var words: [String: [(name: String, texts: Set<String>)]] = [:]
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      if parts.count > 2 { words[parts[0], default: []].append((parts[1], Set(parts[2...]))) }
    }
    return words
  }

  /// Returns the names of the parts in which two patterns differ.
  static func differences(_ one: Pattern, _ other: Pattern) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ name: String, _ part: (Pattern) -> Value) {
      if part(one) != part(other) { found.append(name) }
    }
    compare("id", \.id)
    compare("revision", \.revision)
    compare("since", \.since)
    compare("fallback", \.fallback)
    compare("generality", \.generality)
    compare("knownGaps", \.knownGaps)
    compare("searchTerms", \.searchTerms)
    compare("phrases", \.phrases)
    compare("changes", \.changes)
    compare("references", \.references)
    compare("remedy", \.remedy)
    compare("symptom", \.symptom)
    compare("examples") { $0.examples.map { "\($0)" } }
    compare("explanations", \.explanations)
    compare("evidence") { PatternWriter.text($0, id: "copy/of") }
    return found
  }

  static func documents() throws -> [(id: String, bytes: [UInt8])] {
    try FileManager.default.contentsOfDirectory(atPath: "Knowledge/patterns").filter { $0.hasSuffix(".md") }.map {
      (String($0.dropLast(3)), [UInt8](try Data(contentsOf: URL(fileURLWithPath: "Knowledge/patterns/" + $0))))
    }.sorted { $0.id < $1.id }
  }

  static func index() throws {
    let documents = try documents()
    let patterns = documents.compactMap { PatternMarkdown.read($0.bytes).pattern }
    guard patterns.map(\.id) == documents.map(\.id) else { return print("a document has a fault") }
    try Data(PatternNeeds.text(patterns).utf8).write(to: URL(fileURLWithPath: "Knowledge/pattern-needs.txt"))
    try Data(PatternNeeds.embedding(patterns.map(\.id)).utf8).write(
      to: URL(fileURLWithPath: "Sources/CKnowledge/patterns.c"))
    print("\(patterns.count) documents, always read: \(patterns.count { PatternNeeds.isAlwaysRead($0) })")
  }

  static func read() throws {
    let documents = try documents()
    let start = ContinuousClock.now
    let rounds = 20
    for _ in 0..<rounds { for one in documents where PatternMarkdown.read(one.bytes).pattern == nil { print(one.id) } }
    let time = (ContinuousClock.now - start) / rounds
    print("\(documents.count) documents, \(documents.reduce(0) { $0 + $1.bytes.count }) bytes: \(time)")
  }

  /// Prints the findings of files with everything that an output shows of them.
  static func assess(_ files: [String]) throws {
    for path in files {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      print("== " + path)
      for decoded in ReportReader.read(bytes).reports {
        let assessment = Assessor.assess(decoded, input: bytes)
        for finding in assessment.findings {
          print(finding)
          guard let pattern = Pattern.with(id: finding.pattern) else { continue }
          print(pattern.title, pattern.headline, pattern.cause, pattern.remedy, pattern.explanations)
        }
        print(assessment.summary, assessment.blame as Any)
      }
    }
  }

  /// Prints a pattern before and after writing.
  static func compare(_ id: String) {
    guard let pattern = Pattern.with(id: id), let text = PatternMarkdown.text(pattern) else { return }
    print(PatternWriter.text(pattern, id: "copy/of") ?? "")
    print(PatternMarkdown.read(Array(text.utf8)).pattern.flatMap { PatternWriter.text($0, id: "copy/of") } ?? "")
  }
}
