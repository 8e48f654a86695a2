package import Documents
package import Platform

/// An input to read.
package enum InputSource: Sendable {
  case standardInput
  /// A file that the user named, or one found in a folder.
  case file(FilePath, isNamed: Bool)
  /// A bundle of test results, which contains reports among other objects.
  case testResults(FilePath, isNamed: Bool)
  /// An input that is known to be unreadable.
  case unreadable(InputError)
}
