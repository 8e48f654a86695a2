import TestSupport
import Testing
import UserFiles

@Suite struct ConfigurationTests {
  /// A configuration with every key.
  static let full = """
    database: { path: ci/history.sqlite, retention: 400d, keep-raw: false }
    app:
      bundle-ids: ["com.company.*"]
      images: ["XXXCore*"]            # belong to the app, regardless of their path
      hosts: ["CompanyTestHost"]      # host processes, never blamed
    source:
      map: [{ from: /Users/ci/build/, to: ./ }]
    symbols: { paths: ["~/Archives", build/dSYMs] }
    builds: { order: build, outside: ["999.*"] }    # build | version, or a list of builds
    patterns: { files: [ci/crash-patterns.yml], disable: [ib-render-slow] }
    watch: { directories: ["~/Library/Logs/DiagnosticReports"], settle: 2s, rescan: 60s }
    scrub: { names: ["Project Nightingale"] }
    fail-on: [new]

    """

  private func read(_ text: String) -> (configuration: Configuration, faults: [FileFault]) {
    Configuration.read(Array(text.utf8))
  }

  @Test func everyKeyIsRead() throws {
    let (read, faults) = read(Self.full)
    #expect(faults == [])
    #expect(read.databasePath?.text == "ci/history.sqlite" && read.retention == 400 * 86_400 && read.keepsRaw == false)
    #expect(read.bundleIDs == ["com.company.*"] && read.images == ["XXXCore*"] && read.hosts == ["CompanyTestHost"])
    #expect(read.sourceMap?.map(\.from) == ["/Users/ci/build/"] && read.sourceMap?.map(\.to) == ["./"])
    #expect(read.symbolPaths?.map(\.text) == ["~/Archives", "build/dSYMs"])
    #expect(read.buildOrder == .build && read.buildsOutside == ["999.*"])
    #expect(read.privateNames == ["Project Nightingale"])
    #expect(read.patternFiles?.map(\.text) == ["ci/crash-patterns.yml"])
    #expect(read.disabledPatterns?.map(\.text) == ["ib-render-slow"])
    #expect(read.watchedFolders?.map(\.text) == ["~/Library/Logs/DiagnosticReports"])
    #expect(read.settle == 2 && read.rescan == 60 && read.failOn == [.new])
  }

  @Test func aListOfBuildsIsAnOrder() {
    let (configuration, faults) = read(#"builds: { order: ["401", 405, 2.3 (412)] }"#)
    #expect(faults == [])
    #expect(configuration.buildOrder == .list && configuration.buildList == ["401", "405", "2.3 (412)"])
  }

  @Test(arguments: ["", "# nothing", "database:", "---\n...\n"])
  func nothingStatesNothing(_ text: String) {
    let (configuration, faults) = read(text)
    #expect(faults == [] && configuration.databasePath == nil && configuration.failOn == nil)
  }

  @Test func valuesAreTextUntilWeTypeThem() {
    let (configuration, faults) = read("app: { images: [1.10, no, 0x10, ~a] }")
    #expect(faults == [])
    #expect(configuration.images == ["1.10", "no", "0x10", "~a"])
  }

  @Test(arguments: [
    ("exec: rm -rf ~", "unknown key 'exec' in a configuration"),
    ("watch: { exec: rm }", "unknown key 'exec' in 'watch'"),
    ("databse: { path: a }", "unknown key 'databse' in a configuration"),
    ("database: a.sqlite", "'database' must be a mapping"),
    ("builds: { order: list }", "'order' must be the list of builds, not the word 'list'"),
    ("database: { path: [a] }", "'path' must be text, not a list"),
    ("database: { path: \"a\\0b\" }", "a path must not contain a zero byte"),
    ("database: { keep-raw: yes }", "'keep-raw' must be true or false"),
    ("watch: { settle: -1s }", "'-1s' is not a valid duration for 'settle'"),
    ("watch: { rescan: 50ms }", "'50ms' is not a valid duration for 'rescan'"),
    ("database: { retention: 99999999999d }", "is not a valid duration for 'retention'"),
    ("builds: { order: newest }", "'newest' is not a valid order"),
    ("fail-on: [soon]", "'soon' is not a valid condition"),
    ("app: { images: ['*'] }", "'*' matches every image"),
    ("source: { map: [{ from: a }] }", "an entry of 'map' is missing the key 'to'"),
    ("symbols: &s { paths: [a] }", "anchors (&name) are not supported"),
  ])
  func faultsAreFound(_ text: String, _ message: String) {
    let faults = read(text).faults
    #expect(faults.contains { $0.message.contains(message) }, "\(faults)")
  }

  @Test func damagedFilesGiveFaultsOrValues() {
    let bytes = Array(Self.full.utf8)
    for length in bytes.indices { _ = Configuration.read(Array(bytes[..<length])) }
    for index in bytes.indices {
      for byte in "&*\n:{".utf8 {
        var changed = bytes
        changed[index] = byte
        let (configuration, faults) = Configuration.read(changed)
        #expect(faults.count <= 20)
        #expect(!faults.isEmpty || configuration.watchedFolders != nil || configuration.databasePath != nil)
      }
    }
    var sound = 0
    for mutant in Mutants(of: bytes, count: 1000, seed: 20_261_121) where Configuration.read(mutant).faults.isEmpty {
      sound += 1
    }
    #expect(sound > 0)
  }
}
