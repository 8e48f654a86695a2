import Foundation
import TestSupport
import Testing

/// A folder in `Cases`: `arguments.txt`, the expected output, and the files that the command reads. `fixtures.txt`
/// lists additional files, one per line: a path in the repository, and the name in the case.
struct Case: Sendable, CustomTestStringConvertible {
  let name: String
  var testDescription: String { name }

  private static let root = "Tests/CommandTests/Cases"
  var path: String { Self.root + "/" + name }

  static let all: [Case] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.url(root).path)) ?? []
    return names.sorted().filter { !$0.hasPrefix(".") }.map(Case.init)
  }()

  /// Returns the commands, one per line, with words separated by blanks; words in quotation marks may contain blanks.
  /// `NAME=value` before the command sets the environment.
  func commands() throws -> [(environment: [String: String], arguments: [String])] {
    try Repository.text(of: path + "/arguments.txt").split(separator: "\n").map { line in
      var environment: [String: String] = [:]
      var arguments: [String] = []
      for word in Self.words(line) {
        if arguments.isEmpty, let equals = word.firstIndex(of: "="), word.first?.isUppercase == true {
          environment[String(word[..<equals])] = String(word[word.index(after: equals)...])
        } else {
          arguments.append(word)
        }
      }
      return (environment, arguments == ["(none)"] ? [] : arguments)
    }
  }

  func fixtures() throws -> [(path: String, name: String)] {
    guard let text = try? Repository.text(of: path + "/fixtures.txt") else { return [] }
    return try text.split(separator: "\n").map { line in
      let words = Self.words(line)
      try #require(words.count == 2, "\(path)/fixtures.txt: \(line)")
      return (words[0], words[1])
    }
  }

  private static func words(_ line: Substring) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      if character == "'" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == " ", !isQuoted {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }
}

@Suite struct CaseTests {
  /// Runs the commands of a case one after the other in a copy of its folder, and compares their output.
  @Test(arguments: Case.all)
  func prints(_ one: Case) throws {
    let scratch = try Scratch()
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: Repository.url(one.path).path)
    where name != "arguments.txt" && name != "fixtures.txt" && !name.hasPrefix("expected.") {
      try manager.copyItem(at: Repository.url(one.path + "/" + name), to: scratch.url(name))
    }
    for (path, name) in try one.fixtures() {
      try manager.copyItem(at: Repository.url(path), to: scratch.url(name))
    }
    var out = ""
    var err = ""
    var statuses: [String] = []
    for (environment, arguments) in try one.commands() {
      let answer = try Tool.run(arguments, in: scratch.folder, environment: environment)
      out += answer.out
      err += answer.err
      statuses.append(String(answer.status))
    }
    try expect(out, one, "expected.out")
    try expect(err, one, "expected.err")
    try expect(statuses.joined(separator: "\n") + "\n", one, "expected.status")
  }

  private func expect(_ text: String, _ one: Case, _ name: String) throws {
    let path = one.path + "/" + name
    if Repository.updatesExpected { try Data(text.utf8).write(to: Repository.url(path)) }
    let expected = try? Repository.text(of: path)
    #expect(text == expected, "\(path); to accept it: UPDATE_EXPECTED=1 swift test --filter CommandTests")
  }

  @Test func thereAreCases() { #expect(Case.all.count >= 20) }
}
