import Testing

@testable import Diagnosis

/// A message about a library goes on in many ways behind its path.
@Suite struct LibraryPathTests {
  private static let paths = [
    "@rpath/Deck.framework/Deck", "@rpath/Deck.framework/Versions/A/Deck", "/usr/lib/swift/libswiftDeck.dylib",
    "@rpath/My Deck.framework/My Deck", "/Applications/My Cards.app/Contents/Frameworks/Deck Kit.framework/Deck Kit",
    "@executable_path/../Frameworks/libdeck.1.2.dylib", "libdeck.dylib", "/opt/deck/lib/libdeck.so",
  ]

  @Test(
    arguments: paths,
    [
      "", " ", ",", " when a framework is missing", " | not embedded", " (no such file)", "\t5",
      " Referenced from: /a/b",
      ": image not found", "; tried", " - see below. What can I do?", ".", ". What can I do?",
    ])
  func thePathEndsWithTheFile(_ path: String, _ rest: String) {
    #expect(LibraryPath(in: path + rest).text.trimmingSuffix { $0 == " " } == path)
  }

  @Test(
    arguments: paths,
    [
      ("'", "'"), ("\"", "\""), ("`", "`"), ("\u{2018}", "\u{2019}"), ("\u{201C}", "\u{201D}"), ("\u{AB}", "\u{BB}"),
      ("", "'"), ("", "\""), ("", "`,"),
    ])
  func quotationMarksAreNoPartOfIt(_ path: String, _ marks: (String, String)) {
    #expect(LibraryPath(in: marks.0 + path + marks.1).text == path)
    #expect(LibraryPath(in: marks.0 + path + marks.1 + " is missing").text.hasPrefix(path))
  }

  @Test(arguments: ["Deck", "libdeck.so.1", "@rpath/Deck.framework/Other", "libdeck.dylib.bak", "Deck.framework/", ""])
  func otherNamesAreNotChanged(_ name: String) {
    #expect(LibraryPath(in: name).text == name)
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, condition(last) { text = text.dropLast() }
    return text
  }
}
