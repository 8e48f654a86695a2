/// Takes personal data out of texts: names of users and machines, e-mail and network addresses, tokens, and numbers of
/// devices. Equal ones get equal stand-ins, as `user-1`, in the order in which they appear, so that what is left can
/// still be compared.
///
/// UUIDs of images and addresses of code stay: without them a report cannot be symbolicated. It works on any text, also
/// on JSON as it stands in a file, and leaves JSON that was valid so.
package struct Redactor: Sendable {
  /// What is replaced; the stand-in is the raw value with a number.
  package enum Kind: String, CaseIterable, Sendable {
    case user, host, email, ip, token, device, serial
  }

  /// Words that must never be left, whatever they are: names a configuration lists, canaries of a test.
  private let names: [[UInt8]]
  /// Number of each value, by kind.
  private var numbers: [Kind: [String: Int]] = [:]
  /// Values that are replaced as words wherever they stand.
  private var words = WordTrie()

  /// - Parameter names: Further names to replace wherever they stand, letter case aside.
  package init(names: [String] = []) {
    self.names = names.filter { !$0.isEmpty }.map { Array($0.lowercased().utf8) }
  }

  /// How many different values of each kind were replaced so far.
  package var counts: [Kind: Int] { numbers.mapValues(\.count) }

  /// `text` with stand-ins. What is learnt from it, as a user's name from a path, counts for later texts too.
  package mutating func redacted(_ text: String) -> String {
    String(decoding: redacted(Array(text.utf8)), as: UTF8.self)
  }

  /// As `redacted(_:)`, for a file as it stands.
  package mutating func redacted(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var at = 0
    var scanner = RedactionScanner(bytes)
    while let match = scanner.next() {
      let value = String(decoding: bytes[match.range], as: UTF8.self)
      out += bytes[at..<match.range.lowerBound]
      out += standIn(for: value, match.kind)
      at = match.range.upperBound
    }
    out += bytes[at...]
    return replacingWords(in: out)
  }

  /// What is left in `text` that should not be: values of the rules, words that were replaced elsewhere, and `names`.
  /// Empty is how it should be.
  package func survivors(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var found: [String] = []
    var scanner = RedactionScanner(bytes)
    while let match = scanner.next() { found.append(String(decoding: bytes[match.range], as: UTF8.self)) }
    for (range, _) in wordMatches(in: bytes) { found.append(String(decoding: bytes[range], as: UTF8.self)) }
    let lowered = bytes.map(Self.lowered)
    for name in names where !Self.positions(of: name, in: lowered).isEmpty {
      found.append(String(decoding: name, as: UTF8.self))
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  // MARK: Stand-ins

  private mutating func standIn(for value: String, _ kind: Kind) -> [UInt8] {
    let key = kind == .user || kind == .token ? value : value.lowercased()
    let number: Int
    if let known = numbers[kind]?[key] {
      number = known
    } else {
      number = (numbers[kind]?.count ?? 0) + 1
      numbers[kind, default: [:]][key] = number
      if Self.isTelling(value, kind) { words.insert(Array(value.utf8), kind) }
    }
    return Array("\(kind.rawValue)-\(number)".utf8)
  }

  /// True if the value is replaced wherever it stands as a word. A short name, or one that many machines have, would
  /// be found in functions and files that have nothing to do with the person.
  private static func isTelling(_ value: String, _ kind: Kind) -> Bool {
    switch kind {
    case .user: value.utf8.count >= 4 && !commonAccounts.contains(value.lowercased())
    case .host, .device, .serial: value.utf8.count >= 6
    case .email, .ip, .token: value.utf8.count >= 6
    }
  }

  private static let commonAccounts: Set<String> = [
    "admin", "administrator", "apple", "build", "builder", "buildbot", "buildkite", "circleci", "default", "developer",
    "distiller", "github", "gitlab", "guest", "jenkins", "local", "mobile", "root", "runner", "shared", "staff",
    "swift",
    "system", "teamcity", "test", "tester", "travis", "ubuntu", "user", "users", "vagrant", "work", "xcode", "main",
    "core", "card", "cards", "view", "data", "public", "private", "nobody",
  ]

  // MARK: Words

  private mutating func replacingWords(in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let matches = wordMatches(in: bytes)
    if !matches.isEmpty {
      var out: [UInt8] = []
      out.reserveCapacity(bytes.count)
      var at = 0
      for (range, kind) in matches {
        out += bytes[at..<range.lowerBound]
        out += standIn(for: String(decoding: bytes[range], as: UTF8.self), kind)
        at = range.upperBound
      }
      bytes = out + bytes[at...]
    }
    for name in names {
      let positions = Self.positions(of: name, in: bytes.map(Self.lowered))
      guard !positions.isEmpty else { continue }
      let standIn = standIn(for: String(decoding: name, as: UTF8.self), .user)
      bytes = Self.replacing(positions, count: name.count, in: bytes, with: standIn)
    }
    return bytes
  }

  /// Where learnt values stand as words, the longest one at each place.
  private func wordMatches(in bytes: [UInt8]) -> [(range: Range<Int>, kind: Kind)] {
    var found: [(range: Range<Int>, kind: Kind)] = []
    var at = 0
    while at < bytes.count {
      if RedactionScanner.beginsWord(bytes, at), let match = words.match(in: bytes, at: at) {
        found.append((at..<at + match.count, match.kind))
        at += match.count
      } else {
        at += 1
      }
    }
    return found
  }

  private static func replacing(_ positions: [Int], count: Int, in bytes: [UInt8], with standIn: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var at = 0
    for position in positions {
      out += bytes[at..<position]
      out += standIn
      at = position + count
    }
    return out + bytes[at...]
  }

  private static func positions(of name: [UInt8], in bytes: [UInt8]) -> [Int] {
    guard let first = name.first, bytes.count >= name.count else { return [] }
    var found: [Int] = []
    var at = 0
    while at <= bytes.count - name.count {
      if bytes[at] == first, bytes[at..<at + name.count].elementsEqual(name) {
        found.append(at)
        at += name.count
      } else {
        at += 1
      }
    }
    return found
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
