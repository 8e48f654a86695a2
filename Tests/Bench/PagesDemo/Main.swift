import Dispatch
import Foundation
import MadePages
import Pages
import Vocabulary
import Platform

/// Shows the pages of a made history: `PagesDemo serve [--port N] [usual|hostile|empty]`, `PagesDemo write DIR [flavour]`.
@main enum PagesDemo {
  static func main() async throws {
    var words = Array(CommandLine.arguments.dropFirst())
    var port: UInt16 = 0
    if let at = words.firstIndex(of: "--port"), at + 1 < words.count {
      port = UInt16(words[at + 1]) ?? 0
      words.removeSubrange(at...at + 1)
    }
    let flavour = words.compactMap(MadeHistory.Flavour.init(rawValue:)).first ?? .usual
    let issues = words.compactMap { Int($0) }.first ?? 34
    let history = MadeHistory(flavour, issues: issues)
    if words.first == "write", words.count > 1 {
      let start = ContinuousClock.now
      let summary = try SiteWriter(directory: FilePath(words[1])).write(history)
      print("\(summary.written) written, \(summary.unchanged) unchanged, \(summary.removed) removed", terminator: "")
      print(" in \(ContinuousClock.now - start)")
      return
    }
    let server = PageServer(history, port: port)
    let task = Task {
      try await server.run { address in
        print(address)
        fflush(nil)
      }
    }
    signal(SIGTERM, SIG_IGN)
    let terminate = DispatchSource.makeSignalSource(signal: SIGTERM)
    terminate.setEventHandler { @Sendable in task.cancel() }
    terminate.resume()
    try await task.value
    print("ended")
  }
}
