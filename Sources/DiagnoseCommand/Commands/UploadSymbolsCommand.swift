import ArgumentParser
import Bytes
import Platform
import Symbolication
import SymbolServers
import Vocabulary
import Workflow

/// Sends symbol files to an endpoint of `receive`.
struct UploadSymbolsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "upload-symbols", abstract: "Send symbol files to an endpoint of receive.",
    discussion: """
      Sends the dSYMs, ELF files with debug information and Breakpad symbol files in the named files, folders and \
      archives, each with one request. The endpoint stores them by UUID or build ID, and acknowledges what is on disk. \
      Sending a file again changes nothing.

      The token is in the variable DIAGNOSE_UPLOAD_TOKEN or in a file: diagnose receive --add-token NAME --for-symbols.

      Exit status: 0 when all files are stored; 2 if none is; 3 if some are.

      Examples:
        diagnose upload-symbols build/dSYMs --to https://crashes.example.com
        diagnose upload-symbols .build/release/MyServer.debug --to https://crashes.example.com
        diagnose upload-symbols MyApp.xcarchive --to http://127.0.0.1:8424 --token-file token
      """)

  @Argument(
    help: ArgumentHelp("Send the symbol files in this file, folder or archive.", valueName: "path"), completion: .file()
  )
  var paths: [String]

  @Option(help: ArgumentHelp("Send them to the endpoint at this address.", valueName: "url"))
  var to: String

  @Option(
    help: ArgumentHelp("Read the token from this file; DIAGNOSE_UPLOAD_TOKEN is used without it.", valueName: "file"),
    completion: .file())
  var tokenFile: String?

  @Flag(help: "Send images without debug information, too.")
  var images = false

  @Flag(help: "List the files, and send nothing.")
  var dryRun = false

  func validate() throws {
    if paths.contains("") { throw ValidationError("A path is empty. Name a file or folder.") }
    guard let address = try? WebAddress(to), !address.target.contains("?") else {
      throw ValidationError("--to is not an address of the form https://HOST or http://127.0.0.1:PORT.")
    }
    if !address.isSecure, !address.isLoopback {
      throw ValidationError("--to would send the token without encryption. Use https.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    guard let address = try? WebAddress(to) else { return .wrongUse }
    var (files, unreadable) = (found: [SymbolFileList.Item](), 0)
    for path in FilePath.arguments(paths) {
      let list = SymbolFileList(path)
      let items = list.items.filter { images || $0.hasDebugInfo }
      if let fault = list.firstUnreadable {
        Console.writeMessage("\(Terminal.quotedFileName(fault.path)): \(fault.explanation)")
        unreadable += 1
      } else if items.isEmpty {
        Console.writeMessage(
          "\(Terminal.quotedFileName(path.text)): \(list.items.isEmpty ? "no symbol file with a UUID or build ID" : "only images (--images sends them)")"
        )
        unreadable += 1
      }
      files += items
    }
    guard !files.isEmpty else { return .nothingDone }
    if dryRun {
      for file in files { try print(file, "not sent") }
      return unreadable == 0 ? .done : .partlyDone
    }
    let stored = try send(files, SymbolUpload(to: address, token: try token(session)))
    return stored == files.count && unreadable == 0 ? .done : stored == 0 ? .nothingDone : .partlyDone
  }

  /// Sends the files, until the endpoint cannot be used. Returns how many were stored.
  private func send(_ files: [SymbolFileList.Item], _ upload: SymbolUpload) throws -> Int {
    var stored = 0
    for file in files {
      let shown = Terminal.quotedFileName(file.shown)
      do {
        try upload.send(try file.open())
        stored += 1
        try print(file, "stored")
      } catch let fault as SymbolUpload.Fault {
        Console.writeMessage("\(shown): \(fault.words)")
        if fault.isOfEndpoint { break }
      } catch let fault as OpeningFault {
        Console.writeMessage("\(shown): \(fault.explanation)")
      }
    }
    return stored
  }

  private func print(_ file: SymbolFileList.Item, _ words: String) throws {
    let name = Terminal.quotedFileName(file.shown)
    for id in file.ids { try StandardStreams.output("\(id)  \(name): \(words)\n") }
  }

  private func token(_ session: Session) throws -> String {
    if let tokenFile {
      let path = FilePath(tokenFile)
      let bytes: [UInt8]
      do throws(SystemError) {
        let file = try FileDescriptor(opening: path, [.nonBlocking])
        defer { try? file.close() }
        bytes = try file.bytes(at: 0, count: 4_096)
      } catch {
        throw CommandFault(
          .wrongUse, "--token-file: \(Terminal.quotedFileName(path.text)): \(StandardStreams.reason(error))")
      }
      return String(streamSafe: bytes.prefix { $0 > 0x20 })
    }
    guard let token = session.variable("DIAGNOSE_UPLOAD_TOKEN") else {
      throw CommandFault(
        .wrongUse, "a token is missing", hint: "Set DIAGNOSE_UPLOAD_TOKEN, or name a file with --token-file.")
    }
    return token
  }
}
