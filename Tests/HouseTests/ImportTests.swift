import Foundation
import TestSupport
import Testing

/// Modules import in one direction only, from bytes to text (docs/architecture.md, "Modules").
@Suite struct ImportTests {
  /// The modules of this package and of other packages that each module may import. Modules of the system are listed
  /// below.
  static let allowed: [String: Set<String>] = [
    "Platform": ["CChildProcess", "COpenBeneath"],
    "Bytes": ["Platform"],
    "Vocabulary": ["Bytes", "CSHA256"],
    "Knowledge": ["Bytes", "CKnowledge"],
    "SourceText": ["Bytes"],
    "YAMLText": ["Bytes", "Vocabulary"],
    "PropertyLists": ["Bytes"],
    "Archives": ["Bytes", "CZlib"],
    "DebugInfo": ["Bytes", "Vocabulary", "Platform", "Archives"],
    "CrashReports": ["Bytes", "Vocabulary", "Platform", "Knowledge", "PropertyLists"],
    "Symbolication": ["Bytes", "Vocabulary", "Platform", "Archives", "DebugInfo", "CrashReports"],
    "Diagnosis": ["Bytes", "Vocabulary", "Knowledge", "SourceText", "YAMLText", "CrashReports"],
    "Analysis": [
      "Bytes", "Vocabulary", "CrashReports", "Symbolication", "Diagnosis", "Signatures", "ProjectInspection",
    ],
    "ProjectInspection": [
      "Bytes", "Vocabulary", "Platform", "Knowledge", "SourceText", "PropertyLists", "CrashReports", "Diagnosis",
    ],
    "SourceHistory": ["Bytes", "Vocabulary", "Platform", "SourceText"],
    "Signatures": ["Bytes", "Vocabulary", "DebugInfo", "CrashReports"],
    "Trends": ["Bytes", "Platform"],
    "Transfer": ["Bytes", "Platform"],
    "SymbolServers": [
      "Bytes", "Vocabulary", "Platform", "DebugInfo", "CrashReports", "Symbolication", "Transfer",
    ],
    "ClickHouse": ["Bytes", "Vocabulary", "Platform", "Archives", "Transfer"],
    "History": [
      "Bytes", "Vocabulary", "Platform", "CrashReports", "Diagnosis", "Signatures", "Trends", "GRDB", "GRDBSQLite",
    ],
    // libyaml, which is part of Yams: its events, not the tree that Yams builds (Sources/UserFiles/YAML).
    "UserFiles": ["Bytes", "Vocabulary", "YAMLText", "CrashReports", "Diagnosis", "CYaml"],
    "Pages": ["Bytes", "Vocabulary", "Platform", "History", "Documents", "FlyingSocks"],
    "Documents": ["Bytes", "Vocabulary", "Platform", "Archives", "CrashReports", "Diagnosis", "Signatures"],
    "Exports": ["Bytes", "Vocabulary", "CrashReports", "Diagnosis", "Signatures", "History", "Documents", "Redaction"],
    "SharedHistory": [
      "Bytes", "Vocabulary", "Platform", "Archives", "CrashReports", "Diagnosis", "Signatures", "History", "Exports",
      "Redaction", "ClickHouse",
    ],
    "Redaction": ["Bytes", "Knowledge", "CrashReports"],
    "Rewriting": ["Bytes", "Vocabulary", "CrashReports"],
    "Conversion": ["Bytes", "Vocabulary", "CrashReports", "Diagnosis", "Signatures", "Documents", "Rewriting"],
    "Presentation": ["Bytes", "Vocabulary", "Knowledge", "CrashReports", "Diagnosis", "Signatures", "Documents"],
    "HistoryPresentation": [
      "Vocabulary", "CrashReports", "Diagnosis", "Signatures", "Trends", "History", "Documents", "Presentation",
    ],
    "ModelContext": ["Bytes", "Vocabulary", "CrashReports"],
    "DiagnoseKit": [
      "Vocabulary", "Platform", "CrashReports", "Symbolication", "Diagnosis", "Signatures", "Analysis", "Documents",
      "Presentation",
    ],
    "Workflow": [
      "Bytes", "Vocabulary", "Platform", "Archives", "CrashReports", "Symbolication", "Diagnosis", "Analysis",
      "ProjectInspection", "Signatures", "Trends", "History", "Documents", "Redaction", "Rewriting", "SymbolServers",
      "ClickHouse", "SharedHistory", "Presentation", "HistoryPresentation", "Pages", "UserFiles", "YAMLText",
    ],
    "Monitoring": [
      "Bytes", "Vocabulary", "Platform", "Archives", "DebugInfo", "CrashReports", "Symbolication", "Diagnosis",
      "Analysis", "Signatures", "History", "Documents", "ClickHouse", "Presentation", "Pages", "ProjectInspection",
      "UserFiles", "Workflow",
    ],
    "Answers": [
      "Bytes", "Vocabulary", "Platform", "DebugInfo", "CrashReports", "Symbolication", "Diagnosis", "Signatures",
      "Trends", "History", "Documents", "Presentation", "HistoryPresentation", "Pages", "UserFiles", "Workflow",
    ],
    "AgentTools": [
      "Bytes", "Vocabulary", "Platform", "DebugInfo", "CrashReports", "Symbolication", "Diagnosis", "Analysis",
      "ProjectInspection", "Signatures", "History", "Documents", "Presentation", "HistoryPresentation", "ModelContext",
      "Workflow", "Monitoring", "Answers",
    ],
    "DiagnoseCommand": [
      "Bytes", "Vocabulary", "Platform", "Archives", "DebugInfo", "CrashReports", "Symbolication", "Diagnosis",
      "Analysis", "ProjectInspection", "SourceHistory", "Signatures", "Trends", "History", "Documents", "Exports",
      "Redaction", "Conversion", "SymbolServers", "ClickHouse", "SharedHistory", "Presentation",
      "HistoryPresentation", "Pages", "UserFiles", "ModelContext", "YAMLText",
      "Workflow", "Monitoring", "Answers", "AgentTools", "ArgumentParser",
    ],
    "DiagnoseMain": ["DiagnoseCommand", "ArgumentParser"],
  ]

