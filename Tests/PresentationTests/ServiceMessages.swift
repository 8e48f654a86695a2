import Foundation

/// A line that a CI system executes, as its parser reads it.
struct ServiceMessage: Equatable {
  var name: String
  var properties: [String: String]
  var text: String

  /// Parses `::NAME KEY=VALUE,…::TEXT` (`ActionCommand.TryParseV2` of the runner of GitHub Actions).
  static func gitHub(_ line: Substring) -> ServiceMessage? {
    guard line.hasPrefix("::"), let end = line.dropFirst(2).range(of: "::") else { return nil }
    let head = line.dropFirst(2)[..<end.lowerBound]
    let words = head.split(separator: " ", maxSplits: 1)
    guard let name = words.first else { return nil }
    var properties: [String: String] = [:]
    for part in (words.dropFirst().first ?? "").split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      properties[String(pair[0])] = unescaped(
        pair[1], [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")])
    }
    return ServiceMessage(
      name: String(name), properties: properties,
      text: unescaped(line[end.upperBound...], [("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]))
  }

  /// Parses `##vso[NAME KEY=VALUE;…]TEXT`, found anywhere in a line (`Command.TryParse` of the agent of Azure Pipelines).
  static func azure(_ line: Substring) -> ServiceMessage? {
    guard let start = line.range(of: "##vso["), let end = line[start.upperBound...].firstIndex(of: "]") else {
      return nil
    }
    let words = line[start.upperBound..<end].split(separator: " ", maxSplits: 1)
    guard let name = words.first else { return nil }
    let escapes = [("%3B", ";"), ("%0D", "\r"), ("%0A", "\n"), ("%5D", "]"), ("%AZP25", "%")]
    var properties: [String: String] = [:]
    for part in (words.dropFirst().first ?? "").split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      properties[String(pair[0])] = unescaped(pair[1], escapes)
    }
    return ServiceMessage(
      name: String(name), properties: properties, text: unescaped(line[line.index(after: end)...], escapes))
  }

  /// Parses `##teamcity[NAME KEY='VALUE' …]` ("Service Messages", TeamCity documentation).
  static func teamCity(_ line: Substring) -> ServiceMessage? {
    guard line.hasPrefix("##teamcity["), line.hasSuffix("]") else { return nil }
    var rest = line.dropFirst("##teamcity[".count).dropLast().unicodeScalars
    func word(_ isEnd: (Unicode.Scalar) -> Bool) -> String {
      var word = ""
      while let scalar = rest.first, !isEnd(scalar) {
        word.unicodeScalars.append(scalar)
        rest.removeFirst()
      }
      return word
    }
    let name = word { $0 == " " }
    var properties: [String: String] = [:]
    while rest.popFirst() == " " {
      let key = word { $0 == "=" }
      guard rest.popFirst() == "=", rest.popFirst() == "'" else { return nil }
      var value = ""
      while let scalar = rest.popFirst(), scalar != "'" {
        guard scalar == "|" else {
          // An unescaped bracket ends the message.
          guard scalar != "]", scalar != "[" else { return nil }
          value.unicodeScalars.append(scalar)
          continue
        }
        switch rest.popFirst() {
        case "n"?: value += "\n"
        case "r"?: value += "\r"
        case let other? where "|'[]".unicodeScalars.contains(other): value.unicodeScalars.append(other)
        default: return nil
        }
      }
      properties[key] = value
    }
    return rest.isEmpty ? ServiceMessage(name: name, properties: properties, text: "") : nil
  }

  /// Parses `FILE:LINE:COLUMN: error: TEXT` as Xcode does.
  static func xcode(_ line: Substring) -> ServiceMessage? {
    for level in ["error", "warning", "note"] {
      guard let mark = line.range(of: ": \(level): ") else { continue }
      let place = line[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
      let text = String(line[mark.upperBound...])
      if place == ["diagnose"] { return ServiceMessage(name: level, properties: [:], text: text) }
      guard place.count >= 3, Int(place[place.count - 2]) != nil, Int(place[place.count - 1]) != nil else { return nil }
      return ServiceMessage(
        name: level,
        properties: [
          "file": place.dropLast(2).joined(separator: ":"), "line": String(place[place.count - 2]),
          "column": String(place[place.count - 1]),
        ], text: text)
    }
    return nil
  }

  private static func unescaped(_ text: some StringProtocol, _ escapes: [(String, String)]) -> String {
    escapes.reduce(String(text)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}

extension String {
  /// Returns true if an agent would execute a part of the text that is not its own message: a mark anywhere, or a line
  /// that begins with two colons.
  ///
  /// - Parameter own: What the lines of the format begin with; the rest of a line is checked.
  func holdsCommand(except own: String?) -> Bool {
    split(separator: "\n").contains { line in
      var rest = line[...]
      if let own, rest.hasPrefix(own) { rest = rest.dropFirst(own.count) }
      let isWorkflow =
        own != "::" && line.unicodeScalars.drop(while: \.properties.isWhitespace).starts(with: "::".unicodeScalars)
      return isWorkflow || rest.range(of: "##[A-Za-z]*\\[", options: .regularExpression) != nil
    }
  }
}
