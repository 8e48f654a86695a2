internal import Bytes
internal import CrashReports
internal import Diagnosis
internal import Foundation
internal import Signatures
internal import Vocabulary

extension ReportColumn {
  /// The columns of `report`, except for `id`, `digest` and `variant_of`, which identify a report.
  ///
  /// To add one: a property of `ReportRecord`, the column in the schema, and a line here.
  static let catalog: [ReportColumn] =
    [incident, pid, ownKey, issue, stack, evidence] + times + [
      .shared("kind", \.kind), .shared("format", \.format),
      .plain("bug_type", \.bugType, Member(get: { $0.source.bugType }, set: { $0.source.bugType = $1 })),
      damaged, build,
      .shared("os", \.os, Member(\.host.os)),
      .shared("os_build", \.osBuild, Member(\.host.osBuild)),
      .shared("device", \.device, Member(\.host.device)),
      .shared("architecture", \.architecture, Member(\.host.architecture)),
      .shared("exception", \.exception, Member(\.exception, \.type, default: { .init() })),
      .shared("signal", \.signal, Member(\.exception, \.signal, default: { .init() })),
      .shared("termination", \.termination, Member(\.termination, \.namespace, default: { .init() })),
      .shared("summary", \.summary), .shared("location", \.location),
    ] + path + [
      program, namedFrames, .plain("reporter", \.reporter),
      .shared("queue", \.queue, Member(get: { QueueName.stored($0.crashedQueue) }, set: { $0.storedQueue = $1 })),
      .shared("role", \.role, Member(get: { short($0.process?.role) }, set: setRole)),
      .shared(
        "address_class", \.addressClass,
        Member(
          get: { short($0.storedAddressClass) ?? AddressClass($0)?.rawValue }, set: { $0.storedAddressClass = $1 })),
    ]

  /// The maximum number of bytes of a role or a class of addresses.
  static let shortLimit = 60