  static let system: Set<String> = [
    "Foundation", "FoundationEssentials", "Dispatch", "Synchronization",
  ]
  /// The C library, which only Platform may import.
  static let libraries: Set<String> = ["Glibc", "Darwin"]

  @Test(arguments: allowed.keys.sorted())
  func importsFollowTheArrows(_ module: String) throws {
    let permitted = try #require(Self.allowed[module]).union(Self.system)
      .union(module == "Platform" ? Self.libraries : [])
    let files = Repository.files(below: "Sources/\(module)").filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty, "the module has no sources")
    for file in files {
      for line in try Repository.text(of: file).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let at = words.firstIndex(of: "import"), at <= 2, words.count > at + 1,
          words[..<at].allSatisfy({
            [
              "package", "public", "internal", "private", "fileprivate", "@preconcurrency", "@_exported",
            ].contains($0)
          })
        else { continue }
        let name = String(words[words.count - 1].split(separator: ".").first ?? "")
        #expect(permitted.contains(name), "\(file) imports \(name)")
      }
    }
  }

  /// Only the commands open files, and the history opens its database; parsing, diagnosis and output do not.
  @Test(arguments: [
    "Bytes", "Vocabulary", "Knowledge", "SourceText", "PropertyLists", "Archives", "CrashReports", "Diagnosis",
    "Signatures", "Analysis", "Trends",
    "UserFiles", "Documents", "Exports", "Redaction", "Rewriting", "Conversion", "Presentation",
    "HistoryPresentation", "ModelContext",
  ])
  func pureModulesOpenNoFiles(_ module: String) throws {
    for file in Repository.files(below: "Sources/\(module)") where file.hasSuffix(".swift") {
      // Patterns contain example code.
      if file.contains("/Patterns/") { continue }
      let lines = try Repository.text(of: file).split(separator: "\n")
        .filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
      for call in [
        "FileDescriptor", "FileStatus", "FolderEntry", "ChildProcess", "FileManager", "FileHandle", "contentsOfFile",
        "Data(contentsOf", "ProcessInfo", "getenv(",
        "fopen(",
      ] {
        #expect(!lines.contains { $0.contains(call) }, "\(file) calls \(call)")
      }
    }
  }
}

