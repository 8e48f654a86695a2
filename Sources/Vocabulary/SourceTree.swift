import Bytes
import Synchronization

/// The files of the user's checkout, with which the source paths of reports are resolved.
///
/// A report states the path on the machine that compiled the app, or only a file name. A CI system attaches a result to
/// a line only if the path is that of a file in the checkout. This type is the only one that decides which file is meant.
package final class SourceTree: Sendable {
  /// The absolute path of the folder that resolved paths are relative to, without a trailing slash.
  package let root: String
  /// The absolute path of the working directory, which relative paths of inputs are relative to.
  private let workingDirectory: String
  private let load: @Sendable () -> SourceFileList
  private let state = Mutex(State())

  private struct State {
    var files: SourceFileList?
    /// The results by stated path; an empty string is unresolved.
    var known: [String: String] = [:]
  }

  /// The maximum number of results that are stored.
  private static let maxKnown = 100_000

  /// Creates a tree.
  ///
  /// - Parameters:
  ///   - root: The absolute path of the folder, without a trailing slash.
  ///   - workingDirectory: The absolute path of the working directory.
  ///   - load: Returns the files. It is called when the first path is resolved.
  package init(root: String, workingDirectory: String, load: @escaping @Sendable () -> SourceFileList) {
    self.root = root
    self.workingDirectory = workingDirectory
    self.load = load
  }

  /// Returns the path of a source file relative to the root; `nil` if no file or several files fit.
  ///
  /// - Parameter file: The path as a report or a symbol file states it.
  package func path(of file: String) -> String? {
    state.withLock { state in
      if let known = state.known[file] { return known.isEmpty ? nil : known }
      let files: SourceFileList
      if let loaded = state.files {
        files = loaded
      } else {
        files = load()
        state.files = files
      }
      let found = Self.resolve(file, files, root: root)
      if state.known.count < Self.maxKnown { state.known[file] = found ?? "" }
      return found
    }
  }

  private static func resolve(_ file: String, _ files: SourceFileList, root: String) -> String? {
    guard file.utf8.count <= SourceFileList.maxPathLength, !files.isEmpty else { return nil }
    // A path inside this checkout, as in a local build, can only be that file.
    if let inside = relative(file, to: root) { return files.contains(inside) ? inside : nil }
    let components = components(of: file)
    guard let last = components.last, !last.isEmpty else { return nil }
    let isRelative = !file.hasPrefix("/")
    if isRelative, components.count > 1 {
      let plain = components.map { String(streamSafe: $0) }.joined(separator: "/")
      if files.contains(plain) { return plain }
    }
    return files.match(components, minimum: minimum(components))
  }

  /// Returns the number of components that must agree. A file below a folder of dependencies or of the system is not the
  /// user's file with the same name, unless the checkout contains that folder.
  private static func minimum(_ components: [ArraySlice<UInt8>]) -> Int {
    let foreign = components.dropLast().lastIndex { component in
      let name = String(streamSafe: component)
      return foreignFolders.contains(name) || name.hasSuffix(".sdk") || name.hasSuffix(".xctoolchain")
        || name.hasPrefix("Xcode") && name.hasSuffix(".app")
    }
    return foreign.map { components.count - $0 } ?? 1
  }

  private static let foreignFolders = DependencyFolders.managers.union(DependencyFolders.checkouts)
    .union(["com.apple.xbs", ".build", "DerivedSources"])

  /// Returns the components without `.` and, where possible, without `..`. A Windows path is split at `\` too.
  private static func components(of file: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(file.utf8)
    let isWindows = bytes.count > 2 && bytes[1] == UInt8(ascii: ":") && bytes[2] == UInt8(ascii: "\\")
    let parts = bytes.split { $0 == UInt8(ascii: "/") || isWindows && $0 == UInt8(ascii: "\\") }
    var result: [ArraySlice<UInt8>] = []
    let dot = UInt8(ascii: ".")
    for part in parts where part != [dot] {
      if part == [dot, dot] { _ = result.popLast() } else { result.append(part) }
    }
    return result
  }

  /// Returns the path of a file that the user named, relative to the root; `nil` if it is outside.
  package func path(ofInput path: String) -> String? {
    guard path != "-", !path.isEmpty else { return nil }
    return Self.relative(path.hasPrefix("/") ? path : workingDirectory + "/" + path, to: root)
  }

  private static func relative(_ path: String, to root: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    let folders = root.split(separator: "/")
    guard parts.count > folders.count, parts.starts(with: folders) else { return nil }
    return parts.dropFirst(folders.count).joined(separator: "/")
  }
}
