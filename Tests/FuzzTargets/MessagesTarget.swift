internal import CrashReports
internal import Foundation

extension FuzzTarget {
  package static let messages = FuzzTarget(
    "FuzzMessages",
    exercises:
      "a request of OpenTelemetry in protocol buffers, which becomes JSON that a JSON parser reads, within its limit; the "
      + "reader of reports reads it",
    longest: 1 << 14
  ) { bytes in
    for request in [OpenTelemetryMessage.Request.logs, .traces] {
      let limit = 1 << 16
      guard let json = try? OpenTelemetryMessage.json(bytes, request, limit: limit) else { continue }
      // A text may end after the limit was reached; the next value is not written.
      try require(json.count <= limit + 6 * bytes.count + 64, "\(json.count) bytes of JSON")
      if json.allSatisfy({ $0 < 0x80 }) {
        try require((try? JSONSerialization.jsonObject(with: Data(json))) != nil, "the JSON is not valid")
      }
      _ = ReportReader.read(json)
    }
  }
}
