internal import Vocabulary

/// Tokens of forms: a request changes the history only if it contains the token of a form that this server wrote for this
/// issue and this change. A page of another site cannot read it.
package struct FormTokens: Sendable {
  /// 256 random bits that no page contains.
  private let secret: [UInt8]

  /// Creates the tokens of a server's run.
  package init() {
    var generator = SystemRandomNumberGenerator()
    secret = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Returns the token of a form: 64 hexadecimal digits.
  func token(_ action: IssueEdit.Action, of key: String) -> String {
    MessageAuthentication.code(of: Array("\(action.rawValue) \(key)".utf8), secret: secret).hexadecimal
  }
}
