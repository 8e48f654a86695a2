import Diagnosis
import Foundation
import YAMLText

/// Writes patterns that are Swift as documents, and what the program needs of the documents.
///
///     DIAGNOSE_BENCH=1 swift run PatternDocuments write FOLDER   # a document for each Swift pattern that is data
///     DIAGNOSE_BENCH=1 swift run PatternDocuments index          # in the root: pattern-needs.txt and patterns.c
///     DIAGNOSE_BENCH=1 swift run PatternDocuments read           # the time for reading all documents
///
/// `scripts/convert-patterns` uses both, and removes the Swift of the documents.
@main
enum PatternDocuments {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "write": try write(to: arguments.dropFirst().first ?? ".")
    case "index": try index()
    case "read": try read()
    default: print("usage: PatternDocuments write FOLDER | index | read")
    }
  }

  /// Writes a document for each pattern, and prints the id and `written`, `code`, or what is not the same after reading.
  static func write(to folder: String) throws {
    for pattern in Pattern.catalog where !pattern.isDocument {
      guard let text = PatternDocument.text(pattern) else {
        print("\(pattern.id)\tcode")
        continue
      }
      let (copy, faults) = PatternDocument.read(Array(text.utf8))
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
    let patterns = documents.compactMap { PatternDocument.read($0.bytes).pattern }
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
    for _ in 0..<rounds { for one in documents where PatternDocument.read(one.bytes).pattern == nil { print(one.id) } }
    let time = (ContinuousClock.now - start) / rounds
    print("\(documents.count) documents, \(documents.reduce(0) { $0 + $1.bytes.count }) bytes: \(time)")
  }
}
