/// Name and version of this program as every output states them.
package enum Product {
  /// Name of the command, in lower case.
  package static let name = "diagnose"
  /// Version in the form of Semantic Versioning 2.0.0, without a leading `v`.
  package static let version = "0.1.0"
}
