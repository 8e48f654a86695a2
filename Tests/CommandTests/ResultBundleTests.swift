import Foundation
import TestSupport
import Testing

/// `diagnose run` and the bundles of test results that xcodebuild writes.
@Suite struct ResultBundleTests {
  private let scratch: Scratch
  private static let bundle = Repository.url("sample-logs/archives/MyAppTests.xcresult").path

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      """
      #!/bin/sh
      while [ $# -gt 0 ]; do
        if [ "$1" = -resultBundlePath ]; then
          bundle=$2
          # Like xcodebuild: an existing bundle is not replaced, and a missing extension is added.
          if [ -e "$bundle" ]; then echo "xcodebuild: error: Existing file at -resultBundlePath \\"$bundle\\""; exit 64; fi
          case $bundle in *.xcresult) ;; *) ln -s "$(basename "$bundle").xcresult" "$bundle"; bundle=$bundle.xcresult ;; esac
          cp -R '\(Self.bundle)' "$bundle"
        fi
        shift
      done
      exit ${TEST_STATUS:-65}

      """, "xcodebuild")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.url("xcodebuild").path)
  }

  private func run(
    _ words: [String], _ options: [String] = ["--no-database", "-q"], environment: [String: String] = [:]
  ) throws -> Tool.Answer {
    try Tool.run(["run"] + options + ["--"] + words, in: scratch.folder, environment: environment)
  }

  private func expectFound(_ answer: Tool.Answer, status: Int32 = 65) {
    #expect(answer.status == status && answer.err.contains("1 report appeared while"), "\(answer)")
    #expect(answer.err.contains("[cfrelease-null-other]"), "\(answer)")
  }

  @Test func theBundleOfTheCommandLineIsRead() throws {
    for name in ["MyApp.xcresult", "out put/MyApp.xcresult", "Results"] {
      try FileManager.default.createDirectory(at: scratch.url("out put"), withIntermediateDirectories: true)
      let answer = try run(["./xcodebuild", "test", "-resultBundlePath", name, "-quiet"])
      expectFound(answer)
    }
    // Compressed objects are read, too.
    let answer = try run(["./xcodebuild", "-resultBundlePath", "B.xcresult"], ["--no-database"])
    #expect(!answer.err.contains("xcresulttool"), "\(answer)")
  }

  @Test func theBundleOfWatchIsRead() throws {
    let script = ["sh", "-c", "./xcodebuild test -resultBundlePath MyApp.xcresult"]
    #expect(try run(script).err.isEmpty)
    try FileManager.default.removeItem(at: scratch.url("MyApp.xcresult"))
    expectFound(try run(script, ["--no-database", "-q", "--watch", "MyApp.xcresult"]))
    try FileManager.default.removeItem(at: scratch.url("MyApp.xcresult"))
    expectFound(try run(script, ["--no-database", "-q", "--watch", "MyApp.xcresult/"]))
    // Named twice, it is read once.
    try FileManager.default.removeItem(at: scratch.url("MyApp.xcresult"))
    let words = ["./xcodebuild", "-resultBundlePath", "MyApp.xcresult"]
    expectFound(try run(words, ["--no-database", "-q", "--watch", "./MyApp.xcresult"]))
  }

  @Test func theBundleOfAnEarlierRunIsNotRead() throws {
    let words = ["./xcodebuild", "-resultBundlePath", "MyApp.xcresult"]
    expectFound(try run(words))
    let again = try run(words)
    #expect(again.status == 64 && !again.err.contains("[cfrelease-null-other]"), "\(again)")
    #expect(try run(["true"], ["--no-database", "--watch", "MyApp.xcresult"]).err.isEmpty)
    #expect(try run(["true"], ["--no-database", "--watch", "Missing.xcresult"]).err.isEmpty)
    #expect(try run(["true", "-resultBundlePath"]).status == 0)
    // A file, or an empty bundle.
    try scratch.write("text", "File.xcresult")
    #expect(try run(["touch", "File.xcresult", "-resultBundlePath", "File.xcresult"]).err.contains("[") == false)
    #expect(try run(["mkdir", "Empty.xcresult"], ["--no-database", "--watch", "Empty.xcresult"]).status == 0)
  }

  @Test func aCrashInTheBundleIsGated() throws {
    let options = ["--database", "h.sqlite", "-q", "--fail-on", "new", "--write", "junit=crashes.xml"]
    let first = ["./xcodebuild", "-resultBundlePath", "1.xcresult"]
    expectFound(try run(first, options, environment: ["TEST_STATUS": "0"]), status: 1)
    #expect(try String(contentsOf: scratch.url("crashes.xml"), encoding: .utf8).contains("tests=\"1\" failures=\"1\""))
    let second = ["./xcodebuild", "-resultBundlePath", "2.xcresult"]
    expectFound(try run(second, options, environment: ["TEST_STATUS": "0"]), status: 0)
  }
}
