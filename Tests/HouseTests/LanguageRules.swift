import Foundation
import TestSupport

/// The words of prose with their lines; `nil` is a boundary that no phrase crosses.
struct ProseWords {
  struct Word {
    var text: String
    var line: Int
  }

  private(set) var list: [Word?] = []
  private var last = 0

  /// Adds a part of a line. Parts of adjacent lines continue one another.
  mutating func add(_ part: ArraySlice<UInt8>, line: Int) {
    if line > last + 1 { end() }
    last = line
    for chunk in Self.withoutCode(part).split(separator: UInt8(ascii: " ")) {
      guard let first = chunk.firstIndex(where: \.isInner), let final = chunk.lastIndex(where: \.isInner) else {
        end()
        continue
      }
      if first > chunk.startIndex { end() }
      let core = chunk[first...final]
      if Self.isWord(core) {
        for word in core.split(separator: UInt8(ascii: "-")) {
          list.append(Word(text: String(decoding: word, as: UTF8.self).lowercased(), line: line))
        }
      } else {
        end()
      }
      if final + 1 < chunk.endIndex { end() }
    }
  }

  mutating func end() { list.append(nil) }

  /// `part` with each code span replaced by a backtick, and tabs by spaces.
  private static func withoutCode(_ part: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = part.startIndex
    while index < part.endIndex {
      let byte = part[index]
      index += 1
      if byte == UInt8(ascii: "`"), let close = part[index...].firstIndex(of: byte) {
        result += Array(" ` ".utf8)
        index = close + 1
      } else {
        result.append(byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") ? UInt8(ascii: " ") : byte)
      }
    }
    return result
  }

  /// Lowercase letters, hyphens and apostrophes, of which the first may be a capital. Words in capitals are code (`NO`).
  private static func isWord(_ core: ArraySlice<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    let rest = core.first?.isCapital == true ? core.dropFirst() : core
    let isLower = rest.allSatisfy { $0.isLower || $0 == hyphen || $0 == UInt8(ascii: "'") }
    return isLower && (!rest.isEmpty || core.count == 1)
  }
}

/// The rejected words and phrases of `language.txt`, and their exceptions.
struct LanguageRules: Sendable {
  static let path = "Tests/HouseTests/language.txt"

  struct Hit: Hashable {
    var line: Int
    var phrase: String
    var advice: String
  }

  private struct Phrase {
    var words: [String]
    var text: String
    var advice: String
    var isBritish: Bool
  }

  /// By their first word.
  private var phrases: [String: [Phrase]] = [:]
  /// Beginnings of words, by their first four letters.
  private var stems: [String: [Phrase]] = [:]
  /// By their first word.
  private var allowed: [String: [[String]]] = [:]
  /// Identifiers of other libraries.
  private var identifiers: Set<String> = []
  /// Phrases that are accepted in a file, or in a folder with a slash at the end.
  private(set) var exceptions: [(path: String, phrase: String)] = []
  /// Calls whose arguments are report text: `block` or `unlabeled`.
  private(set) var calls: [String: String] = [:]

  static let standard = LanguageRules((try? Repository.text(of: path)) ?? "")

  init(_ text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count > 1 else { continue }
      let words = fields[1].split(separator: " ").map(String.init)
      switch fields[0] {
      case "british", "phrase":
        let phrase = Phrase(
          words: words, text: fields[1], advice: fields.last ?? "", isBritish: fields[0] == "british")
        if fields[1].hasSuffix("*") {
          stems[String(fields[1].prefix(4)), default: []].append(phrase)
        } else {
          phrases[words[0], default: []].append(phrase)
        }
      case "allow": allowed[words[0], default: []].append(words)
      case "identifier": identifiers.insert(fields[1])
      case "except": exceptions.append((fields[1], fields.last ?? ""))
      case "call": calls[fields[1]] = fields.last
      default: break
      }
    }
  }

  func hits(in words: ProseWords) -> [Hit] {
    var free: Set<Int> = []
    for (at, word) in words.list.enumerated() {
      for phrase in word.flatMap({ allowed[$0.text] }) ?? [] where Self.matches(phrase, words.list, at) {
        free.formUnion(at..<at + phrase.count)
      }
    }
    var hits: [Hit] = []
    for case (let at, let word?) in words.list.enumerated() {
      for phrase in phrases[word.text] ?? []
      where Self.matches(phrase.words, words.list, at) && !free.isSuperset(of: at..<at + phrase.words.count) {
        hits.append(Hit(line: word.line, phrase: phrase.text, advice: phrase.advice))
      }
      for stem in stems[String(word.text.prefix(4))] ?? []
      where word.text.hasPrefix(stem.text.dropLast()) && !free.contains(at) {
        hits.append(Hit(line: word.line, phrase: stem.text, advice: stem.advice))
      }
    }
    return hits
  }

  /// British words in identifiers.
  func hits(in names: [ProseWords.Word]) -> [Hit] {
    names.filter { name in
      !identifiers.contains(name.text)
        && Self.parts(of: name.text).contains { part in
          (phrases[part] ?? []).contains { $0.isBritish }
            || (stems[String(part.prefix(4))] ?? []).contains { $0.isBritish && part.hasPrefix($0.text.dropLast()) }
        }
    }
    .map { Hit(line: $0.line, phrase: "identifier \($0.text)", advice: "American spelling") }
  }

  private static func matches(_ phrase: [String], _ list: [ProseWords.Word?], _ at: Int) -> Bool {
    at + phrase.count <= list.count && phrase.indices.allSatisfy { list[at + $0]?.text == phrase[$0] }
  }

  /// The lowercase words of an identifier in camel case.
  private static func parts(of name: String) -> [String] {
    var parts: [String] = []
    var part = ""
    for byte in name.utf8 {
      if !byte.isLower {
        if part.utf8.count > 1 { parts.append(part) }
        part = ""
      }
      if byte.isLower || byte.isCapital { part += String(UnicodeScalar(byte)).lowercased() }
    }
    return part.isEmpty ? parts : parts + [part]
  }
}

extension UInt8 {
  var isLower: Bool { (0x61...0x7A).contains(self) }
  var isCapital: Bool { (0x41...0x5A).contains(self) }
  var isNameByte: Bool { isLower || isCapital || (0x30...0x39).contains(self) || self == UInt8(ascii: "_") }
  /// True for characters of words, numbers and code; all others are punctuation.
  fileprivate var isInner: Bool { isNameByte || "/@#$%\\~^-".utf8.contains(self) }
}
