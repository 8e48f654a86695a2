import CrashReports
import DebugInfo
import Vocabulary
import Platform

/// The symbol files of some folders, by UUID and by name.
struct SymbolCatalog: Sendable {
  let folders: [SymbolFolder]
  private var byUUID: [ImageUUID: [SymbolFileEntry]] = [:]
  private var byName: [String: [SymbolFileEntry]] = [:]

  init(_ folders: [SymbolFolder]) {
    self.folders = folders
    for entry in folders.lazy.flatMap({ $0.entries }) {
      byUUID[entry.uuid, default: []].append(entry)
      for name in entry.names { byName[name, default: []].append(entry) }
    }
  }

  /// In the order in which they were found: that of the places, as the user named them.
  func entries(_ uuid: ImageUUID) -> [SymbolFileEntry] { byUUID[uuid] ?? [] }

  /// What is to be said of an image that no file fits: the file of the same name that comes nearest.
  func nearest(_ image: BinaryImage, _ architecture: String?) -> ImageSymbols {
    let file = image.path?.split(separator: "/").last.map(String.init)
    guard let named = [image.name, file].lazy.compactMap({ $0.flatMap { byName[$0] } }).first else {
      return ImageSymbols(.noSymbolFile)
    }
    let wanted = architecture.flatMap { Architecture(name: $0) }
    // Reports say arm64 for arm64e: that alone makes no other processor.
    let offered =
      named.first { $0.architecture == wanted } ?? named.first { $0.architecture.cpuType == wanted?.cpuType }
    guard let entry = offered ?? named.first else { return ImageSymbols(.noSymbolFile) }
    let isOther = wanted != nil && offered == nil
    var answer = ImageSymbols(isOther ? .architectureMismatch : .uuidMismatch, file: entry.bundle.text)
    answer.foundUUID = entry.uuid
    answer.foundArchitectures = named.filter { $0.path == entry.path }.map(\.architecture.name).joined(separator: ", ")
    return answer
  }
}
