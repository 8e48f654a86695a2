import CrashReports
import DebugInfo
import Vocabulary
import Platform

/// The symbol files of several folders, by UUID and by name.
struct SymbolCatalog: Sendable {
  let folders: [SymbolFolder]
  private var byID: [BuildID: [SymbolFileEntry]] = [:]
  private var byName: [String: [SymbolFileEntry]] = [:]

  init(_ folders: [SymbolFolder]) {
    self.folders = folders
    for entry in folders.lazy.flatMap({ $0.entries }) {
      byID[entry.id, default: []].append(entry)
      for name in entry.names { byName[name, default: []].append(entry) }
    }
  }

  /// Returns the files with this UUID or build ID in the order in which they were found, which is the order of the user's
  /// paths.
  func entries(_ id: BuildID) -> [SymbolFileEntry] {
    if let found = byID[id] { return found }
    // A Breakpad symbol file may state only the first 16 bytes, and pads a shorter identifier with zeros.
    var first = Array(id.bytes.prefix(16))
    while first.count < 16 { first.append(0) }
    guard let prefix = BuildID(bytes: first), prefix != id else { return [] }
    return (byID[prefix] ?? []).filter(\.isPrefix)
  }

  /// Returns the outcome for an image without a matching file: the closest file with the same name, if any.
  func nearest(_ image: BinaryImage, _ architecture: String?) -> ImageSymbols {
    let file = image.path?.split(separator: "/").last.map(String.init)
    guard let named = [image.name, file].lazy.compactMap({ $0.flatMap { byName[$0] } }).first else {
      return ImageSymbols(.noSymbolFile)
    }
    let wanted = architecture.flatMap { Architecture(name: $0) }
    // Reports contain arm64 for arm64e, so a different subtype alone is not a mismatch.
    let offered =
      named.first { $0.architecture == wanted } ?? named.first { $0.architecture.cpuType == wanted?.cpuType }
    guard let entry = offered ?? named.first else { return ImageSymbols(.noSymbolFile) }
    let isOther = wanted != nil && offered == nil
    var answer = ImageSymbols(isOther ? .architectureMismatch : .uuidMismatch, file: entry.bundle.text)
    answer.foundUUID = entry.uuid
    answer.foundBuildID = entry.uuid == nil ? entry.id : nil
    answer.foundArchitectures = named.filter { $0.path == entry.path }.map(\.architecture.name).joined(separator: ", ")
    return answer
  }
}
