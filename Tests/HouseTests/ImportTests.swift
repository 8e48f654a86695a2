import Foundation
import TestSupport
import Testing

/// Modules import in one direction only: along the pipe from bytes to text (docs/architecture.md, "Modules").
@Suite struct ImportTests {
  /// What each module may import of this package's modules and of packages. Anything of the system is free.
  static let allowed: [String: Set<String>] = [
    "Bytes": [],
    "Vocabulary": ["Bytes"],
    "Archives": ["CZlib"],
    "DebugInfo": ["Bytes", "Vocabulary"],
    "CrashReports": ["Bytes", "Vocabulary"],
    "Symbolication": ["Bytes", "Vocabulary", "DebugInfo", "CrashReports"],
    "Diagnosis": ["Bytes", "Vocabulary", "CrashReports"],
    "ProjectInspection": ["Bytes", "Vocabulary", "CrashReports", "Diagnosis"],
    "Signatures": ["Bytes", "Vocabulary", "DebugInfo", "CrashReports"],
    "Trends": ["Bytes"],
    "History": ["Bytes", "Vocabulary", "CrashReports", "Diagnosis", "Signatures", "Trends", "GRDB"],
    // libyaml, which Yams brings along: its events, not the tree that Yams builds (Sources/UserFiles/YAML).
    "UserFiles": ["Bytes", "Vocabulary", "CrashReports", "Diagnosis", "CYaml"],
    "Pages": ["Bytes", "Vocabulary", "FlyingSocks"],
    "Presentation": ["Bytes", "Vocabulary", "Archives", "CrashReports", "Diagnosis", "Signatures", "History"],
    "DiagnoseCommand": [
      "Bytes", "Vocabulary", "Archives", "DebugInfo", "CrashReports", "Symbolication", "Diagnosis", "ProjectInspection",
      "Signatures", "Trends", "History", "Presentation", "Pages", "UserFiles", "ArgumentParser",
    ],
    "DiagnoseMain": ["DiagnoseCommand", "ArgumentParser"],
  ]

  static let system: Set<String> = [
    "Foundation", "FoundationEssentials", "Dispatch", "Glibc", "Musl", "Darwin", "Synchronization", "CoreServices",
  ]

  @Test(arguments: allowed.keys.sorted())
  func importsFollowTheArrows(_ module: String) throws {
    let permitted = try #require(Self.allowed[module]).union(Self.system)
    let files = Repository.files(below: "Sources/\(module)").filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty, "the module has no sources")
    for file in files {
      for line in try Repository.text(of: file).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let at = words.firstIndex(of: "import"), at <= 2, words.count > at + 1,
          words[..<at].allSatisfy({ ["package", "public", "internal", "private", "@preconcurrency"].contains($0) })
        else { continue }
        let name = String(words.last?.split(separator: ".").first ?? "")
        #expect(permitted.contains(name), "\(file) imports \(name)")
      }
    }
  }

  /// Readers, judging and symbolication never touch the world; only the commands, and the store its database.
  @Test(arguments: [
    "Bytes", "Vocabulary", "Archives", "CrashReports", "Diagnosis", "Trends", "UserFiles", "Presentation",
  ])
  func pureModulesOpenNoFiles(_ module: String) throws {
    for file in Repository.files(below: "Sources/\(module)") where file.hasSuffix(".swift") {
      // Patterns show code that users should write or avoid.
      if file.contains("/Patterns/") { continue }
      let lines = try Repository.text(of: file).split(separator: "\n")
        .filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
      for call in [
        "FileManager", "FileHandle", "contentsOfFile", "Data(contentsOf", "ProcessInfo", "getenv(", "fopen(",
      ] {
        #expect(!lines.contains { $0.contains(call) }, "\(file) calls \(call)")
      }
    }
  }
}

/// What may trap on hostile input has no place in the sources.
@Suite struct ForbiddenCallTests {
  /// The runtime's demanglers are found by dlsym, and signal dispositions are numbers in the guise of functions.
  static let untypedPointers: Set<String> = [
    "Sources/DebugInfo/Demangling/RuntimeDemanglers.swift", "Sources/DiagnoseCommand/Interruption.swift",
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
        // In a pattern's example or wording the words are data.
        let quoted = code[..<range.lowerBound].filter { $0 == "\"" }.count % 2 == 1
        let inExcerpt =
          file.contains("/Patterns/") || file.contains("/Checks/") || file.contains("/Text/")
          || file.contains("RoleLists")
        #expect(quoted || inExcerpt, "\(file):\(number + 1) \(call)")
      }
    }
  }
}
