package import Platform

/// The files that a search for symbols may open on behalf of a caller who may not read everything.
///
/// A dSYM or image can lead to other files: a link in its folder, the object files that a debug map names, a dSYM next to
/// the bundle that contains it.
package struct SymbolAccess: Sendable {
  private let allows: (@Sendable (FilePath) -> Bool)?

  /// All files.
  package static let everything = SymbolAccess(allows: nil)

  /// Creates an access to files.
  /// - Parameter allows: Returns whether a file may be opened, with all links in its path resolved.
  package init(allows: (@Sendable (FilePath) -> Bool)?) { self.allows = allows }

  /// Returns true if the file may be opened.
  func permits(_ path: FilePath) -> Bool { allows?(path) ?? true }

  /// Returns the access for files that are found through `path`: what the caller may read leads only to what they may
  /// read, and what the user named outside of it leads anywhere.
  func leading(from path: FilePath) -> SymbolAccess { permits(path) ? self : .everything }
}
