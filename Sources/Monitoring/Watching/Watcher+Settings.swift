package import Platform
package import Workflow

extension Watcher {
  /// What is watched, and how.
  package struct Settings {
    /// The watched folders.
    package var folders: [FilePath]
    /// Whether all subfolders are watched, or only `Retired` and bundles.
    package var isRecursive: Bool
    /// The interval at which the folders are searched again, in seconds.
    package var rescan: Double
    /// Whether the watcher ends when all existing files are read.
    package var isOnce: Bool
    /// The number of reading threads.
    package var jobs: Int
    /// How a file is examined.
    package var examination: FileExamination.Rules

    /// What is watched, and how.
    package init(
      folders: [FilePath], isRecursive: Bool, rescan: Double, isOnce: Bool, jobs: Int,
      examination: FileExamination.Rules
    ) {
      self.folders = folders
      self.isRecursive = isRecursive
      self.rescan = rescan
      self.isOnce = isOnce
      self.jobs = jobs
      self.examination = examination
    }

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
    package func reads(_ file: FilePath) -> Bool {
      !SourceFileName.matches(file) && bundle(around: file.parent)?.mayHold(file) != false
    }

    /// Returns the innermost bundle that `folder` is or is in.
    package func bundle(around folder: FilePath) -> ReportBundle? {
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
