import Foundation
import TestSupport
import Testing

/// A path keeps the scope in which its file must be opened, unless it is made from text or bytes.
@Suite struct ScopeTests {
  /// The modules that search files for callers who may not read everything, and the lines in them that make paths without a
  /// scope: those of the user's own folders, and names that are not opened.
  private static let permitted: [String: Set<String>] = [
    "Sources/Symbolication/": [
      #"if let cacheHome, cacheHome.hasPrefix("/") { return FilePath(cacheHome + "/diagnose") }"#,
      #"return FilePath(home + UserFolders.caches + "/diagnose")"#,
      "let temporary = FilePath(",
      "return output.split(separator: 0x0A).prefix(16).map { FilePath(bytes: Array($0)) }",
      "let path = FilePath(text).within(scope)",
      #"static let systemFolder = FilePath("/usr/lib/debug")"#,
      #"of image: BinaryImage, home: FilePath?, library: FilePath = FilePath("/Library")"#,
      "found.append(FilePath(bytes: path))",
    ],
    "Sources/ProjectInspection/Reading/": [],
    "Sources/AgentTools/": [
      "let real = Files.resolved(FilePath(text).within(scope))",
      // The name of a program is only shown.
      "var name: String { String(streamSafe: FilePath(bytes: words.first ?? []).lastComponent) }",
    ],
    "Sources/Workflow/Files/": [
      "return FilePath(bytes: altered.remove(at: index).bytes)", "return FilePath(text)",
      // `LocalSource` searches the checkout and the working directory.
      "var path = FilePath(root)",
    ],
    // `SymbolSelection` searches what the user named, in options, variables and configurations.
    "Sources/Workflow/Inputs/": [
      #"let more = session.variable("DIAGNOSE_SYMBOLS")?.split(separator: ":").map { FilePath(String($0)) } ?? []"#,
      "let configured = session.settings.symbolPaths.map { FilePath($0.path).within($0.scope?.files) }.filter {",
      "home: session.home.map { FilePath($0) },",
      "+ Terminal.quotedFileName(String(streamSafe: FilePath(file).lastComponent))",
      #"let isSysdiagnose = FilePath(path).lastComponent.starts(with: "sysdiagnose_".utf8)"#,
    ],
  ]

  @Test func pathsAreMadeFromPaths() throws {
    for (folder, lines) in Self.permitted {
      var unused = lines
      for file in Repository.files(below: folder) where file.hasSuffix(".swift") {
        for line in try Repository.text(of: file).split(separator: "\n") where line.contains("FilePath(") {
          let line = line.trimmingCharacters(in: .whitespaces)
          if line.hasPrefix("//") { continue }
          #expect(lines.contains(line), "\(file): a path without the scope of the path that it is made from: \(line)")
          unused.remove(line)
        }
      }
      #expect(unused.isEmpty, "\(folder): \(unused)")
    }
  }
}
