/// Names of folders into which package managers copy the code of dependencies.
package enum DependencyFolders {
  /// Folders that belong to a package manager.
  package static let managers: Set<String> = ["Pods", "Carthage", "SourcePackages", "node_modules"]
  /// Folders in which each dependency has a folder of its own: those of CocoaPods, SwiftPM, Carthage and npm.
  package static let checkouts: Set<String> = ["Pods", "checkouts", "Checkouts", "node_modules"]
}
