package import History

/// The builds of apps in order, as a history knows them.
package struct OrderedBuilds: Sendable {
  private var apps: [String: [BuildMatrix.Build]] = [:]

  /// Creates a list without builds.
  package init() {}

  init(_ matrices: [BuildMatrix]) {
    for matrix in matrices { apps[matrix.app] = matrix.builds }
  }

  /// Returns a build, and the one before it; `nil` if the build is not known, or if several builds have its name.
  ///
  /// - Parameters:
  ///   - app: A bundle identifier, else a process name.
  ///   - first: The name of the build: CFBundleVersion, else the marketing version.
  package func pair(of app: String, first: String) -> (before: BuildMatrix.Build?, first: BuildMatrix.Build)? {
    let builds = apps[app] ?? []
    let found = builds.indices.filter { builds[$0].build == first }
    guard found.count == 1, let index = found.first else { return nil }
    return (index > 0 ? builds[index - 1] : nil, builds[index])
  }
}

extension Recorder {
  /// The maximum number of builds of an app that are considered.
  private static var maxBuilds: Int { 10_000 }

  /// Returns the builds of all apps; empty without a history.
  package func orderedBuilds() -> OrderedBuilds {
    OrderedBuilds(openStore.flatMap { try? $0.buildMatrices(builds: Self.maxBuilds, issues: 0) } ?? [])
  }
}
