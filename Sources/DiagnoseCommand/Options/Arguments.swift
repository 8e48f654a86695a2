import Answers
import ArgumentParser
import Bytes
import Diagnosis
import Presentation
import Workflow

/// A duration such as `2s`, `500ms`, `5m`, `1h` or `400d`, or a number of seconds.
struct DurationArgument: ExpressibleByArgument, Sendable {
  /// The duration in seconds: at most a hundred years.
  var seconds: Double

  init(seconds: Double) { self.seconds = seconds }

  init?(argument: String) {
    guard let seconds = RelativeTime.seconds(argument) else { return nil }
    self.seconds = seconds
  }

  var defaultValueDescription: String {
    seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(Int(seconds * 1000))ms"
  }
}

/// A label, `KEY=VALUE`.
struct LabelArgument: ExpressibleByArgument, Sendable {
  var key: String
  var value: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
    key = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
  }

  static func dictionary(_ labels: [LabelArgument]) -> [String: String] {
    labels.reduce(into: [:]) { $0[$1.key] = $1.value }
  }
}

/// A format and the file to write it to, `FORMAT=FILE`.
struct FormatFileArgument: ExpressibleByArgument, Sendable {
  var format: String
  var file: OutputArgument

  init(format: String, file: OutputArgument) {
    self.format = format
    self.file = file
  }

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex,
      argument.index(after: equals) != argument.endIndex
    else { return nil }
    self.init(
      format: String(argument[..<equals]), file: OutputArgument(String(argument[argument.index(after: equals)...])))
  }
}

/// A number of bytes, optionally with the suffix `K`, `M` or `G`.
struct SizeArgument: ExpressibleByArgument, Sendable {
  var bytes: Int

  init(bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    var digits = argument.uppercased()[...]
    if digits.hasSuffix("B") { digits = digits.dropLast() }
    var shift = 0
    if let unit = digits.last, let location = ["K", "M", "G"].firstIndex(of: unit) {
      shift = (location + 1) * 10
      digits = digits.dropLast()
    }
    guard let number = Int(digits), number > 0, number <= (1 << 40) >> shift else { return nil }
    bytes = number << shift
  }

  var defaultValueDescription: String { "\(bytes >> 20)M" }
}

/// A number of bytes as above, or 0.
struct SizeOrNone: ExpressibleByArgument, Sendable {
  var bytes: Int

  init(bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    guard let size = argument == "0" ? 0 : SizeArgument(argument: argument)?.bytes else { return nil }
    bytes = size
  }

  var defaultValueDescription: String { "\(bytes >> 20)M" }
}

/// When to write in color.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable, Sendable { case auto, always, never }

extension FailCondition: ExpressibleByArgument {}

extension OutputArgument: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

/// The frames to show: wraps `FrameSelection` so that the parser can create it.
struct FramesArgument: ExpressibleByArgument, Sendable {
  var selection: FrameSelection

  init?(argument: String) {
    switch argument {
    case "app": selection = .app
    case "all": selection = .all
    default:
      guard let count = Int(argument), count >= 0, count <= 1_000_000 else { return nil }
      selection = .count(count)
    }
  }
}

/// The minimum confidence of the findings that are shown.
enum ConfidenceArgument: String, ExpressibleByArgument, CaseIterable, Sendable {
  case certain, likely, possible

  var confidence: Confidence { Confidence(rawValue: rawValue) ?? .possible }
}
