package import YAMLText

/// Where a configuration is from, which decides what it may set.
package enum ConfigurationOrigin: String, Sendable, CaseIterable {
  /// The user's own file, in their folder for configurations.
  case user
  /// The user named it, with `--config` or `DIAGNOSE_CONFIG`.
  case named
  /// It was found in a folder. Its author is unknown, and the user may not know that it exists.
  case found
  /// It was found in a folder, and the user trusts its present content (`diagnose trust`).
  case trusted
}

/// What a configuration of some origin may set with a key.
package enum SettingPermission: Sendable, CaseIterable {
  /// Any value. It replaces that of files with lower precedence, except for lists of paths, which are combined.
  case any
  /// Knowledge: entries are added to the user's lists and replace none.
  case addition
  /// Paths in the repository, after all links are resolved; not in its `.git`.
  case repository
  /// Paths in the repository or in the user's home, after all links are resolved.
  case repositoryOrHome
  /// Only for the database that the same file names.
  case ownDatabase
  /// Nothing: the setting has no effect, which is reported.
  case nothing

  /// The permission in one or two words, for the table of the documentation.
  package var words: String {
    switch self {
    case .any: "yes"
    case .addition: "adds"
    case .repository: "in the repository"
    case .repositoryOrHome: "in the repository or home"
    case .ownDatabase: "for its own `database.path`"
    case .nothing: "no"
    }
  }
}

/// A key of a configuration that has a value, and who may set it.
package struct ConfigurationKey: Sendable {
  /// The name, the form of the value and the meaning.
  package let key: FileKey
  private let found: SettingPermission
  private let trusted: SettingPermission

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - found: What a configuration that was found may set. Only knowledge: nothing that deletes, keeps, moves, limits,
  ///     sends or reveals data of the user.
  ///   - trusted: What a found configuration may set whose content the user trusts.
  package init(
    _ name: String, _ form: String, _ meaning: String, found: SettingPermission, trusted: SettingPermission
  ) {
    key = FileKey(name, form, meaning)
    self.found = found
    self.trusted = trusted
  }

  /// Returns what a configuration of this origin may set. The user's own files and files that the user named may set
  /// everything.
  package func permission(_ origin: ConfigurationOrigin) -> SettingPermission {
    switch origin {
    case .user, .named: .any
    case .found: found
    case .trusted: trusted
    }
  }
}
