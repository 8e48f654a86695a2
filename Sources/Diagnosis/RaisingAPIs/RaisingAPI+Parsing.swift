import Bytes
import Knowledge

extension RaisingAPI {
  /// Creates an entry from its fields. Unknown fields are ignored; a test rejects them.
  init(_ entry: KnowledgeEntry) {
    for field in entry.fields { set(field.name, field.value) }
  }

  private mutating func set(_ field: String, _ value: String) {
    switch field {
    case "api": functions.append(value)
    case "id": id = value
    case "image": images = Self.list(value)
    case "raises": setMechanisms(value)
    case "kind": isHandler = value == "handler"
    case "requires": requirement = value
    case "reason": reasons.append(Reason(wording: value))
    case "cause":
      if reasons.last?.cause.isEmpty != true { reasons.append(Reason()) }
      reasons[reasons.count - 1].cause = value
    case "fix": if !reasons.isEmpty { reasons[reasons.count - 1].fix = value }
    case "stack": if !reasons.isEmpty { reasons[reasons.count - 1].frames.append(value) }
    case "count": if !reasons.isEmpty { reasons[reasons.count - 1].count = Int(value) ?? 0 }
    case "needs":
      if let need = Need(value), !reasons.isEmpty { reasons[reasons.count - 1].needs.append(need) }
    case "source-call": sourceCalls.append(value)
    case "search": searchTerms = value
    case "seen": seen = Int(value) ?? 0
    case "source": sources.append(value)
    default: break
    }
  }

  /// Reads `exception NAME, NAME`, `assertion NAME`, `cxx TYPE` or a word; several are separated by commas.
  private mutating func setMechanisms(_ value: String) {
    for part in Self.list(value) {
      let words = part.split(separator: " ", maxSplits: 1).map(String.init)
      let mechanism: Mechanism? =
        switch words.first {
        case "exception", "assertion": .exception
        case "swift": .swift
        case "abort": .abort
        case "cxx": .cxx
        case "kill": .abort
        default: nil
        }
      // The call fails with an error.
      if words.first == "error" { continue }
      if let mechanism, !mechanisms.contains(mechanism) { mechanisms.append(mechanism) }
      if mechanism == nil {
        exceptions.append(part)
      } else if words.count == 2, mechanism == .exception {
        exceptions.append(words[1])
      }
    }
  }

  private static func list(_ value: String) -> [String] {
    value.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }
}

/// Finds entries by the names of functions. The index is built when a stack is examined for the first time.
package struct RaisingAPIIndex: Sendable {
  /// The index of the built-in entries.
  package static let standard = RaisingAPIIndex([.apis])

  private let texts: [KnowledgeText]
  private typealias Location = (text: Int, offset: Int)
  /// The text and the offset of the entry for the hash of each function's name, and for that of each identifier.
  private let functions: [UInt64: Location]
  private let identifiers: [UInt64: Location]
  private let wordings: WordingGrams
  /// The entries that were found before: reading one takes longer than finding it, and stacks have the same ones.
  private let read = Memo<Int, RaisingAPI>()

  init(_ texts: [KnowledgeText]) {
    self.texts = texts
    var functions: [UInt64: Location] = [:]
    var identifiers: [UInt64: Location] = [:]
    var wordings = WordingGrams()
    functions.reserveCapacity(2048)
    identifiers.reserveCapacity(1024)
    for (index, text) in texts.enumerated() {
      let bytes = text.bytes
      text.forEachLine { line, entry in
        if let name = Self.value("api: ", bytes, line) {
          let hash = Self.hash(UnsafeBufferPointer(rebasing: bytes[name]))
          if functions[hash] == nil { functions[hash] = (index, entry) }
        } else if let id = Self.value("id: ", bytes, line) {
          identifiers[Self.hash(UnsafeBufferPointer(rebasing: bytes[id]))] = (index, entry)
        } else if let wording = Self.value("reason: ", bytes, line) {
          wordings.add(UnsafeBufferPointer(rebasing: bytes[wording]), of: index << 32 | entry)
        }
      }
    }
    self.functions = functions
    self.identifiers = identifiers
    self.wordings = wordings
  }

  /// Returns the entries with a wording that may occur in texts, in the order of the catalog. Few others are among them.
  ///
  /// - Parameter texts: The grams of the texts.
  func entries(wordedIn texts: GramSet) -> [RaisingAPI] {
    wordings.entries(in: texts).map { entry($0 >> 32, at: $0 & 0xffff_ffff) }
  }

  /// Returns the entry for a function; `nil` if it is not in the catalog.
  ///
  /// - Parameter function: The name in the form of `RaisingAPI.key(_:)`.
  package func entry(named function: String) -> RaisingAPI? {
    var function = function
    return function.withUTF8(entry(named:))
  }

  /// Returns the entry for a function by its name in a report; `nil` if it is not in the catalog.
  func entry(reported name: String) -> RaisingAPI? {
    var name = name
    return name.withUTF8 { name in
      // Most functions of C are their own key.
      if name.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }) { return entry(named: name) }
      return RaisingAPI.key(name).withUnsafeBufferPointer(entry(named:))
    }
  }

  private func entry(named function: UnsafeBufferPointer<UInt8>) -> RaisingAPI? {
    guard let found = functions[Self.hash(function)] else { return nil }
    let entry = entry(found.text, at: found.offset)
    // Another name may have the same hash.
    return entry.functions.contains { $0.utf8.elementsEqual(function) } ? entry : nil
  }

  /// The maximum number of calls that are named for an image: a framework with more of them is not narrowed down by a list.
  private static let maxCalls = 6

  /// Returns the functions of an image that are known to raise exceptions, most frequent first; `nil` if there are none or many.
  func raisingCalls(in image: String) -> String? {
    let entries = all.filter { !$0.exceptions.isEmpty && $0.images.contains(image) && !$0.isHandler }
    guard !entries.isEmpty, entries.count <= Self.maxCalls else { return nil }
    return entries.sorted { ($1.seen, $0.id) < ($0.seen, $1.id) }.prefix(3).map { $0.functions[0] }.joined(
      separator: ", ")
  }

  /// Every entry, in the order of the texts.
  package var all: [RaisingAPI] { texts.flatMap(\.entries).map(RaisingAPI.init) }

  /// Returns the entry with this identifier; `nil` for an unknown one.
  package func entry(id: String) -> RaisingAPI? {
    var id = id
    guard let found = identifiers[id.withUTF8(Self.hash)] else { return nil }
    let entry = entry(found.text, at: found.offset)
    return entry.id == id ? entry : nil
  }

  private func entry(_ text: Int, at offset: Int) -> RaisingAPI {
    read.value(text << 32 | offset) { RaisingAPI(texts[text].entry(at: offset)) }
  }

  private static func value(_ field: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>)
    -> Range<Int>?
  {
    let start = line.lowerBound + field.utf8CodeUnitCount
    guard start <= line.upperBound, bytes.hasBytes(field, at: line.lowerBound) else { return nil }
    return start..<line.upperBound
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
