import Redaction
import Vocabulary

extension Session {
  /// Words of the configuration that no copy may contain.
  package func privateNames() throws(CommandFault) -> [String] {
    let names = settings.privateNames ?? []
    if let word = names.first(where: Redactor.isUnusable) {
      throw CommandFault(
        .wrongConfiguration,
        "scrub.names cannot contain \(Terminal.quotedFileName(word)): it is part of placeholders or of documents")
    }
    return names
  }

  /// The words of the user's configurations that are stored with a report, so that later outputs of the history do not
  /// contain them.
  package var storedPrivateNames: [String] { settings.ownPrivateNames.filter { !Redactor.isUnusable(name: $0) } }

  /// The name of the current user, which reports of this machine may contain.
  package var accounts: [String] { [variable("USER"), variable("LOGNAME")].compactMap { $0 } }
}
