/// The name and version of this program, as all outputs state them.
package enum Product {
  /// The name of the command, in lower case.
  package static let name = "diagnose"
  /// The version in the form of Semantic Versioning 2.0.0, without a leading `v`.
  package static let version = "0.1.0"
}