/// All code that differs between systems is in one module, which `scripts/check-darwin` type-checks for macOS on Linux.
@Suite struct PlatformHouseTests {
  static let files = (Repository.files(below: "Sources") + Repository.files(below: "Tests"))
    .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Sources/Platform/") && !$0.hasPrefix("Tests/DarwinStandIn/") }

  /// Returns the lines of `file` without comments and leading blanks.
  private func code(_ file: String) throws -> [Substring] {
    try Repository.text(of: file).split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { !$0.hasPrefix("//") }
  }

  @Test func noOtherFileAsksForTheSystem() throws {
    #expect(Self.files.count > 900, "the sources were not found")
    for file in Self.files {
      for line in try code(file) {
        let isBranch =
          (line.hasPrefix("#if ") || line.hasPrefix("#elseif "))
          && ["os(", "canImport(Darwin", "canImport(Glibc", "canImport(Musl", "targetEnvironment("]
            .contains { line.contains($0) }
        let words = line.split(separator: " ")
        let imported = words.firstIndex(of: "import").flatMap { $0 <= 2 ? words.last : nil }
        let isImport = imported.map { name in
          ["Glibc", "Darwin", "Musl", "Bionic"].contains { name == $0 || name.hasPrefix($0 + ".") }
        }
        #expect(!isBranch && isImport != true, "\(file): \(line)")
      }
    }
  }

  /// Foundation exports the complete C library, so a file that imports it could call it without Platform, with types
  /// that differ on macOS. Nearly every such call contains one of these names.
  @Test func noOtherSourceCallsTheCLibrary() throws {
    let names =
      /\b(errno|O_[A-Z]{4,}|S_IF[A-Z]+|STD(IN|OUT|ERR)_FILENO|[fl]?stat\(|timespec|sigaction|posix_spawn|mmap\()/
    for file in Self.files where file.hasPrefix("Sources/") && !file.contains("/Patterns/") {
      for line in try code(file) {
        guard let match = line.firstMatch(of: names) else { continue }
        // The names may also be string literals that are searched for.
        let isText = line[..<match.range.lowerBound].filter { $0 == "\"" }.count % 2 == 1
        #expect(isText, "\(file): \(line)")
      }
    }
  }
}

/// The sources do not use calls that may trap on hostile input.
@Suite struct ForbiddenCallTests {
  /// Signal dispositions are numbers with a function type.
  static let untypedPointers: Set<String> = [
    "Sources/Platform/Signals.swift"
  ]

  @Test(arguments: ["try!", " as! ", "fatalError(", "unsafeBitCast", "Data(contentsOf", "precondition("])
  func isNotUsed(_ call: String) throws {
    for file in Repository.files(below: "Sources") where file.hasSuffix(".swift") {
      if call == "unsafeBitCast", Self.untypedPointers.contains(file) { continue }
      for (number, line) in try Repository.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//"), let range = code.range(of: call) else { continue }
        // In examples and texts of patterns, the call is data.
        let quoted = code[..<range.lowerBound].filter { $0 == "\"" }.count % 2 == 1
        let inExcerpt =
          ["/Patterns/", "/Checks/", "/Text/"].contains { file.contains($0) }
        #expect(quoted || inExcerpt, "\(file):\(number + 1) \(call)")
      }
    }
  }
}
