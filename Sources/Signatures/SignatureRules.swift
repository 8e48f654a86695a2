/// What a user says of images, beside the built-in lists and in their notation (`*` stands for any run of characters).
///
/// Patterns are compared with an image's normalised name and with its text in the frame, which may be a bundle
/// identifier.
package struct SignatureRules: Sendable {
  /// Images that load the app and are never blamed.
  package let hosts: [String]
  /// Images of the app, whatever their names and paths; these go before all lists.
  package let appImages: [String]
  private let hostPatterns: NamePatterns
  private let appPatterns: NamePatterns

  /// The lists alone.
  package static let builtIn = SignatureRules()

  package init(hosts: [String] = [], appImages: [String] = []) {
    self.hosts = hosts
    self.appImages = appImages
    hostPatterns = NamePatterns(hosts)
    appPatterns = NamePatterns(appImages)
  }

  func isHost(_ image: NameSlice) -> Bool { hostPatterns.matches(image) }
  func isApp(_ image: NameSlice) -> Bool { appPatterns.matches(image) }
}
