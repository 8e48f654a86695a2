import ArgumentParser
import Documents
import Platform
import Presentation
import Vocabulary

struct DoctorCommand: Subcommand {
  static let configuration = CommandConfiguration(commandName: "doctor")
  func perform(_ session: Session) throws -> ExitStatus { .done }
}
