import Bytes

extension RedactionKind {
  static let commandOption = RedactionKind(
    id: "command-option", placeholder: .token, title: "password or name on a command line",
    recognition: """
      options of known tools such as `security … -p`, `redis-cli -a`, `curl -u`, `sudo -u`; words after known commands \
      such as `su -`, `chown`
      """,
    recognizers: [
      RedactionRecognizer(at: " ") { scanner, at in scanner.commandOption(at) ?? scanner.commandArgument(at) },
      RedactionRecognizer(words: .letters) { $0.echoedSecret($1) },
    ],
    removed: [
      Example(
        "security unlock-keychain -p opensesame build.keychain", "security unlock-keychain -p token-1 build.keychain"),
      Example("$ redis-cli -h db -a opensesame ping", "$ redis-cli -h db -a token-1 ping"),
      Example("mysql -popensesame -u x", "mysql -ptoken-1 -u x"),
      Example("curl -u zquill:opensesame https://api.example.com/x", "curl -u token-1 https://api.example.com/x"),
      Example("openssl pkcs12 -passin pass:opensesame -in a", "openssl pkcs12 -passin pass:token-1 -in a"),
      Example("sudo -u zquill xcodebuild", "sudo -u user-1 xcodebuild"), Example("su - zquill", "su - user-1"),
      Example("chown zquill:staff a", "chown user-1:staff a"),
      Example("echo opensesame | sudo -S installer", "echo token-1 | sudo -S installer"),
      Example(
        "networksetup -setairportnetwork en0 QuillHome opensesame", "networksetup -setairportnetwork en0 host-1 token-1"
      ),
    ],
    stays: [
      "ssh -p 2222 host", "mkdir -p build/products", "xcodebuild -u", "sudo -u root launchctl", "su - root",
      "docker run -p 8080:80 nginx", "security find-identity -v -p codesigning", "clang -o a.out -c main.c",
    ])
}

extension RedactionScanner {
  /// How far the name of a tool may be from its option.
  private static let commandLength = 160

  /// Returns the end of a word of a command line.
  private func endOfArgument(_ at: Int) -> Int {
    end(from: at, atMost: 160) {
      $0 <= 0x20 || [0x22, 0x27, 0x5C, 0x60, 0x7C, 0x3B, 0x3C, 0x3E, 0x29].contains($0)
    }
  }

  /// Returns whether a word is the name of a tool, with or without the folders in which it is.
  private func tools(_ range: Range<Int>) -> String {
    let name = bytes[range].lastIndex(of: 0x2F).map { $0 + 1..<range.upperBound } ?? range
    return string(name)
  }

  /// Returns the value for a tool that is named on the line before `at`, in the same command.
  private func value(_ tools: [String: CommandLineTools.Value], before at: Int) -> CommandLineTools.Value? {
    let start = start(before: at, atMost: Self.commandLength) {
      $0 >= 0x20 && $0 != 0x22 && $0 != 0x7C && $0 != 0x3B && $0 != 0x60
    }
    var word = start
    var found: CommandLineTools.Value?
    for index in start...at where index == at || bytes[index] == 0x20 || bytes[index] == 0x28 || bytes[index] == 0x27 {
      if index > word, index - word <= 64, let value = tools[self.tools(word..<index)] { found = value }
      word = index + 1
    }
    return found
  }

  /// Matches the value of an option: `-p x`, `-px`, `--user=x`.
  fileprivate mutating func commandOption(_ at: Int) -> Match? {
    guard let first = byte(at + 1), first == 0x2D || first == 0x2F || first == 0x70 else { return nil }
    let word = at + 1
    let stop = end(from: word, atMost: 24) { !($0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2F || $0 == 0x3A) }
    let index = CommandLineTools.shared
    if isByte(" ", stop) || isByte("=", stop), let tools = index.options[string(word..<stop)],
      let value = value(tools, before: at)
    {
      return argument(value, stop + 1)
    }
    // Windows: `/user:x`.
    if first == 0x2F, let colon = bytes[word..<stop].firstIndex(of: 0x3A),
      let tools = index.options[string(word..<colon + 1)], let value = value(tools, before: at)
    {
      return argument(value, colon + 1)
    }
    guard first == 0x2D, stop > word + 2, let tools = index.options[string(word..<word + 2)],
      value(tools, before: at) == .joined
    else { return nil }
    return argument(.secret, word + 2)
  }

  private static let readers: [StaticString] = [
    "| sudo -S", "| sudo --stdin", "| su ", "| docker login", "| podman login", "| gh auth", "| passwd", "| chpasswd",
    "| security ", "| openssl", "| gpg", "| kinit", "| cryptsetup", "| hdiutil", "| wrangler", "| npm ",
  ]

