import Archives

/// The result of reading an archive.
struct Reading {
  var members: [ArchiveMember] = []
  var contents: ArchiveContents

  init(
    _ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits(), selection: ArchiveSelection = ArchiveSelection()
  ) {
    var members: [ArchiveMember] = []
    contents = Archive.read(ByteSource(bytes), limits: limits, selection: selection) {
      members.append($0)
      return true
    }
    self.members = members
  }

  /// The names of members without a fault.
  var names: [String?] { members.filter { $0.fault == nil }.map(\.name) }
  var faults: [ArchiveFault] { members.compactMap(\.fault) }

  func bytes(_ name: String?) -> [UInt8]? { members.first { $0.name == name && $0.fault == nil }?.bytes }
}
