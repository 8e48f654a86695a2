import Foundation
import TestSupport
import Testing

/// The list of `scripts/mutate`.
@Suite struct MutantListTests {
  private static func check() throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", Repository.url("scripts/mutate").path, "--check"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  /// The exit status of `env` for a program that is not installed.
  private static let notFound: Int32 = 127
  private static let canRun = (try? check())?.status != notFound

  /// The old text of every mutant occurs exactly once, in the file that its entry names.
  @Test(.enabled(if: canRun, "python3 is missing"))
  func everyMutantAppliesToTheSources() throws {
    let (status, output) = try Self.check()
    #expect(status == 0, "\(output)")
  }
}