  /// Matches a text that is passed to a command that reads a password: `echo x | sudo -S`.
  fileprivate func echoedSecret(_ at: Int) -> Match? {
    guard has("echo ", at) || has("printf ", at) else { return nil }
    let start = end(from: at + (isByte("e", at) ? 5 : 7), atMost: 8) { ![0x20, 0x22, 0x27, 0x5C].contains($0) }
    let pipe = end(from: start, atMost: 128) { $0 == 0x7C || $0 < 0x20 }
    guard isByte("|", pipe), Self.readers.contains(where: { has($0, pipe) }) else { return nil }
    var stop = pipe
    while stop > start, [0x20, 0x22, 0x27, 0x5C].contains(bytes[stop - 1]) { stop -= 1 }
    return stop - start >= 3 ? Match(range: start..<stop, kind: .token) : nil
  }

  /// Returns whether a command can begin at `at`, and not another word of a sentence.
  private func isCommand(_ at: Int) -> Bool {
    if bytes[at] == 0x2D || beginsLine(at) { return true }
    if isByte(" ", at - 1), let before = byte(at - 2) {
      if [0x24, 0x25, 0x23, 0x3E, 0x3B, 0x26, 0x7C, 0x3A].contains(before) { return true }
      return ["sudo", "exec", "run", "env", "doas", "command"].contains(wordBefore(at - 1).text)
    }
    return [0x60, 0x28, 0x27, 0x2F].contains(byte(at - 1) ?? 0)
  }

  /// Matches the word that follows a command, or the second or third one.
  fileprivate mutating func commandArgument(_ at: Int) -> Match? {
    guard at > 1, bytes[at - 1].isLetterOrDigit || bytes[at - 1] == 0x2D, byte(at + 1).map({ $0 > 0x20 }) == true
    else { return nil }
    var stop = at
    for distance in 0..<3 {
      let start = start(before: stop, atMost: 40) { $0 > 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x28 }
      guard start < stop else { return nil }
      let key = distance == 0 ? string(start..<stop) : "\(string(start..<stop))+\(distance)"
      if let tools = CommandLineTools.shared.arguments[key], tools[key] == nil || isCommand(start),
        let value = value(tools, before: stop)
      {
        return argument(value, at + 1)
      }
      guard isByte(" ", start - 1) else { return nil }
      stop = start - 1
    }
    return nil
  }

  private mutating func argument(_ value: CommandLineTools.Value, _ at: Int) -> Match? {
    var start = at
    if let quote = byte(start), quote == 0x22 || quote == 0x27 || quote == 0x5C { start += 1 }
    if isByte("\"", start), isByte("\\", start - 1) { start += 1 }
    guard let first = byte(start), first > 0x20 else { return nil }
    var stop = endOfArgument(start)
    // A quoted value may contain blanks.
    if start > at, let quote = byte(start - 1), quote == 0x22 || quote == 0x27 {
      stop = end(from: start, atMost: 160) { $0 == quote || $0 < 0x20 || $0 == 0x5C }
    }
    guard stop > start, first != 0x2D, first != 0x24 else { return nil }
    switch value {
    case .secret, .joined:
      guard stop - start >= 3, !isNoValue(start..<stop), !Self.commandWords.contains(string(start..<stop)),
        !bytes[start..<stop].allSatisfy({ $0.isDigit || $0 == 0x3A || $0 == 0x2E })
      else { return nil }
      return Match(range: start..<stop, kind: .token)
    case .source:
      for prefix: StaticString in ["pass:", "env:", "file:", "fd:"] where has(prefix, start) {
        guard has("pass:", start) else { return nil }
        start += 5
      }
      guard stop - start >= 3, !has("stdin", start), !has("prompt", start) else { return nil }
      return Match(range: start..<stop, kind: .token)
    case .login:
      let mark = bytes[start..<stop].firstIndex { $0 == 0x3A || $0 == 0x25 || $0 == 0x2C }
      guard let mark, mark > start, mark + 1 < stop else { return argument(.user, at) }
      return Match(range: start..<stop, kind: .token)
    case .user:
      // The group after a name belongs to the system.
      let end = bytes[start..<stop].firstIndex { [0x3A, 0x25, 0x2C, 0x2F].contains($0) } ?? stop
      let range = start..<end
      guard range.count >= 2, !isNoValue(range), isNameLike(range), !isPlaceholder(range),
        !Self.systemAccounts.contains(string(range))
      else { return nil }
      return Match(range: range, kind: .user)
    case .network: return stop - start >= 2 ? Match(range: start..<stop, kind: .host) : nil
    }
  }

  /// Values of options with two meanings that are not secrets.
  private static let commandWords: Set<String> = [
    "codesigning", "basic", "smime", "ssl-client", "ssl-server", "ipsec", "eap", "appleID", "macappstore", "tcp", "udp",
  ]

  /// Accounts that every machine has.
  static let systemAccounts: Set<String> = [
    "root", "admin", "administrator", "nobody", "daemon", "wheel", "staff", "guest", "mobile", "_www", "www",
    "www-data",
    "runner", "jenkins", "ubuntu", "ec2-user", "vagrant", "git", "postgres", "mysql", "redis", "docker", "nginx",
    "user",
    "system", "everyone", "default", "current", "build", "builder", "ci", "test", "users", "group", "owner", "name",
    "http", "https", "true", "false", "console", "loginwindow", "_windowserver", "securityagent", "hidd", "app",
    "apple",
  ]
}
