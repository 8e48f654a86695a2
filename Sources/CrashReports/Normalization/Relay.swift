import Bytes

/// A program that wrote each line of another program's output to a log, with its own name in front.
///
/// Console lines name the program that failed, so their columns are read, not removed. The columns of a relay name a
/// build tool or a runner, and they cut messages of several lines and stacks into pieces.
struct Relay {
  /// Whether the program is one that never writes failures of its own.
  let isKnown: Bool

  /// Programs that run builds and jobs and log what these write.
  private static let known: [StaticString] = [
    "xcodebuild", "xcbeautify", "xcpretty", "xcrun", "fastlane", "bundle", "ruby", "bash", "sh", "zsh", "make", "tee",
    "logger", "systemd", "docker", "dockerd", "containerd", "podman", "kubelet", "gitlab-runner", "Runner.Worker",
    "Runner.Listener", "buildkite-agent", "teamcity-agent", "jenkins", "jenkins-agent", "bazel",
  ]

  /// Creates the relay that wrote the lines; `nil` if they may be the log of a program itself.
  ///
  /// - Parameter lines: Lines with the columns of a console, and their contents.
  init?(_ lines: [(line: Slice, content: Slice)], _ text: ByteText) {
    guard let first = lines.first, let stamp = text.stampedLine(first.line) else { return nil }
    var isContinued = false
    for (line, content) in lines {
      guard let other = text.stampedLine(line), other.pid == stamp.pid, text.same(other.process, stamp.process)
      else { return nil }
      // Only a program that writes line by line repeats its columns on a line that belongs to the one above.
      isContinued = isContinued || text.isIndented(content)
    }
    // `[123:4567]` has the number of a thread, which only a program's own log states.
    let isOwnLog = text.first(UInt8(ascii: ":"), Slice(stamp.process.end, stamp.message.start)).map { colon in
      text[colon - 1].isDigit
    }
    var name = stamp.process
    // A line with the date as a number may have the host name, too.
    if let blank = text.first(0x20, name) { name.start = blank + 1 }
    isKnown = isOwnLog != true && Self.known.contains { text.equals(name, $0) }
    if !isKnown, !isContinued { return nil }
  }
}

extension ByteText {
  /// Whether a tab or two blanks are in front of the text of `slice`, in it or before it.
  fileprivate func isIndented(_ slice: Slice) -> Bool {
    let start = skipBlanks(slice.start, slice.end)
    guard start >= 2 else { return false }
    return self[start - 1] == 0x09 || self[start - 1] == 0x20 && self[start - 2].isBlank
  }
}
