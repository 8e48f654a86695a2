import Testing

@testable import Redaction

/// What names are learned from: everything except addresses, functions and paths of the system.
@Suite struct TeachingTextTests {
  private func kept(_ text: String) -> String { String(decoding: TeachingText.of(Array(text.utf8)), as: UTF8.self) }

  @Test(arguments: [
    "3   Card   0x0000000104a2c000 draw + 12 @jane", "3   Card   0x0000000104a2c000 draw (/Users/jane/A.swift:3)",
    "3   Kärtchen   0x0000000104a2c000 draw + 12", "3   Card   0x0000000104a2c000 C:\\Users\\jane\\A.swift",
    "0x1000 - 0x1fff Card arm64 <1> /Users/jane/Card.app/Card", "0x1000 - 0x1fff Card arm64 <1> /Applications/Card",
    "12 users: jane", "2026-08-01 jane logged in", "name: jane",
    String(repeating: " ", count: 41) + "3   Card   0x0000000104a2c000 jane",
    "3   Card   0x0000000104a2c000 " + String(repeating: "x", count: 2_000) + " jane",
  ]) func whatCanTeachIsKept(_ line: String) { #expect(kept("first\n\(line)\nlast\n").contains(line), "\(line)") }

  @Test(arguments: [
    "3   Card   0x0000000104a2c000 draw + 12", "  12  libdyld.dylib   0x0000000104a2c000 start",
    "0x1000 - 0x1fff Foundation arm64 <1> /System/Library/Frameworks/Foundation.framework/Foundation",
    "0x1000 - 0x1fff libobjc.A.dylib arm64 <1> /usr/lib/libobjc.A.dylib", "0x1000 - 0x1fff Card arm64 <1>",
  ]) func whatTeachesNothingIsNotKept(_ line: String) {
    #expect(kept("first\n\(line)\nlast\n") == "first\n\nlast\n", "\(line)")
    #expect(kept("first\n\(line)") == "first\n\n", "\(line) at the end")
  }

  /// Of threads and images in JSON, paths and texts that could be names remain; everything around them is copied.
  @Test func pathsOfThreadsAndImagesAreKept() {
    let text = """
      {"user":"jane","threads" : [{"symbol":"draw","file":"\\/Users\\/jane\\/A.swift","name":"Jané","queue":"a@b","n":[1,"x]"]}],\
      "usedImages":[{"path":"/Users/jane/Card","name":"Card"},{"path":"/System/Library/X"},{"path":"\\/usr\\/lib\\/y"}],\
      "after":"threads","threads":1}
      """
    #expect(
      kept(text) == """
        {"user":"jane",:["\\/Users\\/jane\\/A.swift","Jané","a@b",],:["/Users/jane/Card",],"after":"threads","threads":1}
        """)
    #expect(kept(#"{"threads":[{"a":"/Users/jane"#) == #"{:["/Users/jane,]"#)
    #expect(kept(#"{"threads":["quote \" /Users/jane ] x","y"]}"#) == #"{:["quote \" /Users/jane ] x",]}"#)
  }
}
