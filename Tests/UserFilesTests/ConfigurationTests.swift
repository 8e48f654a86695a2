import TestSupport
import Testing
import UserFiles
import YAMLText

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
    Configuration.read(Array(text.utf8), .user)
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
    for length in bytes.indices { _ = Configuration.read(Array(bytes[..<length]), .user) }
    for index in bytes.indices {
      for byte in "&*\n:{".utf8 {
        var changed = bytes
        changed[index] = byte
        let (configuration, faults) = Configuration.read(changed, .user)
        #expect(faults.count <= 20)
        #expect(!faults.isEmpty || configuration.watchedFolders != nil || configuration.databasePath != nil)
      }
    }
    var sound = 0
    for mutant in Mutants(of: bytes, count: 1000, seed: 20_261_121)
    where Configuration.read(mutant, .user).faults.isEmpty {
      sound += 1
    }
    #expect(sound > 0)
  }
}

/// Who may set what.
@Suite struct ConfigurationPermissionTests {
  /// A value for each key, whatever it means.
  private static func value(of key: ConfigurationKey) -> String {
    switch key.key.form {
    case "time": "2d"
    case "true or false": "true"
    case "number": "17"
    case "path": "a/b"
    case "word or list": "version"
    case "list of rules": "[{ name: a, when: new, email: { to: a@example.com } }]"
    case "list of mappings": "[{ from: a, to: b }]"
    case "list of servers": "[{ url: a, layout: b }]"
    default: key.key.name == "fail-on" ? "[new]" : "[x]"
    }
  }

  /// Returns the names of the values that are set, as the compiler knows them: a value that no key controls is one, too.
  private static func setValues(_ configuration: Configuration) -> Set<String> {
    Set(
      Mirror(reflecting: configuration).children.compactMap { child in
        guard let label = child.label, label != "origin", label != "ignored" else { return nil }
        let value = Mirror(reflecting: child.value)
        return value.displayStyle == .optional && value.children.isEmpty ? nil : label
      })
  }

  @Test(arguments: ConfigurationKeys.settings.map(\.name), ConfigurationOrigin.allCases)
  func aFileSetsOnlyWhatTheTableAllows(_ name: String, _ origin: ConfigurationOrigin) throws {
    let key = try #require(ConfigurationKeys.settings.first { $0.name == name }).key
    let parts = name.split(separator: ".")
    let text =
      parts.count == 1 ? "\(name): \(Self.value(of: key))" : "\(parts[0]):\n  \(parts[1]): \(Self.value(of: key))\n"
    let (user, faults) = Configuration.read(Array(text.utf8), .user)
    #expect(faults == [] && !Self.setValues(user).isEmpty && user.ignored == [])
    let read = Configuration.read(Array(text.utf8), origin)
    #expect(read.faults == [])
    if ConfigurationKeys.permission(name, origin) == .nothing {
      #expect(Self.setValues(read.configuration) == [])
      #expect(
        read.configuration.ignored.map(\.key) == [name] && read.configuration.ignored.map(\.line) == [parts.count])
    } else {
      #expect(Self.setValues(read.configuration) == Self.setValues(user) && read.configuration.ignored == [])
    }
  }

  /// What destroys, moves or sends data, or ends the search for it, stays with the user.
  @Test func foundFilesOnlyAddKnowledge() {
    let mayAdd: Set<String> = [
      "app.bundle-ids", "app.images", "app.hosts", "source.roots", "source.map", "symbols.paths", "patterns.files",
      "patterns.disable", "scrub.names", "fail-on",
    ]
    for (name, key) in ConfigurationKeys.settings {
      #expect((key.permission(.found) == .nothing) == !mayAdd.contains(name), "\(name)")
      #expect(key.permission(.found) != .any && key.permission(.found) != .repositoryOrHome, "\(name)")
      #expect(key.permission(.user) == .any && key.permission(.named) == .any, "\(name)")
    }
    #expect(ConfigurationKeys.permission("database.url", .user) == .nothing, "a key that does not exist")
  }

  /// The value of a key that has no effect does not matter; its name does.
  @Test func valuesWithoutEffectAreNotRead() {
    for text in ["database: { retention: 1 second }", "database: { path: [a] }", "watch: { settle: [1s] }"] {
      #expect(Configuration.read(Array(text.utf8), .found).faults == [], "\(text)")
      #expect(Configuration.read(Array(text.utf8), .user).faults != [], "\(text)")
    }
    #expect(Configuration.read(Array("database: { retentoin: 1d }".utf8), .found).faults.count == 1)
  }

  @Test func linesOfIgnoredSettingsAreTheirs() {
    let text = "watch:\n  settle: 1s\n  rescan: 1s\ndatabase: { path: a, retention: 1d }\n"
    let ignored = Configuration.read(Array(text.utf8), .found).configuration.ignored
    #expect(ignored.map(\.key) == ["watch.settle", "watch.rescan", "database.path", "database.retention"])
    #expect(ignored.map(\.line) == [2, 3, 4, 4])
  }
}
