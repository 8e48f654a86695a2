import ArgumentParser
import Workflow

/// A command that receives its environment as a value and returns its exit status.
protocol Subcommand: ParsableCommand {
  func perform(_ session: Session) throws -> ExitStatus
}

/// The exit status of the command that `run` ran, which is returned unchanged.
struct ForeignStatus: Error {
  var status: Int32
}