  private static func short(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : String($0.prefix(bytes: shortLimit)) }
  }

  private static func setRole(_ report: inout CrashReport, _ role: String) {
    var process = report.process ?? .init()
    process.role = role
    report.process = process
  }

  // MARK: - The identity of the failure

  private static let incident = ReportColumn(
    name: "incident", write: { new, parameters in parameters.add(new.record.incident.map(IncidentBytes.encoded)) },
    addsNothing: { new, stored in new.record.incident.map(IncidentBytes.encoded) == stored.value() },
    read: { stored, record in record.incident = (stored.value() as Data?).map(IncidentBytes.decoded) },
    order: { $0.incident }, take: { report, record in record.incident = ReportRecord.identifying(report.incident) },
    restore: { record, report in report.incident = record.incident })

  private static let pid = ReportColumn.plain(
    "pid", \.pid,
    Member(
      get: { Occurrence.pid($0.process?.pid) },
      set: { report, pid in
        var process = report.process ?? .init()
        process.pid = pid
        report.process = process
      }))

  private static let ownKey = derived("own_key") { new, parameters in
    parameters.add(Signature.number(ofKey: new.prepared.stack.key))
  }

  private static let issue = derived("issue") { new, parameters in parameters.add(new.rollupKey.issue) }

  /// The reader creates a record from its stack.
  private static let stack = derived(
    "stack",
    addsNothing: { new, stored in try new.dictionaries.storedID(new.prepared.stack) == stored.value() },
    write: { new, parameters in parameters.add(try new.dictionaries.stack(new.prepared.stack)) })

  private static let evidence = ReportColumn(
    name: "evidence",
    write: { new, parameters in
      guard let bytes = new.record.evidence, let digest = new.prepared.evidence else {
        return parameters.add(nil as Int64?)
      }
      parameters.add(try new.dictionaries.evidence(bytes, digest))
    },
    addsNothing: { new, stored in
      // No row has the id -1.
      try new.prepared.evidence.map { try new.dictionaries.storedEvidenceID($0) ?? -1 } == stored.value()
    },
    read: { stored, record in record.evidence = try stored.reader?.evidence(stored.value()) })

  /// The version decides before all other columns which reading of the same bytes is better.
  private static let program = ReportColumn(
    name: "program", isShared: true,
    write: { new, parameters in parameters.add(try new.dictionaries.name(new.record.program)) },
    addsNothing: { new, stored in try new.dictionaries.storedID(new.record.program) == stored.value() },
    read: { stored, record in record.program = try stored.text() ?? "" })

  private static let namedFrames = ReportColumn(
    name: "named_frames", write: { new, parameters in parameters.add(new.record.namedFrames) },
    addsNothing: { new, stored in new.record.namedFrames == stored.value() },
    read: { stored, record in record.namedFrames = stored.value() })

  private static let damaged = ReportColumn(
    name: "damaged", write: { new, parameters in parameters.add(new.record.isDamaged) },
    addsNothing: { new, stored in new.record.isDamaged == stored.value() },
    read: { stored, record in record.isDamaged = stored.value() },
    order: { $0.isDamaged ? "damaged" : "whole" })

  // MARK: - Values in several columns

  /// The time of the crash, else of arrival, and how the report writes it.
  private static let times: [ReportColumn] = [
    ReportColumn(
      name: "time", write: { new, parameters in parameters.add(new.record.time.seconds) },
      // The time of arrival has a column of its own.
      addsNothing: { new, stored in new.record.crashedAt == nil || new.record.time.seconds == stored.value() },
      read: { stored, record in
        let time = Timestamp(seconds: stored.value())
        let isStated: Bool = stored["time_stated"].value()
        let parts = TimeParts(
          zone: stored["zone"].value(), fraction: stored["fraction"].value(),
          asWritten: stored["crashed_as_written"].value())
        record.crashedAt = isStated ? time : nil
        record.crashed = parts.time(time, isStated: isStated)
      },
      order: { FieldWriter.text($0.crashed?.rfc3339, $0.crashed?.asWritten) },
      take: { report, record in record.crashed = report.times?.crashed },
      restore: { record, report in
        guard let crashed = record.crashed else { return }
        var times = report.times ?? .init()
        times.crashed = crashed
        report.times = times
      }),
    derived("day") { new, parameters in parameters.add(new.record.time.day) },
    ReportColumn(
      name: "seen_at", write: { new, parameters in parameters.add(new.record.seenAt.seconds) },
      // Of two readings, the earlier arrival is stored and, at the same time, the lower path.
      addsNothing: { new, stored in
        let seconds: Int = stored.value()
        if new.record.seenAt.seconds != seconds { return new.record.seenAt.seconds > seconds }
        let folder = try new.dictionaries.text(stored["folder"].value()) ?? ""
        return new.record.path >= folder + (stored["file"].value() as String)
      },
      read: { stored, record in record.seenAt = Timestamp(seconds: stored.value()) }),
    derived("time_stated", addsNothing: { new, stored in (new.record.crashedAt != nil) == stored.value() }) {
      new, parameters in parameters.add(new.record.crashedAt != nil)
    },
    derived("zone", addsNothing: { new, stored in new.prepared.time.zone == stored.value() }) { new, parameters in
      parameters.add(new.prepared.time.zone)
    },
    derived("fraction", addsNothing: { new, stored in new.prepared.time.fraction == stored.value() }) {
      new, parameters in parameters.add(new.prepared.time.fraction)
    },
    derived("crashed_as_written", addsNothing: { new, stored in new.prepared.time.asWritten == stored.value() }) {
      new, parameters in parameters.add(new.prepared.time.asWritten)
    },
    .plain(
      "launched", \.launched,
      Member(
        get: { $0.times?.launched?.rfc3339 },
        set: { report, launched in
          var times = report.times ?? .init()
          times.launched = .init(asWritten: launched, rfc3339: launched)
          report.times = times
        })),
    .plain("uptime", \.uptimeSeconds, Member(\.times, \.uptimeSeconds, default: { .init() })),
  ]

  /// The app and its version: a row of the table `build`, or 0 if the report names no app.
  private static let build = ReportColumn(
    name: "build", write: { new, parameters in parameters.add(new.rollupKey.build) },
    addsNothing: { new, stored in
      let (id, record): (Int64, _) = (stored.value(), new.record)
      guard let build = try new.builds.build(id) else { return id == 0 && record.app == nil }
      return build.bundleID == record.bundleID ?? "" && build.process == record.process ?? ""
        && build.version == record.version ?? "" && build.build == record.build ?? ""
    },
    read: { stored, record in
      let build = try stored.reader?.build(stored.value())
      func stated(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
      record.process = stated(build?.process)
      record.bundleID = stated(build?.bundleID)
      record.version = stated(build?.version)
      record.build = stated(build?.build)
    },
    order: { FieldWriter.text($0.process, $0.bundleID, $0.version, $0.build) },
    take: { report, record in
      record.process = report.process?.name
      record.bundleID = report.process?.bundleID
      record.version = report.process?.version
      record.build = report.process?.build
    },
    restore: { record, report in
      var process = report.process ?? .init()
      process.name = record.process
      process.bundleID = record.bundleID
      process.version = record.version
      process.build = record.build
      report.process = process == .init() ? nil : process
    })

  /// The path of the input, divided because many reports share the folder.
  private static let path: [ReportColumn] = [
    ReportColumn(
      name: "folder", isShared: true,
      write: { new, parameters in parameters.add(try new.dictionaries.name(split(new.record.path).folder)) },
      addsNothing: { _, _ in true },
      read: { stored, record in record.path = (try stored.text() ?? "") + (stored["file"].value() as String) }),
    derived("file") { new, parameters in parameters.add(split(new.record.path).file) },
  ]

  private static func split(_ path: String) -> (folder: String, file: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }
}
