import Foundation
import TestSupport
import Testing

/// Runs the program git, as a user would, in repositories of the tests.
enum GitRunner {
  /// The path of git; `nil` if it is not installed.
  static let program: URL? = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].map {
    URL(fileURLWithPath: $0)
  }.first { FileManager.default.isExecutableFile(atPath: $0.path) }

  static var isInstalled: Bool { program != nil }

  /// Runs git in a folder, and returns its output.
  @discardableResult
  static func run(
    _ arguments: [String], in folder: URL, input: [UInt8]? = nil, requiresSuccess: Bool = true
  ) throws -> [UInt8] {
    let process = Process()
    process.executableURL = program
    process.arguments = ["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"] + arguments
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C",
      "GIT_AUTHOR_NAME": "Test Author", "GIT_AUTHOR_EMAIL": "author@example.com",
      "GIT_COMMITTER_NAME": "Test Author", "GIT_COMMITTER_EMAIL": "author@example.com",
      "GIT_AUTHOR_DATE": "2026-01-10T12:00:00Z", "GIT_COMMITTER_DATE": "2026-01-10T12:00:00Z",
    ]
    let files = try ["in", "out", "err"].map { name -> URL in
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("diagnose-\(UUID().uuidString).\(name)")
      try Data(name == "in" ? input ?? [] : []).write(to: url)
      return url
    }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    if requiresSuccess {
      let fault = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
      try #require(process.terminationStatus == 0, "git \(arguments): \(fault)")
    }
    return Array(try Data(contentsOf: files[1]))
  }

  /// Returns one line of output.
  static func line(_ arguments: [String], in folder: URL) throws -> String {
    String(decoding: try run(arguments, in: folder), as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Returns the commit of each line, as `git blame -w -M` states it.
  static func blame(_ path: String, in folder: URL) throws -> [String] {
    let output = try run(["blame", "-w", "-M", "--line-porcelain", "HEAD", "--", path], in: folder)
    var commits: [String] = []
    var isHead = true
    // Lines may end with carriage returns, so the bytes are split.
    for line in output.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if isHead, let id = line.split(separator: 0x20).first, id.count >= 40 {
        commits.append(String(decoding: id, as: UTF8.self))
        isHead = false
      } else if line.first == 0x09 {
        isHead = true
      }
    }
    return commits
  }
}
