import CrashReports
import Diagnosis
import Testing

/// The catalog of topics.
struct TopicTests {
  @Test func idsAreUniqueInTheirKind() {
    var seen: Set<String> = []
    for topic in Topic.catalog { #expect(seen.insert("\(topic.kind) \(topic.id)").inserted, "twice: \(topic.id)") }
  }

  @Test(arguments: Topic.catalog.map(\.id)) func everyTopicIsFoundUnderItsNames(id: String) {
    for topic in Topic.catalog where topic.id == id {
      for word in [topic.id, topic.id.uppercased(), topic.id.lowercased()] + topic.names {
        let found = Topic.topics(for: word)
        #expect(found.contains { $0.id == id && $0.kind == topic.kind }, "\(word) does not lead to \(id)")
      }
    }
  }

  @Test func sentencesAreSentences() {
    for topic in Topic.catalog {
      #expect(!topic.title.isEmpty && !topic.title.hasSuffix("."), "\(topic.id): \(topic.title)")
      #expect(!topic.source.isEmpty)
      for sentence in topic.explanation + [topic.inReports, topic.advice].compactMap({ $0 }) where topic.kind != .detail
      {
        let last = sentence.last.map(String.init) ?? ""
        #expect([".", "0", "…"].contains(last) || last.first?.isLetter == true, "\(topic.id): \(sentence)")
      }
    }
  }

  @Test(arguments: [
    ("0x8badf00d", "0x8badf00d"), ("2343432205", "0x8badf00d"), ("0x8BADF00D", "0x8badf00d"),
    ("3735883980", "0xdead10cc"), ("11", "SIGSEGV"), ("segv", "SIGSEGV"), ("Namespace DYLD, Code 4", "DYLD 4"),
    ("dyld 1", "DYLD 1"), ("\"faultingThread\" :", "faultingThread"), ("Triggered by Thread:", "faultingThread"),
    ("bug_type 298", "298"), ("298", "298"), ("kern_protection_failure", "KERN_PROTECTION_FAILURE"),
    ("JETSAM 7", "JETSAM 7"), ("limit", "limit"), ("ASSERTIOND", "RUNNINGBOARD"),
  ])
  func wordsLeadToTheirTopic(word: String, id: String) {
    #expect(Topic.topics(for: word).first?.id == id)
  }

  @Test(arguments: ["", " ", "0x", "0x8badf00", "99999999999999999999999", "namespace", "code", "\u{1B}[31m", "EXC_"])
  func otherWordsLeadNowhere(word: String) {
    #expect(Topic.topics(for: word).isEmpty)
  }

  /// Topics name only patterns of the catalog.
  @Test func patternsExist() {
    let known = Set(Pattern.catalog.map(\.id))
    for topic in Topic.catalog {
      let unknown = topic.patterns.filter { !known.contains($0) }
      #expect(unknown.isEmpty, "named by \(topic.id)")
    }
  }
}
