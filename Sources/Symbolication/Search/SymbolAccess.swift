package import Platform

/// The files that a search for symbols may open on behalf of a caller who may not read everything.
///
/// A dSYM or image can lead to other files: a link in its folder, the object files that a debug map names, a dSYM next to
/// the bundle that contains it.
package struct SymbolAccess: Sendable {
  /// A file or folder whose files may lead only to certain others, regardless of who reads them.
  package struct Limit: Sendable {
    fileprivate let start: FilePath
    fileprivate let allows: @Sendable (FilePath) -> Bool

    /// Creates a limit.
    /// - Parameters:
    ///   - start: The absolute path of the file or folder, with links resolved.
    ///   - allows: Returns whether a file may be opened because of one below `start`.
    package init(below start: FilePath, allows: @escaping @Sendable (FilePath) -> Bool) {
      self.start = start
      self.allows = allows
    }

    fileprivate func applies(to path: FilePath) -> Bool {
      path == start || path.bytes.starts(with: start.bytes + [UInt8(ascii: "/")])
    }
  }

  private let allows: (@Sendable (FilePath) -> Bool)?
  private var limits: [Limit] = []

  /// All files.
  package static let everything = SymbolAccess(allows: nil)

  /// Creates an access to files.
  /// - Parameter allows: Returns whether a file may be opened, with all links in its path resolved.
  package init(allows: (@Sendable (FilePath) -> Bool)?) { self.allows = allows }

  /// Returns true if the file may be opened.
  func permits(_ path: FilePath) -> Bool { allows?(path) ?? true }

  /// Returns the access for files that are found through `path`: what the caller may read leads only to what they may
  /// read, and what the user named outside of it leads anywhere.
  func leading(from path: FilePath) -> SymbolAccess {
    guard let limit = limits.first(where: { $0.applies(to: path) }) else { return permits(path) ? self : unlimited }
    let allows = permits(path) ? allows : nil
    return SymbolAccess { limit.allows($0) && allows?($0) ?? true }
  }

  /// Returns the same access with limits for what some files lead to.
  package func limited(_ limits: [Limit]) -> SymbolAccess {
    var access = self
    access.limits += limits
    return access
  }

  /// Access to all files, except for what limited files lead to.
  private var unlimited: SymbolAccess { SymbolAccess(allows: nil).limited(limits) }
}
