import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Property lists of ibtool and actool.
struct DocumentListTests {
  private func read(_ text: String) -> ReadOutcome { ReportReader.read(Array(text.utf8)) }

  @Test func errorsOfObjectsAndOfTheTool() throws {
    let outcome = ReportReader.read(try Repository.bytes(of: "sample-logs/document-tool/ibtool-errors.plist"))
    let report = try #require(outcome.reports.first).value
    #expect(outcome.reports.count == 1)
    #expect(report.kind == .preview)
    #expect(report.source.format == "document-tool")
    #expect(report.documentMessages.map(\.tool) == ["ibtool", "ibtool", "ibtool"])
    #expect(report.documentMessages.map(\.severity) == [.error, .error, .error])
    #expect(report.documentMessages.map(\.objectID) == ["BYZ-38-t0r", nil, nil])
    #expect(report.documentMessages.map(\.line) == [12, 22, 26])
    #expect(report.documentMessages[0].text == "Failed to render <CardView>")
    #expect(
      report.documentMessages[1].text
        == "Interface Builder could not open the document \u{201C}Card.xib\u{201D}.\nOpen it in a newer Xcode.")
  }

  @Test func severitiesShapesAndDocuments() throws {
    let text = """
      <plist version="1.0"><dict>
      <key>com.apple.actool.document.warnings</key>
      <dict><key>/p/Assets.xcassets</key><array><dict><key>message</key><string>The icon is missing.</string>
      <key>type</key><string>Warning</string></dict></array></dict>
      <key>com.apple.ibtool.document.notices</key>
      <array><string>Automatically adjusted.</string></array>
      <key>com.apple.ibtool.document.errors</key><dict/>
      </dict></plist>
      """
    let messages = try #require(read(text).reports.first).value.documentMessages
    #expect(messages.map(\.tool) == ["actool", "ibtool"])
    #expect(messages.map(\.severity) == [.warning, .notice])
    #expect(messages.map(\.document) == ["/p/Assets.xcassets", nil])
    #expect(messages.map(\.text) == ["The icon is missing.", "Automatically adjusted."])
  }

  @Test func aListWithoutMessagesIsNotAFailure() throws {
    let text = "<?xml version=\"1.0\"?>\n<plist><dict><key>com.apple.ibtool.version</key><dict/></dict></plist>\n"
    let decoded = try #require(read(text).reports.first)
    #expect(!decoded.value.kind.isFailure)
    #expect(decoded.notes.map(\.code) == ["no-messages"])
  }

  @Test func nothingOutsideTheBytesIsRead() throws {
    let text = """
      <!DOCTYPE plist [ <!ENTITY a "aaaaaaaaaa"> <!ENTITY b SYSTEM "file:///etc/passwd"> ]>
      <plist><dict><key>com.apple.ibtool.errors</key><array><dict><key>description</key>
      <string>&a;&b;&#x110000;&#65;</string></dict></array></dict></plist>
      """
    #expect(read(text).reports.first?.value.documentMessages.map(\.text) == ["&a;&b;&#x110000;A"])
  }

  @Test func depthIsLimited() throws {
    let text =
      "<plist><dict><key>com.apple.ibtool.errors</key>" + String(repeating: "<array>", count: 100_000)
    let decoded = try #require(read(text).reports.first)
    #expect(decoded.notes.contains { $0.code == "truncated" })
  }
}
