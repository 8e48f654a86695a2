import Foundation
import Platform
import TestSupport
import Testing

@testable import Monitoring

/// The services that `watch --install-service` writes.
@Suite struct WatchServiceTests {
  private static let words = [
    "/usr/local/bin/diagnose", "watch", "--label", "a=b & <c>", "--", "/Users/me/100% $HOME \"re ports\"\\",
  ]
  private static let settings = WatchService.Settings(
    words: words, home: "/Users/me", configurationHome: nil,
    writtenFolders: ["/Users/me/.local/share/diagnose", "/Users/me/My Cache"])

  @Test func systemdWordsAreQuoted() throws {
    let text = WatchService.systemd.text(Self.settings)
    let expected =
      #"ExecStart=/usr/local/bin/diagnose watch --label "a=b & <c>" -- "#
      + #""/Users/me/100%% $$HOME \"re ports\"\\""#
    #expect(text.split(separator: "\n").contains { $0 == expected }, "\(text)")
    #expect(text.contains(#"ReadWritePaths=/Users/me/.local/share/diagnose "/Users/me/My Cache""#))
    #expect(WatchService.systemdWord("a\nb\u{1}") == #""a\nb\x01""#)
    #expect(WatchService.systemdWord("") == "\"\"")
    #expect(text.split(separator: "\n").allSatisfy { $0.first != " " })
    var running = Self.settings
    running.runsProgram = true
    #expect(!WatchService.systemd.text(running).contains("ProtectSystem"))
  }

  @Test func theLaunchAgentIsAPropertyList() throws {
    let text = WatchService.launchd.text(Self.settings)
    let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), options: [], format: nil)
    let members = try #require(list as? [String: Any])
    #expect(members["ProgramArguments"] as? [String] == Self.words)
    #expect(members["Label"] as? String == "diagnose.watch" && members["RunAtLoad"] as? Bool == true)
    #expect(members["StandardOutPath"] as? String == "/Users/me/Library/Logs/diagnose-watch.log")
    #expect(WatchService.launchd.path(Self.settings) == "/Users/me/Library/LaunchAgents/diagnose.watch.plist")
  }

  @Test func aSharedHistoryNeedsTheNetworkAndItsPassword() throws {
    var settings = Self.settings
    settings.usesServer = true
    settings.environment = ["DIAGNOSE_DATABASE_PASSWORD_FILE": "/Users/me/100% of it"]
    let unit = WatchService.systemd.text(settings)
    #expect(unit.contains(#"Environment="DIAGNOSE_DATABASE_PASSWORD_FILE=/Users/me/100%% of it""#))
    #expect(unit.contains("Environment=SWIFT_BACKTRACE=enable=no\n") && unit.contains("PrivateTmp=yes\n"))
    #expect(unit.contains("AF_INET6") && !unit.contains("RestrictAddressFamilies=none"))
    #expect(WatchService.systemd.text(Self.settings).contains("RestrictAddressFamilies=none"))
    let agent = try PropertyListSerialization.propertyList(
      from: Data(WatchService.launchd.text(settings).utf8), options: [], format: nil)
    let variables = (agent as? [String: Any])?["EnvironmentVariables"] as? [String: String]
    #expect(
      variables == ["DIAGNOSE_DATABASE_PASSWORD_FILE": "/Users/me/100% of it", "SWIFT_BACKTRACE": "enable=no"])

    let scratch = try Scratch()
    let address = "clickhouse://writer@clickhouse.invalid/diagnose?secure=1"
    let arguments = ["watch", "--install-service", "--print", "--database", address, "."]
    let canary = "swordfish-4711"
    let refused = try Tool.run(
      arguments, in: scratch.folder, environment: ["DIAGNOSE_DATABASE_PASSWORD": canary])
    #expect(refused.status == 78 && refused.err.contains("DIAGNOSE_DATABASE_PASSWORD_FILE"))
    #expect(!(refused.out + refused.err).contains(canary))
    let shown = try Tool.run(
      arguments, in: scratch.folder, environment: ["DIAGNOSE_DATABASE_PASSWORD_FILE": "secrets/password"])
    let folder = try #require(Files.resolved(FilePath(scratch.folder.path))).text
    #expect(shown.status == 0 && shown.out.contains("\(folder)/secrets/password") && shown.out.contains(address))
  }

  @Test func isWrittenOnceAndNeverOverForeignFiles() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(at: scratch.url("re ports"), withIntermediateDirectories: true)
    let arguments = ["watch", "--install-service", "--label", "machine=ci", "--database", "h/x.sqlite", "re ports"]
    let shown = try Tool.run(arguments + ["--print"], in: scratch.folder)
    let folder = try #require(Files.resolved(FilePath(scratch.folder.path))).text
    #expect(shown.status == 0 && shown.out.contains(folder + "/re ports") && shown.out.contains(folder + "/h/x.sqlite"))
    #expect(!shown.out.contains("install-service --") && !FileManager.default.fileExists(atPath: scratch.url("h").path))
    for _ in 0..<2 {
      let written = try Tool.run(arguments, in: scratch.folder)
      #expect(written.status == 0 && written.out.contains("To start it:") && written.out.contains("To remove it:"))
    }
    let path = WatchService.current.path(
      .init(words: [], home: scratch.folder.path, configurationHome: nil, writtenFolders: []))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == shown.out)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let refused = try Tool.run(arguments, in: scratch.folder)
    #expect(refused.status == 74 && refused.err.contains("was not written by diagnose"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }
}
