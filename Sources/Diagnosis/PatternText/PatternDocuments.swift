import Bytes
import Knowledge

extension Pattern {
  /// A document of the folder `Knowledge/patterns`, which is read when a report may match its pattern.
  final class Document: Sendable {
    private let index: Int
    private let read = OnDemand<Contents>()
    private let readGrades = OnDemand<[Grade]>()

    init(_ index: Int) { self.index = index }

    var contents: Contents {
      read.value { PatternMarkdown.read(Array(KnowledgeText.pattern(at: index))).pattern?.contents ?? .empty }
    }

    /// The grades alone: most documents that are read for a report do not match, and their texts are not needed.
    var grades: [Grade] { readGrades.value { PatternMarkdown.grades(Array(KnowledgeText.pattern(at: index))) } }
  }

  /// The patterns of the folder `Knowledge/patterns`, sorted by id. Only their ids and needs are read at start.
  static let documented: [Pattern] = PatternNeeds.entries(KnowledgeText.patternNeeds.bytes).enumerated().map {
    Pattern($0.element.id, fallback: $0.element.fallback, needs: $0.element.needs, document: Document($0.offset))
  }
}

/// The text `Knowledge/pattern-needs.txt`: what a report must contain for each document's pattern to match. With it, most
/// documents need not be read for a report.
package enum PatternNeeds {
  /// Returns the text for documents.
  ///
  /// - Parameter patterns: The patterns of all documents, sorted by id.
  package static func text(_ patterns: [Pattern]) -> String {
    var lines = [
      "# What reports must contain for patterns to match, as hashes of texts. Written by KnowledgeTests from the folder patterns."
    ]
    for pattern in patterns {
      lines.append("pattern: " + pattern.id)
      if let stage = pattern.fallback { lines.append("stage: " + stage.rawValue) }
      let needs = pattern.grades.reduce(EvidenceNeeds.never) { $0.union($1.evidence.needs) }
      lines += (needs.required ?? []).map { "required: " + $0 }
      if needs.isUnknown {
        lines.append("always: yes")
        continue
      }
      lines += needs.texts.map { "message: " + hex($0) } + needs.functions.map { "call: " + hex($0) }
      lines += needs.fields.map { "value: " + hex($0) } + needs.facts.map { "fact: " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether a pattern may match any report, so that its document is always read.
  package static func isAlwaysRead(_ pattern: Pattern) -> Bool { pattern.needs.isUnknown }

  private static func hex(_ grams: [UInt16]) -> String {
    grams.map { gram in
      let text = String(gram, radix: 16)
      return String(repeating: "0", count: 4 - text.utf8.count) + text
    }.joined()
  }

  /// An entry of the text.
  struct Entry {
    var id: String
    var fallback: Pattern.Fallback?
    var needs = EvidenceNeeds.never
  }

  /// Returns the entries of the text. A field begins with a byte of its own.
  static func entries(_ bytes: UnsafeBufferPointer<UInt8>) -> [Entry] {
    var entries: [Entry] = []
    var begin = 0
    while begin < bytes.count {
      let end = bytes.firstOffset(of: UInt8(ascii: "\n"), from: begin) ?? bytes.count
      defer { begin = end + 1 }
      guard let mark = bytes.firstOffset(of: ": ", from: begin, to: end) else { continue }
      let value = mark + 2..<end
      let last = entries.count - 1
      switch bytes[begin] {
      case UInt8(ascii: "p"): entries.append(Entry(id: String(streamSafe: bytes[value])))
      case _ where last < 0: break
      case UInt8(ascii: "s"): entries[last].fallback = Pattern.Fallback(rawValue: String(streamSafe: bytes[value]))
      case UInt8(ascii: "r"):
        entries[last].needs.required = (entries[last].needs.required ?? []) + [String(streamSafe: bytes[value])]
      case UInt8(ascii: "a"): entries[last].needs.isUnknown = true
      case UInt8(ascii: "m"): entries[last].needs.texts.append(grams(bytes, value))
      case UInt8(ascii: "c"): entries[last].needs.functions.append(grams(bytes, value))
      case UInt8(ascii: "v"): entries[last].needs.fields.append(grams(bytes, value))
      case UInt8(ascii: "f"): entries[last].needs.facts.append(String(streamSafe: bytes[value]))
      default: break
      }
    }
    return entries
  }

  /// Returns the numbers of a run of hexadecimal digits, four for each. Thousands of runs are read at each start.
  private static func grams(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [UInt16] {
    let count = range.count / 4
    return Array(unsafeUninitializedCapacity: count) { grams, initialized in
      for index in 0..<count {
        var gram: UInt16 = 0
        for offset in 0..<4 {
          let digit = bytes[range.lowerBound + 4 * index + offset]
          // Letters have the bit 0x40, and their low bits begin with 1.
          gram = gram << 4 | UInt16(digit & 0xF &+ (digit >> 6) &* 9)
        }
        grams.initializeElement(at: index, to: gram)
      }
      initialized = count
    }
  }
}

extension PatternNeeds {
  /// Returns `Sources/CKnowledge/patterns.c`, which contains the documents of these patterns in the program.
  package static func embedding(_ ids: [String]) -> String {
    var lines = [
      "// Written by KnowledgeTests from the folder Knowledge/patterns: UPDATE_EXPECTED=1 scripts/test --filter KnowledgeTests",
      "", "#include \"knowledge.h\"", "", "#pragma clang diagnostic ignored \"-Wc23-extensions\"", "",
      "static const unsigned char needs[] = {", "#embed \"../../Knowledge/pattern-needs.txt\" suffix(, '\\n',)", "};",
      "",
    ]
    for (index, id) in ids.enumerated() {
      lines += ["static const unsigned char p\(index)[] = {", "#embed \"../../Knowledge/patterns/\(id).md\"", "};"]
    }
    lines += ["", "static const struct diagnose_text patterns[] = {"]
    lines += ids.indices.map { "  {p\($0), sizeof p\($0)}," } + ["  {0, 0},", "};", ""]
    lines += [
      "struct diagnose_text diagnose_pattern_needs(void) { return (struct diagnose_text){needs, sizeof needs}; }", "",
      "size_t diagnose_pattern_count(void) { return sizeof patterns / sizeof patterns[0] - 1; }", "",
      "struct diagnose_text diagnose_pattern(size_t index) { return patterns[index]; }",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
