import CrashReports
import Platform
import Vocabulary

/// A walk through a folder that reads nibs, sources, property lists and Xcode projects.
///
/// It does not follow links, opens only regular files, and executes and writes nothing. Everything is opened below the folder
/// that was opened first, so that a folder which is replaced by a link meanwhile does not lead out of it.
struct ProjectWalk {
  private(set) var files: [ProjectFile] = []
  /// The paths of everything found, including what is not read, relative to the root.
  private(set) var paths: Set<String> = []
  private(set) var notes: [Note] = []
  /// False if a limit ended the walk or something could not be read. Files that were not found may then still exist.
  private(set) var isComplete = true

  private let root: FilePath
  private let limits: ProjectLimits
  private var entriesLeft: Int
  private var bytesLeft: Int

  private static let skippedFolders: Set<String> = [
    "DerivedData", "node_modules", "Carthage/Build", "Pods/build", "build", "xcuserdata",
  ]
  private static let skippedSuffixes: Set<String> = [
    "xcassets", "framework", "xcframework", "app", "dsym", "xcarchive", "playground", "lproj.zip", "docc", "appex",
  ]
  private static let readSuffixes: Set<String> = [
    "xib", "storyboard", "pbxproj", "plist", "swift", "h", "m", "mm", "c", "cc", "cpp", "xcconfig", "entitlements",
    "yml", "yaml", "sh", "rb",
  ]
  /// The names of files that are read in addition: those of dependency managers, and those from which project
  /// generators and build scripts write property lists.
  private static let readNames: Set<String> = [
    "Podfile", "Cartfile", "Fastfile", "app.json", "app.config.js", "app.config.ts", "config.xml",
    "capacitor.config.json",
  ]
  /// Returns whether the content of a file with this name is read.
  static func reads(_ name: String) -> Bool {
    readSuffixes.contains(ProjectFile.suffix(of: name)) || readNames.contains(name)
  }

  /// The suffixes of source files.
  static let sourceSuffixes: Set<String> = ["swift", "h", "m", "mm", "c", "cc", "cpp"]

  init(root: FilePath, limits: ProjectLimits) {
    self.root = root
    self.limits = limits
    entriesLeft = max(0, limits.maxEntryCount)
    bytesLeft = max(0, limits.maxTotalBytes)
  }

  /// Returns the finished walk, or `nil` if the folder cannot be listed.
  static func walk(_ root: FilePath, _ limits: ProjectLimits, _ isCanceled: () -> Bool) -> ProjectWalk? {
    // The root may be a link that the user gave.
    guard let root = try? root.contained() else { return nil }
    var walk = ProjectWalk(root: root, limits: limits)
    guard walk.run(isCanceled) else { return nil }
    return walk
  }

  private mutating func run(_ isCanceled: () -> Bool) -> Bool {
    var pending: [(path: String, depth: Int)] = [("", 0)]
    while let folder = pending.popLast() {
      guard let entries = list(folder.path) else {
        if folder.path.isEmpty { return false }
        notes.append(Note("folder-unreadable", "\(folder.path): cannot be listed."))
        isComplete = false
        continue
      }
      var below: [(path: String, depth: Int)] = []
      for entry in entries {
        guard entriesLeft > 0 else {
          stop("more than \(limits.maxEntryCount) entries")
          return true
        }
        guard !isCanceled() else {
          stop("canceled")
          return true
        }
        entriesLeft -= 1
        let path = folder.path.isEmpty ? entry.name : folder.path + "/" + entry.name
        if entry.isFolder {
          guard !isSkipped(path, entry.name) else {
            paths.insert(path)
            continue
          }
          paths.insert(path)
          if folder.depth < limits.maxDepth {
            below.append((path, folder.depth + 1))
          } else {
            stop("folders nested deeper than \(limits.maxDepth) levels")
          }
        } else {
          paths.insert(path)
          read(path)
        }
      }
      pending += below.reversed()
    }
    return true
  }

  private mutating func stop(_ reason: String) {
    if isComplete { notes.append(Note("project-cut", "Not everything was read: \(reason).")) }
    isComplete = false
  }

  private func isSkipped(_ path: String, _ name: String) -> Bool {
    if name.hasPrefix(".") || Self.skippedSuffixes.contains(ProjectFile.suffix(of: name)) { return true }
    if name == "build" { return !path.contains("/") || path.hasSuffix("Pods/build") }
    return Self.skippedFolders.contains(name) || Self.skippedFolders.contains { path.hasSuffix("/" + $0) || path == $0 }
  }

  private mutating func read(_ path: String) {
    let suffix = ProjectFile.suffix(of: path)
    let name = ProjectFile.name(of: path)
    guard Self.readSuffixes.contains(suffix) || Self.readNames.contains(name) else { return }
    let limit = Self.sourceSuffixes.contains(suffix) ? limits.maxSourceBytes : limits.maxFileBytes
    guard bytesLeft > 0 else { return stop("more than \(limits.maxTotalBytes >> 20) MB") }
    switch Self.bytes(of: root.appending(path), limit: min(limit, bytesLeft)) {
    case .read(let bytes):
      bytesLeft -= bytes.count
      files.append(ProjectFile(path: path, bytes: bytes))
    case .tooLarge:
      notes.append(Note("file-too-large", "\(path): too large; skipped."))
      isComplete = false
    case .unreadable:
      notes.append(Note("file-unreadable", "\(path): cannot be read."))
      isComplete = false
    case .notRegularFile: break
    }
  }

  // MARK: File system

  private enum Content {
    case read([UInt8])
    case tooLarge
    case unreadable
    case notRegularFile
  }

  private static func bytes(of path: FilePath, limit: Int) -> Content {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, [.nonBlocking, .noControllingTerminal, .noFollow])
      defer { try? file.close() }
      guard let status = try? file.status(), status.kind == .regular else { return .notRegularFile }
      guard status.size >= 0, status.size <= limit else { return .tooLarge }
      guard let bytes = try file.bytesToEnd(expecting: status.size, limit: limit) else { return .tooLarge }
      return .read(bytes)
    } catch {
      return .unreadable
    }
  }

  private struct Entry {
    var name: String
    var isFolder: Bool
  }

  /// Returns folders and files sorted by name, without links, other kinds of entries, and names that are not UTF-8.
  private func list(_ path: String) -> [Entry]? {
    let folder = path.isEmpty ? root : root.appending(path)
    var entries: [Entry] = []
    do throws(SystemError) {
      try FolderEntry.visit(folder, followsLink: false) { entry in
        guard entry.kind == .folder || entry.kind == .file, let name = String(validating: entry.name, as: UTF8.self)
        else { return true }
        entries.append(Entry(name: name, isFolder: entry.kind == .folder))
        return entries.count <= entriesLeft
      }
    } catch {
      return nil
    }
    return entries.sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
  }
}
