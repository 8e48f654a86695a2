internal import Bytes
internal import Foundation
internal import Platform

/// The program `git` with a folder of its own instead of that of the repository.
///
/// A repository can name programs that git runs: in its configuration, its hooks, its attributes, and for objects that it
/// lacks. None of these files is read here. Git works in a new folder that contains a fixed configuration and the path of
/// the repository's objects (`objects/info/alternates`), so that it sees the objects and nothing else. The environment is
/// replaced, too.
final class GitProgram {
  private let program: FilePath
  private let folder: FilePath
  private let environment: [[UInt8]]
  /// When the work for this repository must have ended, in milliseconds of the monotonic clock.
  let deadline: Int

  /// The names of commits without parents because the history is shallow.
  let shallow: Set<String>

  /// Limits for one repository.
  struct Limits {
    /// The time for all calls in milliseconds.
    var milliseconds = 60_000
    /// The maximum output of a call in bytes.
    var output = 64 << 20
  }

  private let limits: Limits

  private static let maxShallowSize = 16 << 20

  /// Creates the folder.
  ///
  /// - Parameters:
  ///   - root: The work tree. A program in it is not run.
  ///   - head: The full name of an object, whose length tells the format of names.
  ///   - latest: The time by which the work must have ended in any case, in milliseconds of the monotonic clock.
  init(
    _ repository: GitFolder, root: FilePath, head: String, limits: Limits = Limits(), until latest: Int = .max
  ) throws(GitFault) {
    guard let program = ProcessEnvironment.program(named: "git") else { throw GitFault("git is not installed") }
    if let real = Files.resolved(program), let root = Files.resolved(root),
      real.bytes.starts(with: root.appending([]).bytes)
    {
      throw GitFault("git is in the checkout, and is not run")
    }
    guard !repository.objects.bytes.contains(0x0A) else {
      throw GitFault("the path of the repository has a line break")
    }
    var shallow: Set<String> = []
    let shallowFile = repository.common.appending("shallow")
    var shallowBytes: [UInt8] = []
    if (try? FileStatus(of: shallowFile, followsLinks: false)) != nil {
      guard let bytes = GitFiles.bytes(of: shallowFile, limit: Self.maxShallowSize) else {
        throw GitFault("the list of the shallow history cannot be read")
      }
      for line in bytes.split(separator: 0x0A) where GitReferences.isObject(line) {
        shallow.insert(String(streamSafe: line))
        shallowBytes += line + [0x0A]
      }
    }
    self.program = program
    self.shallow = shallow
    self.limits = limits
    deadline = min(latest, SystemClock.monotonicMilliseconds + limits.milliseconds)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("diagnose-git-\(UUID().uuidString)").path
    folder = FilePath(path)
    environment = Self.environment(folder)
    let isSHA256 = head.utf8.count == 64
    do throws(SystemError) {
      try Files.createFolder(folder, mode: 0o700)
      for name in ["objects", "objects/info", "refs"] { try Files.createFolder(folder.appending(name), mode: 0o700) }
      try Self.write(Array((head + "\n").utf8), folder.appending("HEAD"))
      try Self.write(Array(Self.configuration(isSHA256).utf8), folder.appending("config"))
      try Self.write(repository.objects.bytes + [0x0A], folder.appending("objects/info/alternates"))
      if !shallowBytes.isEmpty { try Self.write(shallowBytes, folder.appending("shallow")) }
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw GitFault("the temporary folder cannot be written")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.text) }

  private static func write(_ bytes: [UInt8], _ path: FilePath) throws(SystemError) {
    let file = try FileDescriptor(opening: path, [.writeOnly, .create, .exclusive, .noFollow], mode: 0o600)
    defer { try? file.close() }
    try file.write(bytes)
  }

  /// The configuration. Files that only make git faster are not used, because a repository could state anything in them.
  private static func configuration(_ isSHA256: Bool) -> String {
    """
    [core]
    \trepositoryFormatVersion = \(isSHA256 ? 1 : 0)
    \tbare = true
    \tcommitGraph = false
    \tmultiPackIndex = false
    \thooksPath = /dev/null
    \tfsmonitor = false
    \tattributesFile = /dev/null
    \tquotePath = false
    \tbigFileThreshold = 64m
    [protocol]
    \tallow = never
    [gc]
    \tauto = 0
    \(isSHA256 ? "[extensions]\n\tobjectFormat = sha256\n" : "")
    """
  }

  /// The complete environment. `GIT_ALLOC_LIMIT` ends git when an object says that it is larger.
  private static func environment(_ folder: FilePath) -> [[UInt8]] {
    var variables = [
      "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_ATTR_NOSYSTEM=1",
      "GIT_NO_REPLACE_OBJECTS=1", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
      "GIT_LITERAL_PATHSPECS=1", "GIT_PAGER=cat", "GIT_ALLOC_LIMIT=256m", "GIT_ALLOW_PROTOCOL=none", "LC_ALL=C",
      "TZ=UTC0", "PATH=/usr/bin:/bin",
    ].map { Array($0.utf8) }
    for name in ["GIT_DIR=", "HOME=", "XDG_CONFIG_HOME="] { variables.append(Array(name.utf8) + folder.bytes) }
    // On macOS, git is a small program that finds that of Xcode.
    for name in ["DEVELOPER_DIR", "TMPDIR"] {
      if let value = ProcessEnvironment.value(of: name) { variables.append(Array((name + "=").utf8) + value) }
    }
    return variables
  }

  /// Runs a command, and returns its status and output.
  func run(_ arguments: [String]) throws(GitFault) -> (status: Int32, output: [UInt8]) {
    let left = deadline - SystemClock.monotonicMilliseconds
    guard left > 0 else { throw GitFault("git took too long") }
    let words = [program.bytes, Array("--no-pager".utf8)] + arguments.map { Array($0.utf8) }
    switch BoundedProcess.run(words, environment: environment, milliseconds: left, maxOutput: limits.output) {
    case .exited(let status, let output): return (status, output)
    case .late: throw GitFault("git took too long")
    case .excessive: throw GitFault("the answer of git is too large")
    case .signaled, .failed: throw GitFault("git cannot be run")
    }
  }

  /// Runs a command, and returns its output.
  ///
  /// - Parameter fault: What is thrown if the command fails.
  func output(_ arguments: [String], orThrow fault: String) throws(GitFault) -> [UInt8] {
    let (status, output) = try run(arguments)
    guard status == 0 else { throw GitFault(fault) }
    return output
  }
}
