import Foundation
import Knowledge
import TestSupport
import Testing

/// A file of the folder Knowledge, with the numbers of its lines.
struct KnowledgeFile: CustomTestStringConvertible {
  let path: String
  let lines: [(number: Int, text: Substring)]

  var testDescription: String { path }

  init(_ path: String, _ text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      ($0.offset + 1, $0.element)
    }
  }

  static let all: [KnowledgeFile] = Repository.files(below: "Knowledge").filter { $0.hasSuffix(".txt") }.sorted()
    .map { KnowledgeFile($0, (try? Repository.text(of: $0)) ?? "") }

  /// The format, by folder and name.
  var format: KnowledgeFormat? { KnowledgeFormat.catalog.first { $0.contains(path.dropFirst("Knowledge/".count)) } }

  /// The faults of the file, each with its location.
  var faults: [String] {
    var faults = lines.filter { line in
      line.text.contains("\t") || line.text.last == " " || line.text.first == " "
    }.map { "\(path):\($0.number): a tab, or a blank at an end of the line" }
    if lines.last?.text != "" { faults.append("\(path):\(lines.count): no line break at the end") }
    guard let format else { return faults + ["\(path):1: no format has this name"] }
    return faults + format.faults(self).map { "\(path):\($0.line): \($0.text)" }
  }

  /// The lines of each entry; comments are omitted.
  var entries: [[(number: Int, text: Substring)]] {
    lines.filter { !$0.text.hasPrefix("#") }.split { $0.text.isEmpty }.map(Array.init)
  }
}

/// A format of Knowledge/README.md.
struct KnowledgeFormat: Sendable {
  /// Folder or file, without extension.
  let name: String
  let faults: @Sendable (KnowledgeFile) -> [(line: Int, text: String)]

  func contains(_ path: Substring) -> Bool { path == name + ".txt" || path.hasPrefix(name + "/") }

  static let catalog: [KnowledgeFormat] = [
    .entries("apis", .api), .entries("refused-calls", .api), .entries("bug-types", .bugType),
    .entries("topics", .topic),
    // Written by PatternDocumentTests.
    KnowledgeFormat(name: "pattern-needs") { _ in [] },
    KnowledgeFormat(name: "frames/wording") { pairs($0) },
    KnowledgeFormat(name: "frames") { lists($0) },
    .entries("codes/cpp-exceptions", .cppException),
    KnowledgeFormat(name: "codes/sanitizers") { pairs($0, exceptLists: "[debugger ") },
    KnowledgeFormat(name: "codes") { pairs($0) },
    KnowledgeFormat(name: "projects") { lists($0) },
    KnowledgeFormat(name: "privacy") { lists($0) },
    KnowledgeFormat(name: "words/lists") { lists($0) },
    KnowledgeFormat(name: "words/listings") { lists($0) },
    KnowledgeFormat(name: "words/prose") { lists($0) },
    KnowledgeFormat(name: "words/signals") { lists($0) },
    KnowledgeFormat(name: "words/tools") { lists($0) },
    KnowledgeFormat(name: "words/descriptions") { file in
      file.entries.joined().filter { fieldName($0.text).map { EntryFields.isIdentifier($0) } != true }
        .map { ($0.number, "not `pattern: description`") }
    },
    KnowledgeFormat(name: "words") { file in
      file.entries.joined().compactMap { line in
        guard let name = fieldName(line.text),
          name.allSatisfy({ $0.isASCII && ($0.isLowercase || $0 == " " || $0 == "-") })
        else {
          return (line.number, "not `english words: term, term`")
        }
        let terms = line.text.dropFirst(name.count + 1).split(separator: ",", omittingEmptySubsequences: false)
        return terms.contains { $0.drop { $0 == " " }.isEmpty } ? (line.number, "an empty term") : nil
      }
    },
  ]

  private static func entries(_ name: String, _ fields: EntryFields) -> KnowledgeFormat {
    KnowledgeFormat(name: name) { file in file.entries.flatMap { fields.faults($0) } }
  }

