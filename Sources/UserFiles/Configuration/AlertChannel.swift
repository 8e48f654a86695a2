internal import YAMLText

/// A way to deliver alerts, and the settings that it needs. A rule has one key with the id of its channel.
package struct AlertChannel: Sendable, Equatable {
  /// A setting of a channel. A secret is never in the file: the keys `NAME-variable` and `NAME-file` name an environment
  /// variable or a private file that contains it.
  package struct Setting: Sendable, Equatable {
    /// The name.
    package let name: String
    /// The form of the value in the file; `nil` if the value is a secret, and only its source can be stated.
    package let form: String?
    /// Whether the value may also be in a variable or a file.
    package let hasSources: Bool
    /// The meaning, for the documentation; Markdown.
    package let meaning: String
    /// Whether a rule without it has a fault.
    package let isRequired: Bool

    /// Creates a setting whose value is in the file.
    init(_ name: String, _ form: String, _ meaning: String, isRequired: Bool = false) {
      (self.name, self.form, self.meaning, self.isRequired) = (name, form, meaning, isRequired)
      hasSources = false
    }

    /// Creates a setting whose value may be secret.
    init(secret name: String, orForm form: String? = nil, _ meaning: String) {
      (self.name, self.form, self.meaning, isRequired) = (name, form, meaning, true)
      hasSources = true
    }

    /// The keys of the file for this setting.
    var keys: [FileKey] {
      let literal = form.map { [FileKey(name, $0, meaning)] } ?? []
      guard hasSources else { return literal }
      return literal + [
        FileKey(name + "-variable", "name", "The environment variable that contains: " + meaning),
        FileKey(name + "-file", "path", "The file, with mode 0600, that contains: " + meaning),
      ]
    }
  }

  /// The key of a rule.
  package let id: String
  /// What is sent, and to whom, for the documentation; Markdown.
  package let meaning: String
  /// The settings.
  package let settings: [Setting]

  /// The keys of the mapping.
  var keys: [FileKey] { settings.flatMap(\.keys) }

  /// All channels.
  package static let catalog: [AlertChannel] = [
    AlertChannel(
      id: "webhook", meaning: "A `diagnose-alerts/1` document with a signature, by POST.",
      settings: [
        Setting(secret: "url", orForm: "address", "the address: https, or http to this machine."),
        Setting(secret: "secret", "the key of the signature, at least 16 bytes."),
      ]),
    AlertChannel(
      id: "slack",
      meaning: "A message for an incoming webhook of Slack, Mattermost or another chat that accepts its form.",
      settings: [Setting(secret: "url", "the address of the webhook.")]),
    AlertChannel(
      id: "email", meaning: "A message through the program `sendmail` of the system.",
      settings: [
        Setting("to", "address or list", "The recipients.", isRequired: true),
        Setting("from", "address", "The sender. Default: that of the system."),
      ]),
    AlertChannel(
      id: "github", meaning: "An issue on GitHub, unless an open one is about the same issue.",
      settings: [
        Setting("repository", "`OWNER/NAME`", "The repository.", isRequired: true),
        Setting(secret: "token", "a token that may read and write issues."),
        Setting("api", "address", "The address of the API. Default: `https://api.github.com`."),
        Setting("labels", "list", "Labels of the new issue."),
      ]),
    AlertChannel(
      id: "gitlab", meaning: "An issue on GitLab, unless an open one is about the same issue.",
      settings: [
        Setting("project", "`GROUP/NAME` or number", "The project.", isRequired: true),
        Setting(secret: "token", "a token with the scope `api`."),
        Setting("api", "address", "The address of the API. Default: `https://gitlab.com/api/v4`."),
        Setting("labels", "list", "Labels of the new issue."),
      ]),
  ]
}
