import Foundation
import TestSupport
import Testing

/// Text of untrusted origin is read and limited in one way (docs/architecture.md, "Text of untrusted origin").
@Suite struct TextReadingTests {
  /// Other ways to make text of bytes than `String(streamSafe:)`.
  private static var conversions: some RegexComponent {
    /String\((decoding|validating|validatingUTF8|cString|bytes|data|contentsOf|contentsOfFile|utf8String):|CommandLine\.arguments|removingPercentEncoding|\bString\.fetch(One|All|Set|Cursor)|(JSON|PropertyList)Decoder\(|JSONSerialization/
  }

  /// The files that use them, and why the result needs no limit of marks.
  private static let permitted: [String: String] = [
    "Archives/Deflate/Inflater.swift": "messages of zlib",
    "Archives/MemberName.swift": "the name is limited where the function returns it",
    "Archives/Tar/TarHeader.swift": "digits, converted to a number",
    "Archives/Tar/TarReader.swift": "digits, converted to a number",
    "Bytes/StreamSafeText.swift": "the conversion itself",
    "Workflow/Sharing/OtherCopies.swift": "names of files of this program",
    "Redaction/Kinds/EncodedText.swift": "only whether it is text",
    "ClickHouse/ServerAddress.swift": "followed by streamSafe",
    "ClickHouse/Statements/Statement.swift": "a statement of this program, for messages",
    "Transfer/CurlProcess.swift": "a file name in PATH",
    "CrashReports/Bytes/InputEncoding.swift": "one scalar, which is written as bytes",
    "CrashReports/Formats/JSONBody/Amounts.swift": "digits and letters of ASCII",
    "CrashReports/Formats/ReportTime.swift": "a time, of checked characters",
    "CrashReports/Formats/ThirdPartyJSON/ThirdPartyTime.swift": "digits",
    "CrashReports/JSON/JSONCursor+Strings.swift": "limited after the comparison with the bytes",
    "AgentTools/AgentContext.swift": "followed by streamSafe",
    "AgentTools/AgentTool.swift": "output",
    "DiagnoseCommand/CommandLineTool.swift": "compared with one word of this program",
    "Answers/TopicExplanation.swift": "output",
    "Workflow/Outputs/OutputFile.swift": "file names, which the system limits to 255 bytes",
    "Workflow/Scrubbing/OutputScrubber.swift": "output",
    "Workflow/Outputs/ProtectedFiles.swift": "file names, which the system limits to 255 bytes",
    "Workflow/Settings/FoundScope.swift": "file names, which the system limits to 255 bytes",
    "Workflow/Settings/TrustStore.swift": "file names and paths, which must stay those of the files",
    "Documents/EncodedDocument.swift": "output",
    "Documents/ListDocument.swift": "output",
    "Documents/Published/PublishedDocument.swift": "output",
    "History/StoredValue.swift": "followed by streamSafe",
    "History/Writing/IncidentBytes.swift": "hexadecimal digits",
    "History/Writing/ReportRows.swift": "digits",
    "History/DirectRows.swift": "followed by streamSafe",
    "History/Writing/Statements.swift": "followed by streamSafe",
    "HistoryPresentation/ComparisonDocument.swift": "output",
    "HistoryPresentation/ComparisonPage.swift": "output",
    "HistoryPresentation/HistoryDocument.swift": "output",
    "HistoryPresentation/HistoryTable.swift": "output",
    "HistoryPresentation/SummaryPage.swift": "output",
    "ModelContext/JSONNode.swift": "only checks whether the bytes are UTF-8",
    "Pages/Server/RequestHead.swift": "followed by streamSafe",
    "Platform/FilePath.swift": "file names, which the system limits to 255 bytes; the path must stay that of the file",
    "Platform/SystemError.swift": "messages of the system",
    "Platform/Volume.swift": "names of file systems",
    "Presentation/Outputs/BriefOutput.swift": "output",
    "Presentation/Outputs/CSVOutput.swift": "output",
    "Presentation/Outputs/GitLabOutput.swift": "output",
    "Presentation/Outputs/SARIFOutput.swift": "output",
    "Presentation/Pages/ProjectPage.swift": "output",
    "ProjectInspection/Reading/ProjectWalk.swift": "file names, which the system limits to 255 bytes",
    "Monitoring/Alerting/AlertContent.swift": "texts that were limited and escaped before they were stored",
    "Monitoring/Alerting/AlertDelivery+Tickets.swift": "tickets, which are only searched for a mark",
    "PropertyLists/BinaryPropertyList.swift": "followed by streamSafe",
    "Redaction/RedactionWords.swift": "followed by streamSafe",
    "Redaction/ReportScrubber.swift": "output",
    "UserFiles/YAML/YAMLReader.swift": "checks of UTF-8, and messages of libyaml",
    "Vocabulary/ImageUUID.swift": "hexadecimal digits",
    "Vocabulary/SHA256.swift": "hexadecimal digits",
    "Vocabulary/SourceFileList.swift": "only checks whether the bytes are UTF-8",
    "Vocabulary/Terminal.swift": "output, whose scalars are not compared",
    "Vocabulary/Timestamp+Text.swift": "digits",
    "Vocabulary/Timestamp.swift": "digits",
  ]

  /// Receivers of `prefix`, `suffix` and `count` whose names are those of texts.
  private static var limits: some RegexComponent {
    /\b(text|name|line|lines\.first|message|word|topic|query|uri|method|version|id|title|label|reason|string|rest|settings|shown|copy|statement|headline|settings|value|key|header|symbol|description|first)\??(\(\))?\.(prefix|suffix)\((\d\d+|Self\.max\w*|max\w*|limit\w*)( [-+] 1)?\)/
  }

  /// The lines whose receivers are not texts, or are limited in bytes before, and why.
  private static let permittedLimits: [String: String] = [
    "CrashReports/Normalization": "bytes",
    "CrashReports/Roles/FunctionOwner.swift": "bytes",
    "CrashReports/Text/TestLogLines.swift": "bytes",
    "CrashReports/Formats/Panic/PanicText.swift": "a range of bytes",
    "CrashReports/Formats/UnsupportedInput.swift": "a range of bytes",
    "ClickHouse/Errors/ServerException.swift": "bytes",
    "ClickHouse/ServerVersion.swift": "bytes",
    "DebugInfo": "bytes",
    "DiagnoseCommand/Commands/ScrubCommand.swift": "bytes of a line",
    "HistoryPresentation": "rows",
    "Pages/Markup/TimeText.swift": "a time of this program",
    "ProjectInspection/Model/SwiftUIViews.swift": "tokens",
    "Redaction": "bytes, and ranges of bytes",
    "UserFiles/Baseline/Baseline.swift": "a part of at most 200 bytes",
    "Diagnosis/Incidents": "lines of a report",
    "Vocabulary": "bytes",
  ]

  /// Returns the lines of code that contain one of the words. Expressions are slow, so they are matched on few lines.
  private func code(with words: [String]) throws -> [(file: String, number: Int, line: Substring)] {
    try Repository.files(below: "Sources").filter {
      // Patterns contain code as text.
      $0.hasSuffix(".swift") && !$0.contains("/Patterns/")
    }.flatMap { file in
      let text = try Repository.text(of: file)
      guard words.contains(where: { text.range(of: $0) != nil }) else { return [(String, Int, Substring)]() }
      return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().filter { _, line in
        words.contains { line.range(of: $0) != nil } && !line.drop { $0 == " " }.hasPrefix("//")
      }.map { (String(file.dropFirst("Sources/".count)), $0.offset + 1, $0.element) }
    }
  }

  @Test func bytesBecomeTextInOneWay() throws {
    var used: Set<String> = []
    let words = ["String(", "String.fetch", "CommandLine", "removingPercentEncoding", "Decoder(", "JSONSerialization"]
    for (file, number, line) in try code(with: words) where line.contains(Self.conversions) {
      used.insert(file)
      guard let reason = Self.permitted[file] else {
        Issue.record("\(file):\(number): use String(streamSafe:), or list the file with a reason: \(line)")
        continue
      }
      if reason.contains("followed by") {
        #expect(line.contains(".streamSafe") || line.contains(#"\.streamSafe"#), "\(file):\(number): \(line)")
      }
    }
    #expect(used == Set(Self.permitted.keys), "files are listed that need not be")
  }

  @Test func textIsLimitedInBytes() throws {
    for (file, number, line) in try code(with: [".prefix(", ".suffix("]) where line.contains(Self.limits) {
      let isPermitted = Self.permittedLimits.keys.contains { file.hasPrefix($0) }
      #expect(isPermitted, "\(file):\(number): use prefix(bytes:), prefix(characters:) or shortened(to:): \(line)")
    }
  }

  /// The scans find what they look for.
  @Test(arguments: [
    "let a = String(decoding: bytes, as: UTF8.self)", "String(validating: bytes, as: UTF8.self)",
    "for word in CommandLine.arguments {", "try String.fetchAll(database, sql: sql)",
  ])
  func conversionsAreFound(_ line: String) { #expect(line.contains(Self.conversions)) }

  @Test(arguments: [
    "String(topic.prefix(1000))", "text.prefix(limit + 1)", "\\(method.prefix(60))",
    "query.prefix(Self.maxQueryLength)",
  ])
  func limitsAreFound(_ line: String) { #expect(line.contains(Self.limits)) }
}
