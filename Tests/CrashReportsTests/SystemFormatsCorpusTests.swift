import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// Stackshots, panics and Swift crash logs, compared value by value with a second, independent reader: Foundation's JSON
/// parser and string splitting. Third-party files are read from the folder beside the checkout, if it exists.
struct SystemFormatsCorpusTests {
  static let shared: [URL] = {
    guard let shared = Repository.sharedData else { return [] }
    let manager = FileManager.default
    return ["corpus/ips-json-other", "corpus/hang-spin-sample", "review/peers-files"].flatMap { folder in
      let url = shared.appendingPathComponent(folder)
      let names = (try? manager.contentsOfDirectory(atPath: url.path)) ?? []
      return names.sorted().map { url.appendingPathComponent($0) }
    }
  }()

  static let samples: [URL] = ["swift-backtrace", "stackshot", "panic"].flatMap { folder in
    let url = Repository.root.appendingPathComponent("sample-logs/\(folder)")
    return ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted().map {
      url.appendingPathComponent($0)
    }
  }

  @Test(arguments: samples) func samplesHaveTheValuesOfTheText(_ url: URL) throws { try compare(url) }

  @Test(.enabled(if: !shared.isEmpty, "needs the corpus of third-party reports beside the checkout"), arguments: shared)
  func reportsHaveTheValuesOfTheText(_ url: URL) throws { try compare(url) }

  private func compare(_ url: URL) throws {
    let data = try Data(contentsOf: url)
    guard data.count < 8_000_000, let text = String(data: data, encoding: .utf8) else { return }
    let outcome = ReportReader.read([UInt8](data))
    if let json = body(text, "\"crashReport\""), let report = outcome.reports.first?.value {
      try compareCrashLog(json, report)
    } else if let json = body(text, "\"processByPid\""), json["panicString"] == nil, json["string"] == nil,
      let report = outcome.reports.first?.value
    {
      try compareStackshot(json, report)
    } else if text.hasPrefix("panic(cpu"), let report = outcome.reports.first?.value {
      comparePanic(text, report)
    }
  }

  /// The last JSON object of a text that contains `mark`.
  private func body(_ text: String, _ mark: String) -> [String: Any]? {
    guard text.contains(mark) else { return nil }
    for start in text.indices
    where text[start] == "{" && (start == text.startIndex || text[text.index(before: start)].isNewline) {
      guard let data = text[start...].data(using: .utf8),
        let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
      else { continue }
      return json
    }
    return nil
  }

  private func number(_ value: Any?) -> UInt64? {
    if let text = value as? String { return UInt64(text.dropFirst(2), radix: 16) }
    return (value as? NSNumber)?.uint64Value
  }

  private func compareCrashLog(_ json: [String: Any], _ report: CrashReport) throws {
    #expect(report.exception?.message == json["description"] as? String)
    #expect(report.host.architecture == json["architecture"] as? String)
    #expect(report.host.os == json["platform"] as? String)
    #expect(report.times?.crashed?.asWritten == json["timestamp"] as? String)
    let threads = try #require(json["threads"] as? [[String: Any]])
    #expect(report.threads?.count == threads.count)
    for (expected, thread) in zip(threads, report.threads ?? []) {
      #expect(thread.name == expected["name"] as? String)
      #expect(thread.crashed == (expected["crashed"] as? Bool ?? false))
      let registers = expected["registers"] as? [String: String] ?? [:]
      #expect(
        Dictionary(uniqueKeysWithValues: (thread.registers ?? []).map { ($0.name, $0.value) })
          == registers.mapValues { number($0) ?? 0 })
      let frames = (expected["frames"] as? [[String: Any]] ?? []).filter { $0["address"] != nil }
      #expect(thread.frames.count == frames.count)
      for (expected, frame) in zip(frames, thread.frames) {
        #expect(frame.address?.value == number(expected["address"]))
        #expect(frame.image == expected["image"] as? String)
        #expect(frame.inlined == (expected["inlined"] as? Bool ?? false))
        let location = expected["sourceLocation"] as? [String: Any]
        #expect(frame.source?.file == location?["file"] as? String)
        #expect(frame.source?.line ?? 0 == (location?["line"] as? Int ?? 0))
        if let description = expected["description"] as? String {
          #expect(description == frame.symbol?.name || description.hasPrefix((frame.symbol?.name ?? "?") + " + "))
        }
      }
    }
    let images = json["images"] as? [[String: Any]] ?? []
    #expect(report.images?.map { $0.name } == images.map { $0["name"] as? String })
    #expect(report.images?.map { $0.loadAddress?.value } == images.map { number($0["baseAddress"]) })
  }

  private func compareStackshot(_ json: [String: Any], _ report: CrashReport) throws {
    let processes = try #require(json["processByPid"] as? [String: [String: Any]])
    let pid = try #require(report.process?.pid)
    // The identifier in the reason, next to the name: `Name:412 …`, `Name: … [412]`.
    if let reason = json["reason"] as? String {
      let parts = reason.split { !$0.isNumber }.compactMap { Int($0) }
      let named = parts.first { part in
        processes["\(part)"].flatMap { $0["procname"] as? String }.map { reason.hasPrefix($0) } ?? false
      }
      if let named { #expect(pid == named) }
    }
    let process = try #require(processes.values.first { ($0["pid"] as? Int) == pid })
    #expect(report.process?.name == process["procname"] as? String)
    let threads = try #require(process["threadById"] as? [String: [String: Any]])
    #expect(report.threads?.count == threads.count)
    let sorted = threads.sorted { (UInt64($0.key) ?? 0) < (UInt64($1.key) ?? 0) }.map(\.value)
    let images = json["binaryImages"] as? [[Any]] ?? []
    for (expected, thread) in zip(sorted, report.threads ?? []) {
      #expect(thread.name == expected["name"] as? String)
      let user = expected["userFrames"] as? [[NSNumber]] ?? []
      let frames = user.isEmpty ? expected["kernelFrames"] as? [[NSNumber]] ?? [] : user
      let addresses = frames.map { frame -> UInt64 in
        let index = frame[0].intValue
        let base = images.indices.contains(index) ? (images[index][1] as? NSNumber)?.uint64Value ?? 0 : 0
        return base &+ frame[1].uint64Value
      }
      var kept = addresses
      while kept.last == 0 { kept.removeLast() }
      #expect(thread.frames.map { $0.address?.value } == kept)
    }
  }

  private func comparePanic(_ text: String, _ report: CrashReport) {
    var expected: [String: UInt64] = [:]
    let head = text.components(separatedBy: "Debugger message").first ?? ""
    let words = head.split { $0.isWhitespace }
    for (name, value) in zip(words, words.dropFirst()) where name.hasSuffix(":") && value.hasPrefix("0x") {
      expected[String(name.dropLast())] = UInt64(value.dropFirst(2), radix: 16)
    }
    guard expected["pc"] != nil else { return }
    let registers = report.threads?.first?.registers ?? []
    #expect(Dictionary(uniqueKeysWithValues: registers.map { ($0.name, $0.value) }) == expected)
  }
}
