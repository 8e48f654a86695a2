import ArgumentParser
import Foundation

/// What is read.
struct InputOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Look into all folders below a folder, not only into its Retired.",
      discussion: """
        Archives (zip, tar, gzip) and bundles (.xccrashpoint, .xcresult, .crash, an unpacked sysdiagnose) are read with \
        all that is in them, whether named or met in a folder that is looked into.
        """))
  var recursive = false

  @Option(help: ArgumentHelp("Largest input read; of an archive, largest file in it.", valueName: "bytes"))
  var maxSize = SizeArgument(bytes: FileReader.defaultLimit)

  @Option(help: ArgumentHelp("Inputs read at once (default: one for each processor).", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 256.") }
  }

  /// Threads for so many inputs. The system is asked for its processors only when that decides.
  func width(for inputs: Int) -> Int {
    guard inputs > 1 else { return 1 }
    return jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
  }
}
