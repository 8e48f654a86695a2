import Foundation
import TestSupport

/// The built program, run in a child process.
enum Tool {
  /// The path of the program, in the folder of the test bundle.
  static let url: URL = {
    var folder = Bundle(for: Anchor.self).bundleURL
    // On macOS the code is inside the bundle; on other systems the bundle is in the folder of products.
    if folder.pathExtension == "xctest" { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent("diagnose")
  }()

  private final class Anchor {}

  struct Answer {
    var out: String
    var err: String
    var status: Int32
    var seconds: Double
  }

  /// The environment: fixed clock and time zone, no color, and a history only in `home`.
  static func environment(home: URL) -> [String: String] {
    var environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "TZ": "UTC", "SOURCE_DATE_EPOCH": "1785758400",
      "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8",
    ]
    // The selection of scripts/mutate.
    environment["DIAGNOSE_MUTANT"] = ProcessInfo.processInfo.environment["DIAGNOSE_MUTANT"]
    return environment
  }

  /// The command that starts the program with permissions in effect: empty for a user. For root, who may read every
  /// file, it is `setpriv`, which removes that capability (capabilities(7)). `nil` if neither is possible.
  static let bound: [String]? = {
    if geteuid() != 0 { return [] }
    let setpriv = "/usr/bin/setpriv"
    let rights = "-dac_override,-dac_read_search"
    return FileManager.default.isExecutableFile(atPath: setpriv)
      ? [setpriv, "--bounding-set=" + rights, "--inh-caps=" + rights] : nil
  }()

  /// Runs the program in `folder` and waits for its end.
  static func run(
    _ arguments: [String], in folder: URL, environment extra: [String: String] = [:], input: URL? = nil,
    startedBy starter: [String] = []
  ) throws -> Answer {
    let process = try prepare(arguments, in: folder, environment: extra, startedBy: starter)
    let out = try Capture(folder, "out")
    let err = try Capture(folder, "err")
    process.standardOutput = out.handle
    process.standardError = err.handle
    if let input { process.standardInput = try FileHandle(forReadingFrom: input) }
    let start = Date()
    try process.run()
    process.waitUntilExit()
    return Answer(
      out: out.text(), err: err.text(), status: process.terminationStatus, seconds: -start.timeIntervalSinceNow)
  }

  static func prepare(
    _ arguments: [String], in folder: URL, environment extra: [String: String] = [:], startedBy starter: [String] = []
  ) throws -> Process {
    let process = Process()
    let words = starter + [url.path] + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = folder
    process.environment = environment(home: folder).merging(extra) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Output is written to a file, because a pipe can be full.
  struct Capture {
    let handle: FileHandle
    private let url: URL

    init(_ folder: URL, _ name: String) throws {
      url = folder.deletingLastPathComponent().appendingPathComponent("\(UUID().uuidString).\(name)")
      _ = FileManager.default.createFile(atPath: url.path, contents: nil)
      handle = try FileHandle(forWritingTo: url)
    }

    /// The output so far.
    func text() -> String { (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
  }
}

/// A folder for one test, inside a temporary folder.
final class Scratch {
  let folder: URL
  private let outer: URL

  init() throws {
    outer = FileManager.default.temporaryDirectory.appendingPathComponent("diagnose-\(UUID().uuidString)")
    folder = outer.appendingPathComponent("home")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: outer) }

  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: url(name)) }
}
