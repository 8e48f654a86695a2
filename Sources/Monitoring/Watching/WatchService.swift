import Platform
import Vocabulary
import Workflow

/// A definition file of a service that runs `diagnose watch` for the current user.
struct WatchService: Sendable {
  /// What the service runs.
  struct Settings: Sendable {
    /// The program and its arguments; all paths are absolute.
    var words: [String]
    /// The user's home folder, absolute.
    var home: String
    /// `$XDG_CONFIG_HOME`, if it is absolute.
    var configurationHome: String?
    /// The folders that the watcher writes to: those of the history and of the cache.
    var writtenFolders: [String]
    /// Whether the watcher runs a program of the user (`--exec`), which may need more than the watcher.
    var runsProgram = false
    /// Whether the history is shared, so that the watcher connects to a server.
    var usesServer = false
    /// Environment variables in addition to those of every service. Values are never passwords.
    var environment: [String: String] = [:]

    /// All environment variables, in the order of their names. A trap ends the watcher at once, without a backtracer.
    var allVariables: [(name: String, value: String)] {
      environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { own, _ in own }.sorted { $0.key < $1.key }
        .map { ($0.key, $0.value) }
    }
  }

  /// What the user is told, in this order.
  struct Commands: Sendable {
    var enable: [String]
    var remove: [String]
  }

  /// The name of the kind of file, for messages.
  let title: String
  /// Returns the path of the file.
  let path: @Sendable (Settings) -> String
  /// Returns the text of the file; the first lines contain `mark`.
  let text: @Sendable (Settings) -> String
  /// Returns the commands that start and remove the service.
  let commands: @Sendable (_ path: String) -> Commands

  /// Identifies a file that this program wrote, which it may therefore overwrite.
  static let mark = "Written by diagnose watch, option install-service"

  /// The service of this system.
  static var current: WatchService {
    switch OperatingSystem.current {
    case .linux: systemd
    case .macOS: launchd
    }
  }
}

// MARK: - systemd

extension WatchService {
  /// A unit of the user's service manager (systemd.service(5), systemd.syntax(7)).
  package static let systemd = WatchService(
    title: "systemd user unit",
    path: { ($0.configurationHome ?? $0.home + "/.config") + "/systemd/user/diagnose-watch.service" },
    text: { settings in
      let command = settings.words.map(systemdWord).joined(separator: " ")
      let written = settings.writtenFolders.map { systemdWord($0, isCommand: false) }.joined(separator: " ")
      let variables = settings.allVariables.map {
        "Environment=" + systemdWord("\($0.name)=\($0.value)", isCommand: false)
      }
      .joined(separator: "\n")
      // Host names are resolved with AF_UNIX and AF_NETLINK, too.
      let network =
        settings.usesServer
        ? "PrivateTmp=yes\nRestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK" : "RestrictAddressFamilies=none"
      let limits = """
        NoNewPrivileges=yes
        PrivateDevices=yes
        ProtectSystem=strict
        ReadWritePaths=\(written)
        \(network)

        """
      return """
        # \(mark).
        [Unit]
        Description=Record crash reports in the history of diagnose

        [Service]
        ExecStart=\(command)
        \(variables)
        Restart=on-failure
        RestartSec=5
        # It exits within a second, between two transactions, with status 0.
        KillSignal=SIGTERM
        TimeoutStopSec=10
        \(settings.runsProgram ? "" : limits)
        [Install]
        WantedBy=default.target

        """
    },
    commands: { _ in
      Commands(
        enable: ["systemctl --user daemon-reload", "systemctl --user enable --now diagnose-watch"],
        remove: ["systemctl --user disable --now diagnose-watch", "rm PATH"])
    })

  /// Quotes a word: `%` begins a specifier, `$` a variable in a command line, `\\` an escape sequence.
  static func systemdWord(_ word: String) -> String { systemdWord(word, isCommand: true) }

  static func systemdWord(_ word: String, isCommand: Bool) -> String {
    var quoted = "\""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      case "%": quoted += "%%"
      case "$": quoted += isCommand ? "$$" : "$"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let digits = String(scalar.value, radix: 16)
          quoted += "\\x" + (digits.count < 2 ? "0" : "") + digits
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    let isPlain = word.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "/._-=:,+@".utf8.contains(byte)
    }
    return isPlain && !word.isEmpty ? word : quoted + "\""
  }
}

// MARK: - launchd

extension WatchService {
  /// A launch agent (launchd.plist(5)).
  package static let launchd = WatchService(
    title: "launchd agent",
    path: { $0.home + "/Library/LaunchAgents/diagnose.watch.plist" },
    text: { settings in
      let words = settings.words.map { "    <string>\(xml($0))</string>" }.joined(separator: "\n")
      let variables = settings.allVariables.map { "<key>\(xml($0.name))</key><string>\(xml($0.value))</string>" }
        .joined(separator: "\n    ")
      let logs = xml(settings.home + "/Library/Logs/diagnose-watch")
      return """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <!-- \(mark). -->
        <plist version="1.0">
        <dict>
          <key>Label</key><string>diagnose.watch</string>
          <key>ProgramArguments</key>
          <array>
        \(words)
          </array>
          <key>EnvironmentVariables</key>
          <dict>
            \(variables)
          </dict>
          <key>RunAtLoad</key><true/>
          <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
          <key>ProcessType</key><string>Background</string>
          <key>StandardOutPath</key><string>\(logs).log</string>
          <key>StandardErrorPath</key><string>\(logs).err</string>
        </dict>
        </plist>

        """
    },
    commands: { path in
      Commands(
        enable: ["launchctl bootstrap gui/$(id -u) PATH"],
        remove: ["launchctl bootout gui/$(id -u)/diagnose.watch", "rm PATH"])
    })

  /// Escapes text of an XML element. Control characters, which XML 1.0 cannot contain, are left out.
  static func xml(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      default:
        let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        if isAllowed { escaped.unicodeScalars.append(scalar) }
      }
    }
    return escaped
  }
}
