import Testing

@testable import Presentation

/// Links to source files in a terminal (OSC 8).
@Suite struct HyperlinkTests {
  private func reason(_ text: String) -> String? {
    do throws(HyperlinkFormat.Fault) {
      _ = try HyperlinkFormat(text)
      return nil
    } catch { return error.reason }
  }

  @Test func everyNamedFormatIsValid() throws {
    for (name, text) in HyperlinkFormat.named {
      let format = try HyperlinkFormat(name)
      #expect(try format == HyperlinkFormat(text), "\(name)")
      let address = try #require(format.link("/a b/C.swift", line: 27, column: 3)).address
      #expect(address.contains("/a%20b/C.swift"), "\(name)")
    }
    #expect(try HyperlinkFormat("default") == .standard)
    #expect(Set(HyperlinkFormat.named.map(\.name)).count == HyperlinkFormat.named.count)
  }

  @Test func placeholdersAreReplaced() throws {
    let format = try HyperlinkFormat("vscode://file{path}:{line}:{column}")
    #expect(format.link("/a/B.swift", line: 27, column: 3)?.address == "vscode://file/a/B.swift:27:3")
    #expect(format.link("/a/B.swift", line: 27, column: nil)?.address == "vscode://file/a/B.swift:27:1")
    // Without a line, and with lines that compilers write for code of their own, it is the first one.
    for line in [nil, 0, -1] {
      #expect(format.link("/a/B.swift", line: line, column: nil)?.address == "vscode://file/a/B.swift:1:1")
    }
  }

  @Test(arguments: [
    ("", "has no {path}"), ("file://", "has no {path}"), ("{path}", "does not begin with a scheme such as file://"),
    ("/x{path}", "does not begin with a scheme such as file://"),
    ("1x:{path}", "does not begin with a scheme such as file://"),
    (":{path}", "does not begin with a scheme such as file://"),
    ("file://{path", "has a '{' without a '}'"),
    ("file://{path}{wheel}", "has '{wheel}'; only {path}, {line} and {column} have a meaning"),
    ("file://{path}{}", "has '{}'; only {path}, {line} and {column} have a meaning"),
    ("file://{path}:{column}", "has {column} without {line}"),
    ("file://{path} x", "contains a character that an address must encode"),
    ("file://{path}\u{1B}", "contains a character that an address must encode"),
    ("file://{path}\u{7}", "contains a character that an address must encode"),
    ("file://{path}é", "contains a character that an address must encode"),
  ])
  func aFaultyFormatIsRejected(_ text: String, _ expected: String) { #expect(reason(text) == expected) }

  @Test(arguments: ["file:{path}", "x-y+z.1:{path}", "grep+://{path}:{line}", "a:{path}{path}", "a:{line}{path}}"])
  func otherFormatsAreValid(_ text: String) { #expect(reason(text) == nil) }

  @Test func lengthsAreLimited() throws {
    let start = "file://{path}"
    let rest = HyperlinkFormat.maxLength - start.utf8.count
    #expect(reason(start + String(repeating: "x", count: rest)) == nil)
    #expect(reason(start + String(repeating: "x", count: rest + 1)) != nil)
    let room = HyperlinkFormat.maxLength - "file://".utf8.count
    let path = "/" + String(repeating: "a", count: room - 1)
    #expect(HyperlinkFormat.standard.link(path, line: nil, column: nil) != nil)
    #expect(HyperlinkFormat.standard.link(path + "a", line: nil, column: nil) == nil)
  }

  /// Whatever the name of a file is, the sequence ends where it should.
  @Test func noPathCanEndTheSequence() throws {
    for scalar in (0...0x2FF).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{202E}", "\u{1F600}"] {
      let link = try #require(HyperlinkFormat.standard.link("/a\(scalar)b", line: 1, column: 1))
      #expect(link.address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(scalar.value)")
      #expect(link.linked("x").split(separator: "\u{1B}", omittingEmptySubsequences: false).count == 5)
    }
    #expect(HyperlinkFormat.encoded("/a b/\u{1B}]8;;x\u{7}%é") == "/a%20b/%1B%5D8%3B%3Bx%07%25%C3%A9")
  }

  @Test func aLinkTakesNoColumns() throws {
    let link = try #require(HyperlinkFormat.standard.link("/a/B.swift", line: 27, column: nil))
    let run = StyledText("B.swift:27", link: link)
    var renderer = TextRenderer(PresentationStyle(width: 40))
    #expect(renderer.columns([run]) == 10)
    renderer.line([StyledText("f()")], right: run)
    let plain = "f()" + String(repeating: " ", count: 25)
    #expect(renderer.text == plain + "\u{1B}]8;;file:///a/B.swift\u{1B}\\B.swift:27\u{1B}]8;;\u{1B}\\\n")
  }

  @Test func onlyFilesOfThisMachineAreLinked() {
    let links = Hyperlinks(.standard) { $0 == "B.swift" ? "/a/B.swift" : nil }
    #expect(links.link("B.swift", line: 1)?.address == "file:///a/B.swift")
    #expect(links.link("C.swift", line: 1) == nil)
    #expect(links.link(nil, line: 1) == nil)
  }

  /// Other outputs are the same bytes in every terminal.
  @Test func onlyTextHasLinks() {
    var style = PresentationStyle()
    style.hyperlinks = Hyperlinks(.standard) { "/" + $0 }
    #expect(style.ofDocuments.hyperlinks == nil)
  }
}
