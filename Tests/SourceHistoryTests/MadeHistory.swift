import Foundation

/// A made history of one source file, as a stream for `git fast-import`: edits, insertions, deletions, moved lines,
/// changes of indentation and of line ends, renames and merges, chosen by a number.
struct MadeHistory {
  /// What a history has besides edits.
  enum Feature: Int, CaseIterable {
    case edits, renames, merges, moves, reformatting, lineEnds, shallow, submodule, linkedWorkTree, packed, alternates
  }

  let feature: Feature
  /// The path of the file in the last commit.
  private(set) var path = "Sources/App/CardStore.swift"
  /// The stream.
  private(set) var stream = ""

  private var random: MadeNumbers
  private var marks = 0
  private var counter = 0
  private var time = 1_760_000_000
  private var hasReturns = false

  /// Creates the history with this number.
  ///
  /// - Parameter commits: The number of steps, each of one commit or of a merge.
  init(_ number: Int, commits: Int = 18) {
    feature = Feature.allCases[number % Feature.allCases.count]
    random = MadeNumbers(state: UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 12_345)
    stream += "reset refs/heads/main\n"
    var lines = firstLines()
    var tip = commit(lines, parents: [])
    for _ in 0..<commits {
      if feature == .merges || random.below(8) == 0 {
        tip = merge(&lines, tip)
      } else {
        edit(&lines, in: 0..<lines.count)
        tip = commit(lines, parents: [tip], renamedFrom: rename())
      }
    }
  }

  private mutating func firstLines() -> [String] {
    var lines = ["import Foundation", "", "final class CardStore {", "  private var cards: [Card] = []", ""]
    for index in 0..<6 {
      lines.append("  func step\(index)(_ value: Int) -> Int {")
      for _ in 0..<random.below(6) + 2 { lines.append(statement()) }
      lines += ["    return value", "  }", ""]
    }
    return lines + ["}"]
  }

  private mutating func statement() -> String {
    counter += 1
    switch random.below(5) {
    case 0: return "    let item\(counter) = cards[value + \(counter)].importedTitle"
    case 1: return "    guard !cards.isEmpty else { return 0 }"
    case 2: return "    if item\(counter).isEmpty { print(value) }"
    case 3: return "    cards.append(Card(title: \"card number \(counter)\"))"
    default: return "    // step"
    }
  }

  /// Changes lines, only within a range.
  private mutating func edit(_ lines: inout [String], in range: Range<Int>) {
    guard range.count > 4 else { return }
    let start = range.lowerBound + random.below(range.count - 3)
    let end = min(range.upperBound, start + 1 + random.below(4))
    switch random.below(6) {
    case 0: lines.insert(contentsOf: (0..<random.below(4) + 1).map { _ in statement() }, at: start)
    case 1 where range.count > 25: lines.removeSubrange(start..<end)
    case 2 where feature == .moves, 3 where feature == .moves:
      let block = Array(lines[start..<end])
      lines.removeSubrange(start..<end)
      lines.insert(contentsOf: block, at: range.lowerBound + random.below(range.count - block.count))
    case 2 where feature == .reformatting, 3 where feature == .reformatting:
      for index in start..<min(range.upperBound, start + 12) where !lines[index].isEmpty {
        lines[index] = random.below(2) == 0 ? "  " + lines[index] : String(lines[index].drop { $0 == " " })
      }
    case 2 where feature == .lineEnds: hasReturns.toggle()
    default: for index in start..<end { lines[index] = statement() }
    }
  }

  /// Returns the former path if the file gets another one now.
  private mutating func rename() -> String? {
    guard feature == .renames, random.below(4) == 0 else { return nil }
    let former = path
    path = "Sources/\(["App", "Store", "Model"][random.below(3)])/CardStore\(random.below(9)).swift"
    return former == path ? nil : former
  }

  /// Two branches that change different parts of the file, and their merge.
  private mutating func merge(_ lines: inout [String], _ tip: Int) -> Int {
    let middle = lines.count / 2
    var first = Array(lines[..<middle])
    var second = Array(lines[middle...])
    for _ in 0...random.below(2) { edit(&first, in: 0..<first.count) }
    let left = commit(first + lines[middle...], parents: [tip], branch: "left")
    for _ in 0...random.below(2) { edit(&second, in: 0..<second.count) }
    let right = commit(lines[..<middle] + second, parents: [tip], branch: "right")
    lines = first + second
    return commit(lines, parents: [left, right])
  }

  private mutating func commit(
    _ lines: [String], parents: [Int], renamedFrom former: String? = nil, branch: String = "main"
  ) -> Int {
    marks += 1
    time += 3_600 + random.below(90_000)
    let author = ["Ada Example", "Jörg Müller", "李 小龙", "O'Neil \"Ray\" Test"][random.below(4)]
    let message = "Change \(marks): \(author.count)"
    let text = lines.map { $0 + (hasReturns ? "\r\n" : "\n") }.joined()
    stream += "commit refs/heads/\(branch)\nmark :\(marks)\n"
    stream += "author \(author) <a\(marks)@example.com> \(time) +0100\n"
    stream += "committer \(author) <a\(marks)@example.com> \(time) +0100\n"
    stream += "data \(message.utf8.count)\n\(message)\n"
    for (index, parent) in parents.enumerated() { stream += "\(index == 0 ? "from" : "merge") :\(parent)\n" }
    if let former { stream += "D \(former)\n" }
    stream += "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
    return marks
  }
}

/// Numbers that are the same in every run (SplitMix64).
struct MadeNumbers {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(max(limit, 1)))
  }
}
