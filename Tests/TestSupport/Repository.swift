public import Foundation

/// Places in the checkout, found from this file's own path so that tests run from any directory.
public enum Repository {
  /// Root of the package.
  public static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  public static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  public static func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(path))) }

  public static func text(of path: String) throws -> String { String(decoding: try bytes(of: path), as: UTF8.self) }

  /// All regular files below `path`, as paths relative to the root, sorted.
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

  /// The folder of third-party test data beside the checkout, or `nil` where it is absent; tests that need it are
  /// then disabled visibly with `.enabled(if:)`.
  public static let sharedData: URL? = {
    let url = root.deletingLastPathComponent().appendingPathComponent("shared")
    return FileManager.default.fileExists(atPath: url.appendingPathComponent("corpus/manifest.csv").path) ? url : nil
  }()

  /// True when goldens are to be rewritten: `UPDATE_EXPECTED=1 swift test`.
  public static let updatesExpected = ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] == "1"
}
