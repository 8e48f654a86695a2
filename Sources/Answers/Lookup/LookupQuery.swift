import DebugInfo
package import Platform
package import Symbolication
import Vocabulary
import Workflow

/// What identifies the image of which addresses are looked up, checked.
package struct LookupQuery {
  /// A value that cannot be used; `message` names the option.
  package struct Invalid: Error {
    /// The option, the value, and what to write instead.
    package let message: String
  }

  /// The name of the symbol file, as the user gave it.
  private let name: String
  private let architectureName: String?
  private let architecture: Architecture?
  private let id: BuildID?
  /// The load address of the image, if the addresses are those of a process.
  package let loadAddress: UInt64?

  /// Checks the texts of a user or an agent.
  ///
  /// - Parameter name: The name of the symbol file, for messages.
  package init(name: String, architecture: String?, uuid: String?, loadAddress: String?) throws(Invalid) {
    if let loadAddress, Lookup.address(loadAddress.utf8) == nil {
      throw Invalid(
        message: "--load-address: '\(loadAddress)' is not an address. Use a form such as 0x21e205000.")
    }
    if let uuid, BuildID(uuid) == nil {
      throw Invalid(
        message:
          "--uuid: '\(uuid)' is not a UUID or build ID. Use hexadecimal digits: 32, or as many as the build ID has.")
    }
    if let architecture, Architecture(name: architecture) == nil {
      throw Invalid(
        message:
          "--arch: '\(architecture)' is not an architecture. Use a name such as x86_64, arm64 or arm64e.")
    }
    self.name = name
    architectureName = architecture
    self.architecture = architecture.flatMap { Architecture(name: $0) }
    id = uuid.flatMap { BuildID($0) }
    self.loadAddress = loadAddress.flatMap { Lookup.address($0.utf8) }
  }

  /// Returns the slice to search. Throws a `CommandFault` if there is none, or more than one.
  ///
  /// - Parameter file: The file that `name` means.
  package func slice(of file: FilePath) throws -> LookupTarget.Slice {
    let name = Terminal.quotedFileName(self.name)
    let target: LookupTarget
    do {
      target = try LookupTarget.open(file, id: id)
    } catch {
      throw CommandFault(.nothingDone, "\(name): \(error.explanation)")
    }
    var slices = target.slices
    if let id { slices = slices.filter { $0.file.identifier == id } }
    if let architecture {
      slices = slices.filter { $0.file.architecture == architecture }
    }
    if let slice = slices.first, slices.count == 1 { return slice }
    let known = "It contains " + target.slices.map { String(describing: $0.file) }.joined(separator: ", ") + "."
    if slices.isEmpty {
      let wanted = id.map { "\($0.uuid == nil ? "build ID" : "UUID") \($0)" } ?? architectureName ?? ""
      throw CommandFault(.nothingDone, "\(name) has no slice for \(wanted)", hint: known)
    }
    throw CommandFault(.wrongUse, "\(name) has several architectures: select one with --arch or --uuid", hint: known)
  }
}
