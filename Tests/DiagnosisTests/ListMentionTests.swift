import Analysis
import Diagnosis
import Testing

/// A list of strings in source code mentions failures, and records none, also without other code around it.
@Suite struct ListMentionTests {
  static let messages = [
    "Fatal error: Index out of range",
    "Termination Reason: FRONTBOARD 2343432205 0x8badf00d",
    "Library not loaded: @rpath/Cards.framework/Cards",
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 5 beyond bounds [0 .. 2]'",
    "EXC_BAD_ACCESS (code=1, address=0x10)",
    "IB Designables: Failed to render and update auto layout status for CardView: The agent crashed",
  ]

  /// The lines before and behind the elements, the mark of a literal, and what stands behind each element.
  private static let lists: [(open: String, close: String, mark: String)] = [
    ("ERRORS = (\n", ")\n", "\""), ("ERRORS = [\n", "]\n", "\""), ("KNOWN = {\n", "}\n", "\""),
    ("errors = [\n", "]\n", "'"),
    ("let known: Set = [\n", "]\n", "\""), ("let known: Set<String> = [ ", " ]\n", "\""),
    ("private static let known = [\n", "]\n", "\""), ("const KNOWN = [\n", "];\n", "\""),
    ("var known = [...]string{\n", "}\n", "\""),
    ("NSArray *known = @[\n", "];\n", "@\""), ("known: Set(\n", ")\n", "\""),
    ("static const char *known[] = {\n", "};\n", "\""),
    ("val known = listOf(\n", ")\n", "\""), ("KNOWN = [ ", " ]\n", "'"), ("known = { ", " }\n", "\""),
    ("for message in [\n", "] {\n", "\""), ("errors.append((\"a\", [\n", "]))\n", "\""),
    ("found(in: deck, [\n", "])\n", "\""),
  ]

  private static let sources: [String] = lists.flatMap { list in
    messages.flatMap { message -> [String] in
      let end = list.mark == "@\"" ? "\"" : list.mark
      let text = list.mark == "'" ? message.replacing("'", with: "\\'") : message
      let element = list.mark + text + end
      let indent = list.open.hasSuffix("\n") ? "    " : ""
      let line = list.open.hasSuffix("\n") ? "\n" : ""
      return [
        list.open + indent + element + line + list.close,
        list.open + indent + element + "," + line + list.close,
        list.open + indent + list.mark + "no failure" + end + "," + (line.isEmpty ? " " : line) + indent + element
          + line
          + list.close,
      ]
    }
  }

  @Test(arguments: sources) func elementsAreMentions(_ source: String) {
    for finding in assess(source).flatMap(\.findings) {
      #expect(finding.confidence == .possible, "\(finding.pattern) in\n\(source)")
    }
  }

  /// The keys of a dictionary do not make its messages records.
  @Test func elementsWithKeysAreMentions() {
    for message in Self.messages {
      let source = "ERRORS = {\n    1: \"\(message)\",\n    2: \"no failure\",\n}\n"
      #expect(assess(source).flatMap(\.findings).allSatisfy { $0.confidence == .possible }, "\(source)")
    }
  }

  /// What a program prints as a list of strings, and what stands below a list, are records.
  @Test func printedListsAndLogsBelowAreRecords() {
    let message = Self.messages[3]
    let printed = """
      \(message)
      *** First throw call stack: (
          "0   CoreFoundation  0x00000001a2b94560 __exceptionPreprocess + 164",
          "1   libobjc.A.dylib 0x00000001a2b00560 objc_exception_throw + 60",
          "2   Cards           0x0000000100d4a3f8 -[CardController viewDidLoad] + 180"
      )
      """
    #expect(assess(printed).flatMap(\.findings).contains { $0.confidence > .possible })
    let below = "let known = [\n    \"one\",\n    \"two\"\n]\n\n\(message)\nlibc++abi: terminating\n"
    #expect(assess(below).flatMap(\.findings).contains { $0.confidence > .possible })
  }
}
