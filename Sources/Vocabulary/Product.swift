/// Name and version of this program as every output states them.
package enum Product {
  package static let name = "diagnose"
  package static let version = "0.1.0"
}
