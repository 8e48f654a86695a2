internal import Bytes
internal import Vocabulary

/// A property of reports whose values may be more or less frequent in an issue than in others.
///
/// To add one, add a line to the catalog and its value to `SampledReports`.
package struct AssociatedProperty: Sendable, Hashable {
  /// The permanent identifier in JSON documents.
  package let id: String
  /// What precedes a value in a sentence: `on`, `in build`; empty for values that are phrases themselves.
  let preposition: String
  /// Properties of one group say the same in more or less detail, so only one of them is reported.
  let group: String

  private init(_ id: String, _ preposition: String, group: String? = nil) {
    self.id = id
    self.preposition = preposition
    self.group = group ?? id
  }

  /// Builds of the app.
  static let build = AssociatedProperty("build", "in build")
  /// Versions of the operating system.
  static let os = AssociatedProperty("os", "on")
  /// Operating systems with their major version.
  package static let majorOS = AssociatedProperty("majorOS", "on", group: "os")
  /// Device models.
  static let device = AssociatedProperty("device", "on")
  /// Kinds of devices: `iPad`, `MacBookPro`.
  static let deviceFamily = AssociatedProperty("deviceFamily", "on", group: "device")
  /// Architectures of the process.
  static let architecture = AssociatedProperty("architecture", "on")
  /// Names of processes, such as those of extensions.
  static let process = AssociatedProperty("process", "in process")
  /// The time between the launch of the process and the crash.
  static let launch = AssociatedProperty("sinceLaunch", "")

  /// Dispatch queues of the crashed thread.
  static let queue = AssociatedProperty("queue", "on queue")
  /// Scheduling roles of the process.
  static let role = AssociatedProperty("role", "with role")
  /// Classes of the address whose access failed.
  static let addressClass = AssociatedProperty("addressClass", "with fault address:")

  /// All properties whose values are compared, in the order of the sentences.
  package static let catalog: [AssociatedProperty] = [
    .build, .majorOS, .os, .deviceFamily, .device, .architecture, .process, .launch,
    .queue, .role, .addressClass,
  ]

  /// One device, of which only a hash is stored.
  package static let oneDevice = AssociatedProperty("oneDevice", "on")
}

extension AssociatedProperty {
  /// Returns a system with its major version only: `iOS 26` for `iOS 26.1`; `nil` if the text has no version.
  static func majorVersion(ofSystem text: String) -> String? {
    let words = text.split(separator: " ", maxSplits: 8)
    guard let index = words.firstIndex(where: { $0.utf8.first.map { $0.isDigit } == true }), index > 0 else {
      return nil
    }
    let major = words[index].prefix { $0 != "." && $0 != "," }
    return (words[..<index] + [major]).joined(separator: " ")
  }

  /// Returns the kind of a device: `iPhone` for `iPhone15,2`; `nil` if the text is not the identifier of a model.
  static func family(ofDevice text: String) -> String? {
    let name = text.prefix { !($0.isASCII && $0.isNumber) }
    let numbers = text[name.endIndex...].split(separator: ",", omittingEmptySubsequences: false)
    guard !name.isEmpty, numbers.count == 2, numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0.isDigit } })
    else { return nil }
    return String(name)
  }

  /// Returns when a process crashed after its launch; `nil` if the times contradict each other. Times are in seconds, so that
  /// a second is added to each limit.
  static func sinceLaunch(_ launched: Timestamp, _ crashed: Timestamp) -> String? {
    let seconds = crashed.seconds - launched.seconds
    switch seconds {
    case ..<0: return nil
    case ...2: return "within 3 s of launch"
    case ...60: return "3 s to 1 min after launch"
    case ...600: return "1 to 10 min after launch"
    default: return "more than 10 min after launch"
    }
  }
}
