internal import Vocabulary

/// Tokens of forms: a request changes the history only if it contains the token of a form that this server wrote for this
/// issue and this change. A page of another site cannot read it.
package struct FormTokens: Sendable {
  /// 128 random bits that no page contains.
  private let secret: String

  /// Creates the tokens of a server's run.
  package init() { secret = AccessToken().text }

  /// Returns the token of a form: 64 hexadecimal digits.
  func token(_ action: IssueEdit.Action, of key: String) -> String {
    // The secret is on both sides, so that no digest can be continued.
    SHA256.digest(of: Array("\(secret) \(action.rawValue) \(key) \(secret)".utf8)).hexadecimal
  }

  /// Returns whether `candidate` is the token of the form.
  func matches(_ candidate: String, _ action: IssueEdit.Action, of key: String) -> Bool {
    AccessToken.isEqual(candidate, token(action, of: key))
  }
}
