import TestSupport
import Testing

@testable import CrashReports

/// The files of nst/JSONTestSuite (see the LICENSE next to them): JSON that a parser must accept (`y_`) or reject (`n_`).
struct JSONTestSuiteTests {
  private static let files = Repository.files(below: "Tests/CrashReportsTests/JSONTestSuite/test_parsing")

  private static func named(_ prefix: String) -> [String] {
    files.filter { $0.split(separator: "/").last?.hasPrefix(prefix) == true }
  }

  @Test func theSuiteIsComplete() {
    #expect(Self.named("y_").count == 95)
    #expect(Self.named("n_").count == 188)
    #expect(Self.named("i_").count == 35)
  }

  @Test func whatIsValidIsAccepted() throws {
    for file in Self.named("y_") {
      #expect(JSONValidator.isValid(try Repository.bytes(of: file)), "\(file)")
    }
  }

  @Test func whatIsInvalidIsRefused() throws {
    for file in Self.named("n_") {
      #expect(!JSONValidator.isValid(try Repository.bytes(of: file)), "\(file)")
    }
  }

  /// The tolerant reader handles all of them, alone and as the body of a report.
  @Test func nothingBringsTheReaderDown() throws {
    let header = Array(#"{"app_name":"MyApp","bug_type":"309"}"#.utf8) + [UInt8(ascii: "\n")]
    for file in Self.files {
      let bytes = try Repository.bytes(of: file)
      _ = ReportReader.read(bytes)
      #expect(!ReportReader.read(header + bytes).reports.isEmpty, "\(file)")
    }
  }
}
