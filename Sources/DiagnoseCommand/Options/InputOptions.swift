import ArgumentParser
import Workflow

/// Options that control how folders are searched.
struct SearchOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Search only the folder itself, and its Retired subfolder.",
      discussion: """
        Without this, all subfolders are searched, except hidden ones, node_modules, and folders of Xcode that contain \
        programs or symbols. Archives (zip, tar, gzip) and bundles (.xccrashpoint, .xcresult, .crash, an unpacked \
        sysdiagnose) are read completely, whether you name them or they are in a searched folder.
        """))
  var noRecursive = false

  /// Accepted because it was needed before searching subfolders became the default.
  @Flag(name: .customLong("recursive"), help: .hidden)
  var acceptedRecursive = false

  @Flag(help: "List the files that are not reports, with the reason.")
  var listSkipped = false

  /// Whether subfolders are searched.
  var recursive: Bool { !noRecursive }

  func validate() throws {
    if noRecursive, acceptedRecursive {
      throw ValidationError("--recursive and --no-recursive cannot be used together.")
    }
  }
}

/// Options that control which inputs are read.
struct InputOptions: ParsableArguments {
  @OptionGroup var search: SearchOptions

  @Option(help: ArgumentHelp("Read inputs and archive members up to this size.", valueName: "bytes"))
  var maxSize = SizeArgument(bytes: FileReader.defaultLimit)

  @Option(help: ArgumentHelp("Read this many inputs at once (default: one per processor).", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs \(jobs) is not a number from 1 to 256.") }
  }
}
