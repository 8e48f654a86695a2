public import Foundation

/// Paths in the repository, derived from the path of this file, so that tests run from any directory.
public enum Repository {
  /// The root of the package.
  public static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  public static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  public static func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(path))) }

  public static func text(of path: String) throws -> String { String(decoding: try bytes(of: path), as: UTF8.self) }

  /// Returns all regular files below `path`, sorted, as paths relative to the root.
  public static func files(below path: String) -> [String] {
    let base = url(path)
    guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
    var found: [String] = []
    for case let name as String in walk {
      var isDirectory: ObjCBool = false
      let full = base.appendingPathComponent(name).path
      if FileManager.default.fileExists(atPath: full, isDirectory: &isDirectory), !isDirectory.boolValue {
        found.append(path + "/" + name)
      }
    }
    return found.sorted()
  }

  /// The folder of third-party test data in the parent folder of the repository; `nil` if it is missing. Tests that
  /// need it are then disabled with `.enabled(if:)`.
  public static let sharedData: URL? = {
    let url = root.deletingLastPathComponent().appendingPathComponent("shared")
    return FileManager.default.fileExists(atPath: url.appendingPathComponent("corpus/manifest.csv").path) ? url : nil
  }()

  /// True if expected files must be rewritten: `UPDATE_EXPECTED=1 swift test`.
  public static let updatesExpected = ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] == "1"
}
