import Testing

@testable import CrashReports

/// Messages about designables and documents in build logs.
struct BuildLogTests {
  private func messages(_ text: String) -> [PreviewMessage] { TextSample.report(text)?.previewMessages ?? [] }

  @Test func completeMessage() throws {
    let report = try #require(
      TextSample.report(
        """
        CompileStoryboard App/Main.storyboard
            cd /Users/me/App
        file:///Users/me/My%20App/Base.lproj/Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardController (BYZ-38-t0r): dlopen(CardKit.framework, 1): Library not loaded: @rpath/Kit.framework/Kit
          Referenced from: CardKit.framework
          Reason: image not found
            cd /Users/me/App
        """))
    #expect(report.source.format == "build-log" && report.kind == .preview)
    let message = try #require(report.previewMessages.first)
    #expect(message.document == "/Users/me/My App/Base.lproj/Main.storyboard")
    #expect(message.severity == .error && message.action == .renderAndUpdate)
    #expect(message.objectClass == "CardController" && message.objectID == "BYZ-38-t0r")
    #expect(message.cause.split(separator: "\n").count == 3)
    #expect(message.line == 3 && message.lastLine == 5)
    #expect(report.consoleLines.isEmpty)
  }

  @Test func messagesWithoutSeparators() {
    let found = messages(
      "file://Card/Main.storyboard: error: IB Designables: Failed to update auto layout status: The agent crashedfile://Card/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed"
    )
    #expect(found.map(\.action) == [.updateAutoLayoutStatus, .renderInstance])
    #expect(found.map(\.cause) == ["The agent crashed", "The agent crashed"])
    #expect(found.map(\.document) == ["Card/Main.storyboard", "Card/Main.storyboard"])
  }

  @Test(
    arguments: [
      (
        "Failed to update auto layout status. The agent crashed", PreviewMessage.Action.updateAutoLayoutStatus, nil,
        "The agent crashed"
      ),
      (
        "failed to update auto layout status : Failed to load designables from path (null)", .updateAutoLayoutStatus,
        nil,
        "Failed to load designables from path (null)"
      ),
      (
        "Failed to render and update auto layout status for UIView Failed to load designables from path (null)",
        .renderAndUpdate, "UIView", "Failed to load designables from path (null)"
      ),
      ("Failed to render instance of Card View: The agent crashed", .renderInstance, "Card View", "The agent crashed"),
      (
        "IB Designables: Fail to render instance of CardView: The agent threw an exception.", .renderInstance,
        "CardView",
        "The agent threw an exception."
      ),
      (
        "error: IB Designables: Failed to render and update auto layout status foruserCardController (a1B-2c-D3e): The agent crashed",
        .renderAndUpdate, "userCardController", "The agent crashed"
      ),
      (
        "//error: IB Designables: Failed to update auto layout status: Interface Builder Cocoa Touch Tool crashed",
        .updateAutoLayoutStatus, nil, "Interface Builder Cocoa Touch Tool crashed"
      ),
      (
        "warning: IB Designables: Ignoring user defined runtime attribute for key path \"radius\" on instance of \"UIView\".",
        .ignoreRuntimeAttribute, "UIView", "for key path \"radius\" on instance of \"UIView\"."
      ),
    ] as [(String, PreviewMessage.Action, String?, String)])
  func disorder(_ line: String, _ action: PreviewMessage.Action, _ name: String?, _ cause: String) throws {
    let message = try #require(messages(line).first)
    #expect(message.action == action)
    #expect(message.objectClass == name)
    #expect(message.cause == cause)
  }

  @Test func endOfDebugging() throws {
    let message = try #require(messages("“Finishing debugging instance of CardView for interface Builder”").first)
    #expect(message.action == .other && message.objectClass == "CardView")
  }

  @Test func locationOnTheLineAbove() throws {
    let message = try #require(
      messages("App/Main.storyboard: error:\nIB Designables: Failed to update auto layout status: The agent crashed")
        .first)
    #expect(message.document == "App/Main.storyboard" && message.severity == .error)
  }

  @Test func documentTools() throws {
    let report = try #require(
      TextSample.report(
        """
        /* com.apple.ibtool.document.warnings */
        /project/Base.lproj/Main.storyboard:BYZ-38-t0r: warning: Unsupported configuration [9]
        /project/Card.xib:global: error: The document could not be opened.
        /project/Card.xib:-1: Encountered an error communicating with IBAgent-iOS.
        """))
    #expect(report.source.format == "document-tool" && report.kind == .preview)
    #expect(report.documentMessages.map(\.objectID) == ["BYZ-38-t0r", "global", nil])
    #expect(report.documentMessages.map(\.severity) == [.warning, .error, .warning])
    #expect(report.documentMessages.map(\.tool) == ["ibtool", "ibtool", "IBAgent-iOS"])
    #expect(report.documentMessages[0].document == "/project/Base.lproj/Main.storyboard")
  }

  @Test func assertionsOfTheTools() throws {
    let report = try #require(
      TextSample.report(
        """
        2026-06-26 18:27:37.377 ibtoold[32758:e0f] [MT] DVTAssertions: ASSERTION FAILURE in /SourceCache/Card.m:278
        Details:  No integrator for class CardCell
        Object:   <CardManager: 0x400e81110>
        Thread:   <NSThread: 0x400123600>{name = (null), num = 1}
        Hints: None
        Backtrace:
          0  0x0000000106f0a071 -[CardHandler fail] (in CardFoundation)
          1  0x0000000106fbb18b _CardHandler (in CardFoundation)
        """))
    let message = try #require(report.documentMessages.first)
    #expect(report.documentMessages.count == 1 && message.tool == "ibtoold")
    #expect(message.text.contains("No integrator") && message.text.hasSuffix("Hints: None"))
    #expect(report.threads?.first?.frames.map(\.image) == ["CardFoundation", "CardFoundation"])
  }
}
