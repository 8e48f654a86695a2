import CrashReports
import Foundation
import TestSupport
import Testing

@testable import Signatures

/// The rules of version 2. `version-2.expected` has one row for each case.
@Suite struct Version2Tests {
  private struct Case {
    var id: String
    var input: SignatureInput
  }

  private static func frame(_ image: String, _ function: String = "", _ offset: UInt64? = nil, file: String? = nil)
    -> SignatureFrame
  {
    var frame = SignatureFrame(
      image: image, function: function, imageOffset: offset, uuid: "4c4c4400-1111-3333-a1a1-222222222222")
    frame.sourceFile = file
    frame.line = file == nil ? nil : 12
    return frame
  }

  private static func input(_ frames: [SignatureFrame], overflow: Bool = false, event: String = "crash")
    -> SignatureInput
  {
    var facts = SignatureFacts()
    facts.exceptionType = "EXC_BAD_ACCESS"
    facts.signal = "SIGSEGV"
    facts.event = event
    facts.process = "MyApp"
    facts.stackOverflowed = overflow
    facts.stack = .crashedThread
    return SignatureInput(facts: facts, frames: frames)
  }

  private static let draw = frame("MyApp", "-[CardView draw]")
  private static let main = frame("MyApp", "main")
  private static func unnamed(_ image: String, _ count: Int) -> [SignatureFrame] {
    (0..<count).map { frame(image, "<redacted> + \($0)") }
  }
  private static let move = frame("UIKit", "-[UIView(Internal) _didMoveFromWindow:toWindow:]")

  private static let cases: [Case] = [
    Case(id: "unnamed system frames are no cycle", input: input([draw] + unnamed("UIKit", 16) + [main])),
    Case(id: "without them", input: input([draw, main])),
    Case(
      id: "equal offsets are one call site",
      input: input([frame("CoreFoundation", "CFRetain")] + Array(repeating: frame("MyApp", "", 0x1234), count: 12))),
    Case(
      id: "different offsets are not",
      input: input((0..<12).map { frame("MyApp", "", 0x1234 + $0 * 16) })),
    Case(id: "only unnamed system frames", input: input(unnamed("UIKit", 12) + unnamed("CoreFoundation", 3))),
    Case(id: "the same with other images", input: input(unnamed("SwiftUI", 12) + unnamed("CoreFoundation", 3))),
    Case(
      id: "unnamed, and one place of the app",
      input: input(unnamed("UIKit", 12) + [frame("MyApp", "", 0x4000)])),
    Case(
      id: "unnamed, and another place of the app",
      input: input(unnamed("UIKit", 12) + [frame("MyApp", "", 0x5000)])),
    Case(id: "a deep tree of views", input: input([draw] + Array(repeating: move, count: 12) + [main])),
    Case(
      id: "a tree that overflowed", input: input([draw] + Array(repeating: move, count: 12) + [main], overflow: true)),
    Case(id: "as deep as an overflow", input: input([draw] + Array(repeating: move, count: 300) + [main])),
    Case(
      id: "inlined code of Swift",
      input: input([
        frame("MyApp", "specialized Array.subscript.getter", file: "ContiguousArrayBuffer.swift"), draw, main,
      ])),
    Case(
      id: "header of the C++ library",
      input: input([frame("MyApp", "std::__1::vector<int>::at(unsigned long)"), draw, main])),
    Case(
      id: "handler of a signal",
      input: input([
        frame("MyApp", "recordFailure"), frame("libsystem_platform.dylib", "_sigtramp"), frame("UIKit", "UIDraw"), draw,
        main,
      ])),
    Case(id: "crash reporter", input: input([frame("MyApp", "FIRCLSTerminateHandler()"), draw, main])),
    Case(id: "nothing but the kind of event", input: input([], event: "hang")),
  ]

  @Test func rows() throws {
    let rows = Self.cases.map { one in
      let signature = Signature(one.input)
      return ([one.id, signature.key(.default)] + signature.lines(.default)).joined(separator: "\t")
    }
    let path = "Tests/SignaturesTests/version-2.expected"
    let text = rows.joined(separator: "\n") + "\n"
    if Repository.updatesExpected { try Data(text.utf8).write(to: Repository.url(path)) }
    #expect(text == (try? Repository.text(of: path)))
  }

  private func key(_ id: String) throws -> String {
    Signature(try #require(Self.cases.first { $0.id == id }).input).key(.default)
  }

  @Test func framesWithoutNamesAreNoRecursion() throws {
    #expect(try key("unnamed system frames are no cycle") == key("without them"))
    #expect(try key("only unnamed system frames") != key("the same with other images"))
    #expect(try key("unnamed, and one place of the app") != key("unnamed, and another place of the app"))
    #expect(try key("a deep tree of views") == key("without them"))
    for id in ["inlined code of Swift", "header of the C++ library", "handler of a signal", "crash reporter"] {
      #expect(try key(id) == key("without them"), "\(id)")
    }
  }

  /// 100 reports with 20 causes: each cause passes other images of the system, and no frame of the system has a name.
  @Test func causesWithUnnamedFramesHaveTheirOwnKeys() {
    let images = ["UIKitCore", "QuartzCore", "CoreFoundation", "Foundation", "GraphicsServices", "SwiftUI"]
    var keys: Set<String> = []
    for cause in 0..<20 {
      var ofCause: Set<String> = []
      for report in 0..<5 {
        var frames: [SignatureFrame] = []
        for step in 0..<5 {
          let image = images[(cause >> step & 1) * 3 + (cause + step) % 3]
          // The offsets differ between builds of the system; the number of frames of one image may, too.
          for number in 0..<(11 + report % 2) {
            frames.append(Self.frame(image, "<redacted>", UInt64(report * 4096 + step * 64 + number)))
          }
        }
        if cause % 2 == 0 { frames.append(Self.frame("MyApp", "", UInt64(0x1000 + cause * 32))) }
        let signature = Signature(Self.input(frames))
        #expect(signature.kind == "memory")
        ofCause.insert(signature.key(.default))
      }
      #expect(ofCause.count == 1)
      keys.formUnion(ofCause)
    }
    #expect(keys.count == 20)
  }

  /// A changed sentence of this program must not change a key.
  @Test func summariesAreInNoKey() {
    for kind in ["hang", "launch", "resource", "sample", "leak", "statistics", "unknown"] {
      var report = CrashReport(source: CrashReport.Source(format: "metrickit"))
      report.kind = CrashReport.Kind(rawValue: kind)
      report.eventSummary = "the main thread did not respond for 3 seconds"
      let first = Signature(SignatureInput(report)).key(.default)
      report.eventSummary = "hang of the main thread (3 s)"
      #expect(Signature(SignatureInput(report)).key(.default) == first, "\(kind)")
    }
  }
}