  static func fieldName(_ line: Substring) -> Substring? {
    line.firstRange(of: ": ").map { line[..<$0.lowerBound] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func lists(_ file: KnowledgeFile) -> [(line: Int, text: String)] {
    var faults: [(line: Int, text: String)] = []
    var elements: Set<Substring>?
    for line in file.entries.joined() {
      if line.text.hasPrefix("["), line.text.hasSuffix("]") {
        elements = []
      } else if elements == nil {
        faults.append((line.number, "an element without the name of its list"))
      } else if elements?.insert(line.text).inserted == false {
        faults.append((line.number, "the list has this element already"))
      }
    }
    return faults
  }
}

extension KnowledgeFormat {
  /// Lists of elements `key: value`, each key once. Lists whose first line begins with a prefix have words only.
  private static func pairs(_ file: KnowledgeFile, exceptLists prefix: String? = nil) -> [(line: Int, text: String)] {
    var faults = lists(file)
    var keys: Set<Substring> = []
    var hasPairs = true
    for line in file.entries.joined() {
      if line.text.hasPrefix("["), line.text.hasSuffix("]") {
        keys = []
        hasPairs = prefix.map { !line.text.hasPrefix($0) } ?? true
      } else if !hasPairs {
        continue
      } else if let key = fieldName(line.text), !line.text.dropFirst(key.count + 2).isEmpty {
        if !keys.insert(key).inserted { faults.append((line.number, "a second \(key)")) }
      } else {
        faults.append((line.number, "not `key: value`"))
      }
    }
    return faults
  }
}

/// The fields of a kind of entries.
struct EntryFields: Sendable {
  /// The first field of an entry.
  let first: String
  let required: [String]
  let optional: [String]
  /// Fields that may occur several times.
  let repeated: Set<String>
  /// Rules for values, by field: what is wrong if a value does not fit.
  let rules: [String: (fault: String, fits: @Sendable (Substring) -> Bool)]

  func faults(_ entry: [(number: Int, text: Substring)]) -> [(line: Int, text: String)] {
    var faults: [(line: Int, text: String)] = []
    var seen: Set<Substring> = []
    for line in entry {
      guard let name = KnowledgeFormat.fieldName(line.text) else {
        faults.append((line.number, "not `field: value`"))
        continue
      }
      let value = line.text.dropFirst(name.count + 2)
      if !required.contains(String(name)), !optional.contains(String(name)) {
        faults.append((line.number, "no field is named \(name)"))
      }
      if !seen.insert(name).inserted, !repeated.contains(String(name)) {
        faults.append((line.number, "a second \(name)"))
      }
      if value.drop(while: { $0 == " " }).isEmpty { faults.append((line.number, "\(name) has no value")) }
      if let rule = rules[String(name)], !rule.fits(value) { faults.append((line.number, rule.fault)) }
    }
    let number = entry.first?.number ?? 0
    if let line = entry.first, KnowledgeFormat.fieldName(line.text) != first[...] {
      faults.append((number, "the first field of an entry is \(first)"))
    }
    return faults + required.filter { !seen.contains($0[...]) }.map { (number, "no \($0)") }
  }

  static func isIdentifier(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) != nil : UInt64(text) != nil
  }

  private static func isSentence(_ text: Substring) -> Bool {
    [".", "!", "?", ")", "\"", "`", "…"].contains(text.last)
  }

  static let api = EntryFields(
    first: "api", required: ["api", "id", "image", "raises", "requires", "cause", "fix", "source"],
    optional: ["reason", "count", "needs", "stack", "kind", "search", "seen", "source-call"],
    repeated: ["api", "reason", "cause", "fix", "count", "needs", "stack", "source", "source-call"],
    rules: [
      "id": ("not an identifier", { isIdentifier($0) }),
      "count": ("not a number", { isNumber($0) }),
      "seen": ("not a number", { isNumber($0) }),
      "kind": ("not `handler`", { $0 == "handler" }),
      "requires": ("not a sentence", { isSentence($0) }),
      "cause": ("not a sentence", { isSentence($0) }),
      "fix": ("not a sentence", { isSentence($0) }),
      "source": ("not an address", { $0.hasPrefix("https://") || $0.hasPrefix("http://") }),
    ])

  static let topic = EntryFields(
    first: "topic", required: ["topic", "title", "source"],
    optional: ["number", "names", "search", "text", "reports", "advice", "patterns"], repeated: ["text"],
    rules: [
      "number": ("not a number", { isNumber($0) }),
      "text": ("not a sentence", { isSentence($0) }),
      "advice": ("not a sentence or command", { isSentence($0) || $0.hasPrefix("diagnose ") }),
    ])

  static let cppException = EntryFields(
    first: "type", required: ["type", "cause", "advice"], optional: [], repeated: [],
    rules: [
      "cause": ("not a sentence", { isSentence($0) }),
      "advice": ("not a sentence", { isSentence($0) }),
    ])

  static let bugType = EntryFields(
    first: "type", required: ["type", "name", "title", "read", "event", "contents"],
    optional: ["search", "patterns"], repeated: [], rules: ["contents": ("not a sentence", { isSentence($0) })])
}
