import Platform

extension Watcher {
  /// What is watched, and how.
  struct Settings {
    var folders: [FilePath]
    /// Whether all subfolders are watched, or only `Retired` and bundles.
    var isRecursive: Bool
    var rescan: Double
    var isOnce: Bool
    /// The number of reading threads.
    var jobs: Int
    var examination: FileExamination.Rules

    /// Returns true if a subfolder is watched. Bundles are, regardless of the names of their folders.
    func follows(_ folder: FilePath) -> Bool {
      if let bundle = bundle(around: folder) { return bundle.isFollowed }
      if isRecursive { return !isUnsearched(folder) }
      return folder.lastComponent.elementsEqual("Retired".utf8) && folders.contains(folder.parent)
    }

    /// Returns true for a folder that is not searched. A folder that the user named is.
    private func isUnsearched(_ folder: FilePath) -> Bool {
      !folders.contains(folder) && UnsearchedFolders.contains(folder)
    }

    /// Returns true if a file in a watched folder is read.
    func reads(_ file: FilePath) -> Bool {
      !SourceFileName.matches(file) && bundle(around: file.parent)?.mayHold(file) != false
    }

    /// Returns the innermost bundle that `folder` is or is in.
    func bundle(around folder: FilePath) -> ReportBundle? {
      var folder = folder
      while true {
        if let bundle = ReportBundle(folder) { return bundle }
        let parent = folder.parent
        if parent == folder || folders.contains(folder) { return nil }
        folder = parent
      }
    }
  }
}
