import Foundation
import TestSupport
import Testing

/// Every test and every file that `docs/security.md` names exists.
@Suite struct SecurityPageTests {
  private static let page = "docs/security.md"

  /// Returns the cells of the table of attack surfaces.
  private func rows() throws -> [[String]] {
    try Repository.text(of: Self.page).split(separator: "\n").filter { $0.hasPrefix("| T") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  /// Returns the texts in backticks.
  private func quoted(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  @Test func everySurfaceHasARowWithTests() throws {
    let rows = try rows()
    #expect(rows.map { $0.first ?? "" } == (1...39).map { "T\($0)" })
    for row in rows {
      try #require(row.count == 5, "\(row)")
      #expect(!quoted(row[4]).isEmpty, "\(row[0]) names no tests")
    }
  }

  @Test func everyTestThatIsNamedExists() throws {
    var functions: [String: String] = [:]
    for file in Repository.files(below: "Tests") where file.hasSuffix(".swift") {
      // A suite may have structures inside.
      let lines = try Repository.text(of: file).split(separator: "\n").map { line in
        line.hasPrefix("@Suite")
          ? String(line[(line.range(of: "struct ")?.lowerBound ?? line.startIndex)...]) : String(line)
      }
      for part in ("\n" + lines.joined(separator: "\n")).split(separator: "\nstruct ").dropFirst() {
        let name = String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        // Suites with the same name in several modules are combined.
        if name.hasSuffix("Tests") { functions[name, default: ""] += part }
      }
    }
    for row in try rows() {
      for name in quoted(row.last ?? "") {
        let parts = name.split(separator: "/").map(String.init)
        try #require(parts.count == 2, "\(name)")
        let body = try #require(functions[parts[0]], "\(row[0]): suite \(parts[0]) does not exist")
        #expect(body.contains("func \(parts[1])("), "\(row[0]): \(parts[0]) has no test \(parts[1])")
      }
    }
  }

  @Test func everyFileThatIsNamedExists() throws {
    for name in quoted(try Repository.text(of: Self.page)) where name.hasPrefix("Sources/") {
      #expect(FileManager.default.fileExists(atPath: Repository.url(name).path), "\(name)")
    }
  }
}

/// Only the server opens sockets, and only one file starts programs.
@Suite struct NetworkTests {
  /// The folder whose files open sockets.
  private static let server = "Sources/Pages/Server/"
  /// The only file that resolves names of hosts: where a redirect of a symbol server leads is checked before curl connects.
  private static let resolver = "Sources/Platform/HostAddresses.swift"
  /// The only file that starts programs.
  private static let starters: Set<String> = ["Sources/Platform/ChildProcess.swift"]

  private func code(_ file: String) throws -> [Substring] {
    try Repository.text(of: file).split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
  }

  private var sources: [String] {
    // Patterns and checks contain code as text.
    Repository.files(below: "Sources").filter {
      $0.hasSuffix(".swift") && !$0.contains("/Patterns/") && !$0.contains("/Checks/")
    }
  }

  @Test func onlyTheServerOpensSockets() throws {
    #expect(sources.contains { $0.hasPrefix(Self.server) })
    for file in sources where !file.hasPrefix(Self.server) && file != Self.resolver {
      for line in try code(file) {
        for word in [
          "URLSession", "NWConnection", "NWListener", "FoundationNetworking", "import CFNetwork", "import Network",
          "getaddrinfo(", " socket(", ".socket(", " connect(", "sendto(", "CFStream",
        ] {
          #expect(!line.contains(word), "\(file): \(line)")
        }
        let isImport = line.contains("import FlyingSocks") || line.contains("import FlyingFox")
        #expect(!isImport || file.hasPrefix("Sources/Pages/"), "\(file): \(line)")
      }
    }
  }

  /// The files that run Spotlight, on macOS, the programs that the user names, the user's editor, `sendmail`, this program
  /// itself, the `diagnose` in PATH, git, and curl.
  private static let users: Set<String> = [
    "Sources/Platform/BoundedProcess.swift", "Sources/Monitoring/Alerting/AlertDelivery+Email.swift",
    "Sources/Monitoring/Watching/ReportProgram.swift",
    "Sources/Monitoring/Running/RunningCommand.swift", "Sources/Monitoring/Running/OutputRelay.swift",
    "Sources/Monitoring/Running/CapturedCommand.swift",
    "Sources/Monitoring/Running/SourceEditor.swift",
    "Sources/Monitoring/Receiving/BodyTrial.swift",
    "Sources/Answers/Doctor/DoctorCheck+Catalog.swift",
    "Sources/SourceHistory/GitProgram.swift",
    "Sources/Symbolication/Search/SystemSymbolPaths.swift", "Sources/Transfer/CurlProcess.swift",
  ]

  @Test func nothingIsStarted() throws {
    for file in sources where !Self.starters.contains(file) {
      for line in try code(file) {
        for word in [
          "posix_spawn", "execve", "execvp", "popen(", "Glibc.system(", "Darwin.system(", "fork(", "executableURL",
          "launchPath",
        ] {
          #expect(!line.contains(word), "\(file): \(line)")
        }
        let starts = line.contains("ChildProcess(") || line.contains("BoundedProcess.")
        #expect(!starts || Self.users.contains(file), "\(file): \(line)")
      }
    }
  }

  /// A trap must not start the backtracer, which outlives the job and prints memory.
  @Test(arguments: ["scripts/test", "Tests/CommandTests/Tool.swift"])
  func wrappersTurnTheBacktracerOff(_ file: String) throws {
    let text = try Repository.text(of: file)
    #expect(text.contains("SWIFT_BACKTRACE") && text.contains("enable=no"))
  }
}
