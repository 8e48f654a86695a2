import Foundation
import TestSupport

/// A folder that looks like the checkout on a build machine, with programs that stand for Xcode and CI systems.
final class BuildMachine {
  let scratch: Scratch
  /// The checkout, in which scripts run.
  let checkout: URL
  /// More folders of programs, before those of the system.
  var paths: [String]
  var environment: [String: String] = [:]

  static let isUsable = ["/bin/bash", "/usr/bin/curl", "/usr/bin/tar", "/usr/bin/git"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  init() throws {
    scratch = try Scratch()
    // Scripts have to quote paths.
    checkout = scratch.url("work tree")
    paths = [scratch.url("bin").path]
    for folder in ["bin", "runner temp"] + ["ci", "reports", "build/dSYMs", ".git"].map({ "work tree/" + $0 }) {
      try FileManager.default.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
    }
    try scratch.write(Sample.json(), "work tree/reports/first report.ips")
    try scratch.write(Self.log, "test.log")
    try program("diagnose", "exec '\(Tool.url.path)' \"$@\"")
    for name in ["swift", "xcodebuild"] {
      try program(
        name,
        """
        while [ $# -gt 0 ]; do
          if [ "$1" = -resultBundlePath ]; then cp -R '\(Self.bundle)' "$2"; fi
          shift
        done
        cat "$HOME/test.log"
        exit ${TEST_STATUS:-65}
        """)
    }
    try program("xcrun", "while [ $# -gt 1 ]; do shift; done; mkdir -p \"$1\"; cp reports/*.ips \"$1\"")
    try program("buildkite-agent", "cat >annotation.md")
    // Examples call a copy of install-diagnose; what the original does is tested for itself.
    try scratch.write("mkdir -p \"$2\"; cp \"$HOME/bin/diagnose\" \"$2/\"\n", "work tree/ci/install-diagnose")
    _ = try run("diagnose --no-database --write-baseline ci/crashes.baseline '\(Self.accepted)'")
  }

  private static let bundle = Repository.url("sample-logs/archives/MyAppTests.xcresult").path
  private static let accepted = Repository.url("sample-logs/ips/headerless-body.ips").path
  private static let log = """
    Test Case '-[CardTests testLoad]' started.
    Restarting after unexpected exit, crash, or test timeout in CardTests.testLoad(); summary will include totals.
    \tCardTests.testLoad() encountered an error (Crash: MyApp (501) at drawCard)
    ** TEST FAILED **

    """

  /// Writes a program into the first folder of programs.
  func program(_ name: String, _ script: String) throws {
    try scratch.write("#!/bin/sh\n" + script + "\n", "bin/" + name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.url("bin/" + name).path)
  }

  /// Runs a script with a shell in the checkout.
  func run(_ script: String, shell: [String] = ["/bin/sh", "-e"]) throws -> Tool.Answer {
    try run(shell + ["-c", script])
  }

  func run(_ words: [String]) throws -> Tool.Answer {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = checkout
    process.environment = Tool.environment(home: scratch.folder).merging(
      ["PATH": (paths + ["/usr/bin", "/bin"]).joined(separator: ":")]) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let out = try Tool.Capture(scratch.folder, "out")
    let err = try Tool.Capture(scratch.folder, "err")
    process.standardOutput = out.handle
    process.standardError = err.handle
    try process.run()
    process.waitUntilExit()
    return Tool.Answer(out: out.text(), err: err.text(), status: process.terminationStatus, seconds: 0)
  }

  func text(_ name: String) -> String {
    (try? String(contentsOf: checkout.appendingPathComponent(name), encoding: .utf8)) ?? ""
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: checkout.appendingPathComponent(name).path)
  }

  /// Writes a release, and returns the address of the releases.
  func release(_ version: String, platform: String = "linux-x86_64", checksum: String? = nil) throws -> String {
    let name = "diagnose-\(version)-\(platform)"
    let script = """
      mkdir -p "$HOME/release/\(name)/bin" "$HOME/releases/v\(version)"
      cp "$HOME/bin/diagnose" "$HOME/release/\(name)/bin/"
      cd "$HOME/releases/v\(version)"
      tar -czf \(name).tar.gz -C "$HOME/release" \(name)
      (sha256sum *.tar.gz 2>/dev/null || shasum -a 256 *.tar.gz) >SHA256SUMS
      echo "0000 diagnose-\(version)-source.tar.gz" >>SHA256SUMS
      """
    _ = try run(script)
    if let checksum { try scratch.write("\(checksum)  \(name).tar.gz\n", "releases/v\(version)/SHA256SUMS") }
    return "file://" + scratch.url("releases").path
  }
}
