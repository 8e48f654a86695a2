import Foundation
import TestSupport
import Testing

/// Files are opened for writing in few places, so that one check covers every output.
@Suite struct OpeningForWritingTests {
  /// The files that write without a checked output, and what they write.
  private static let writers: [String: String] = [
    "Sources/Workflow/Outputs/OutputFile.swift": "checked outputs",
    "Sources/Workflow/Sharing/SharedCopy.swift": "a mark beside the copy of a shared history",
    "Sources/Workflow/Sharing/SummaryCopy.swift": "the copy of a summary, in the folder of the program",
    "Sources/Workflow/Settings/TrustStore.swift":
      "the user's trust, in a folder of their state whose names no option selects",
    "Sources/Monitoring/Watching/WatchServiceInstaller.swift": "the folders of a service",
    "Sources/Monitoring/Receiving/Spool.swift": "received bodies, under names of this program in a private folder",
    "Sources/Monitoring/Receiving/SymbolDepot.swift":
      "received symbol files, under names from their UUIDs in a private folder",
    "Sources/Monitoring/Receiving/WaitingBodies.swift":
      "received bodies that wait for symbol files, and lists of these, in a folder of the spool",
    "Sources/Monitoring/Receiving/SpoolAttempts.swift": "the names of received bodies, in the same folder",
    "Sources/Monitoring/Alerting/AlertLock.swift": "the lock of deliveries, beside the history",
    "Sources/Monitoring/Receiving/TokenFile.swift": "the digests of tokens, beside the history, and private folders",
  ]

  /// The sources of the commands, and of what they use to write.
  private static let files = ["Workflow", "Monitoring", "Answers", "AgentTools", "DiagnoseCommand"]
    .flatMap { Repository.files(below: "Sources/" + $0) }.filter { $0.hasSuffix(".swift") }

  @Test func onlyCheckedOutputsAreOpened() throws {
    let words = [
      ".writeOnly", ".create]", ".create,", "createFile(", "createDirectory(", "createFolder(", ".write(to:",
      ".write(toFile", "FileHandle(forWriting", "FileHandle(forUpdating", "fopen(", "copyItem(", "moveItem(",
      "linkItem(",
      "createSymbolicLink(", "Files.rename(", "Files.remove(", "removeItem(", "truncate(", "OutputStream(",
      "replaceItem",
      "SiteWriter(",
    ]
    var found: Set<String> = []
    for file in Self.files {
      for line in try Repository.text(of: file).split(separator: "\n") {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//"), words.contains(where: { code.contains($0) }) else { continue }
        // ScrubCommand creates the folder of a checked output.
        if code.contains("createFolder(target)") || code.contains("func createFolder(_ folder: CheckedOutput)")
          || code.contains("try folder.createFolder()")
        {
          continue
        }
        // Values write themselves to writers of JSON, in memory.
        if code.contains(".write(to: &") { continue }
        #expect(Self.writers[file] != nil, "\(file): \(code)")
        found.insert(file)
      }
    }
    // An exception that is no longer needed is removed.
    #expect(found == Set(Self.writers.keys))
  }

  /// An option that writes has the type that only the check turns into a file.
  @Test func optionsThatWriteAreOutputs() throws {
    var count = 0
    for file in Repository.files(below: "Sources/DiagnoseCommand") where file.hasSuffix(".swift") {
      let parts = try Repository.text(of: file).components(separatedBy: "@Option")
      for part in parts.dropFirst() {
        guard let variable = part.range(of: "\n  var "),
          let help = part[..<variable.lowerBound].range(of: "ArgumentHelp(")
        else { continue }
        let text = part[help.upperBound..<variable.lowerBound].trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix("\"Write") || text.hasPrefix("\"Also write") else { continue }
        let declaration = part[variable.upperBound...].prefix { $0 != "\n" }
        // `--color` selects how to write, not where.
        guard !declaration.contains("ColorChoice") else { continue }
        #expect(
          declaration.contains(": OutputArgument") || declaration.contains(": [FormatFileArgument]"),
          "\(file): \(declaration)")
        count += 1
      }
    }
    #expect(count >= 8)
  }
}
