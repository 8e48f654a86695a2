import Knowledge

/// The lists that determine the role of a frame, for findings and for signatures.
///
/// `*` matches any run of characters, and a pattern matches the entire name (`GlobSet`). Function patterns are compared
/// with readable or normalized names, image patterns with short names (`ImageName`).
/// Tests/Fixtures/signatures/lists.json has the same lists as data, and a test compares them: if a change alters the
/// key of a test vector or of a sample log, it requires a new version of the signatures.
package enum FrameRoleLists {
  private static let lists = KnowledgeText.roles.lists

  /// Programs that load the app as a library, and their frameworks; never blamed.
  package static let hostImages = lists["host images"]

  /// The dynamic loader.
  package static let loaderImages = lists["loader images"]

  /// Folders of the system and of Xcode. `Xcode*.app` is one component of a path (`ImageTraits.isSystem(path:)`).
  package static let systemPaths = lists["system paths"]

  /// Bundle identifiers that text reports print instead of image names.
  package static let systemBundleIDs = lists["system bundle IDs"]

  /// Images of the system by name, for reports without paths.
  package static let systemImages = lists["system images"]

  /// The kernel, whose frames are in panics and hangs; an addition to `systemImages` of version 1 of the signatures.
  package static let kernelImages = lists["kernel images"]

  /// Libraries of the system, an addition to `systemImages` of version 1 of the signatures.
  package static let systemLibraries = lists["system libraries"]
  /// Folders of the system and of Xcode, an addition to `systemPaths` of version 1 of the signatures.
  package static let systemFolders = lists["system folders"]

  /// Runtimes of the compiler that are copied into the app's bundle.
  package static let runtimeImages = lists["runtime images"]

  /// Runtimes of managed languages (Mono, .NET) in libraries of their own: they run the app's code, and are never blamed.
  /// Not in version 1 of the signatures.
  package static let managedRuntimeImages = lists["managed runtime images"]
  /// Libraries for memory, threads, objects and system calls: a failure in them is about what their caller did.
  package static let primitiveImages = lists["primitive images"]

  /// Functions of the system that only throw, abort or report a failure.
  package static let machinery = lists["machinery"]

  /// Failure functions of the Swift runtime, which the compiler may inline into any image.
  package static let machineryAnywhere = lists["machinery anywhere"]

  /// Functions that only pass control on: run loop, dispatch, event delivery, thread start.
  package static let glue = lists["glue"]

  /// Functions that the compiler generates for types and closures; never blamed, and dropped from signatures.
  package static let compilerGenerated = lists["compiler generated"]

  /// Functions of the system that call themselves once for each level of a tree of views, layers or responders. Some equal
  /// frames of them are a deep tree, and not an infinite recursion.
  package static let treeWalks = lists["tree walks"]
}
