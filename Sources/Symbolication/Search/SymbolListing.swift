import DebugInfo
package import Platform
package import Vocabulary

/// The dSYMs in one location, for a check of the locations.
package struct SymbolListing: Sendable {
  /// A dSYM and the images that it describes.
  package struct DSYM: Sendable, Equatable {
    /// The bundle, or the file without one.
    package var path: FilePath
    /// The UUID and the name of the architecture of each slice.
    package var slices: [Slice]
  }

  /// A slice of a dSYM.
  package struct Slice: Sendable, Equatable {
    /// The UUID of the image.
    package var uuid: ImageUUID
    /// The name of its architecture, such as `arm64`.
    package var architecture: String
  }

  /// The dSYMs, in the order in which they are searched.
  package private(set) var dSYMs: [DSYM] = []
  /// The number of other Mach-O files: images, which have only the names of functions.
  package private(set) var images = 0
  /// True if the search stopped at a limit.
  package let isIncomplete: Bool
  /// The number of files and folders that could not be opened.
  package let unreadable: Int

  /// Searches a file or a folder, as for symbolication. Reads the headers of all Mach-O files.
  package init(_ path: FilePath) {
    let folder = SymbolFolder(path)
    isIncomplete = folder.isIncomplete
    unreadable = folder.unreadableCount
    for entry in folder.entries {
      guard entry.isDSYM else {
        images += 1
        continue
      }
      guard let uuid = entry.uuid else { continue }
      let slice = Slice(uuid: uuid, architecture: entry.architecture.name)
      if dSYMs.last?.path == entry.bundle {
        dSYMs[dSYMs.count - 1].slices.append(slice)
      } else {
        dSYMs.append(DSYM(path: entry.bundle, slices: [slice]))
      }
    }
  }
}
