import CrashReports
import Pages

/// A resource of the endpoint.
enum ReceiverRoute: Hashable {
  case health
  case reports
  /// Symbol files.
  case symbols
  /// OpenTelemetry's logs and traces (OTLP/HTTP).
  case logs, traces
  /// Sentry's two resources; their path contains a project, which is ignored: the token names the app.
  case sentryEnvelope, sentryEvent

  /// The resource at a decoded path without its first slash; `nil` if there is none.
  init?(_ path: String) {
    switch path {
    case "health": self = .health
    case "v1/reports": self = .reports
    case "v1/symbols": self = .symbols
    case "v1/logs": self = .logs
    case "v1/traces": self = .traces
    default:
      var parts = path.split(separator: "/", omittingEmptySubsequences: false)
      // Old SDKs leave out the last slash.
      if parts.last == "" { parts.removeLast() }
      guard parts.count == 3, parts[0] == "api", !parts[1].isEmpty else { return nil }
      switch parts[2] {
      case "envelope": self = .sentryEnvelope
      case "store": self = .sentryEvent
      default: return nil
      }
    }
  }

  /// The kind of request of OpenTelemetry; `nil` for other resources.
  var telemetry: OpenTelemetryMessage.Request? {
    switch self {
    case .logs: .logs
    case .traces: .traces
    case .health, .reports, .symbols, .sentryEnvelope, .sentryEvent: nil
    }
  }

  /// The content type of OpenTelemetry's protocol buffers.
  static let protobuf = "application/x-protobuf"

  var isSentry: Bool { self == .sentryEnvelope || self == .sentryEvent }

  /// Returns the reason to reject a content type without parameters, in lower case; `nil` to accept it.
  func refusal(ofType type: String) -> ReceiverAnswer? {
    if telemetry != nil, type != "application/json", type != Self.protobuf {
      return .refusal(
        .unsupportedMediaType,
        "Only OTLP/HTTP is read: with Content-Type application/x-protobuf or application/json.")
    }
    if type.hasPrefix("multipart/") {
      return .refusal(
        .unsupportedMediaType, "Forms are not read. Send the report as the body: curl --data-binary @FILE.")
    }
    return nil
  }
}
