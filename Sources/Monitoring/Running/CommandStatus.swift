package import Platform
import Workflow

extension ChildProcess.State {
  /// The exit status of a command; 128 and the number for a signal, as in a shell.
  package var commandStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .signaled(let number): 128 + number
    case .running, .lost: ExitStatus.internalFault.rawValue
    }
  }

  /// The signal of a fault that ended a command, or a program that it ran, as a shell reports it; `nil` if none did.
  package var faultSignal: Int32? {
    switch self {
    case .signaled(let number): SignalName.isFault(number) ? number : nil
    case .exited(let status): status > 128 && SignalName.isFault(status - 128) ? status - 128 : nil
    case .running, .lost: nil
    }
  }
}
