internal import Archives

extension FuzzTarget {
  /// Reads an archive with small limits, which keep a run short and must hold.
  package static let archives = FuzzTarget(
    "FuzzArchives",
    exercises:
      "an archive and its members (zip, tar, gzip, zstd and each in another), in memory; the reader returns no more than "
      + "the limits allow",
    seeds: ["sample-logs/archives"], dictionary: "archives", longest: 1 << 17
  ) { bytes in
    var limits = ArchiveLimits()
    limits.memberBytes = 1 << 20
    limits.totalBytes = 8 << 20
    limits.inflatedBytes = 32 << 20
    limits.members = 500
    limits.entries = 5_000
    var members = 0
    var total = 0
    var longest = 0
    _ = Archive.kind(of: Array(bytes.prefix(Archive.headSize)))
    let contents = Archive.read(ByteSource(bytes), limits: limits) { member in
      // A name is valid text for any bytes.
      _ = member.name?.unicodeScalars.count
      if member.fault == nil { members += 1 }
      total += member.bytes.count
      longest = max(longest, member.bytes.count)
      return true
    }
    try require(longest <= limits.memberBytes, "a member of \(longest) bytes")
    try require(total <= limits.totalBytes, "members of \(total) bytes together")
    try require(members <= limits.members, "\(members) members")
    try require(contents.skippedCount >= 0, "\(contents.skippedCount) members skipped")
    // The callback can stop the reader at any member.
    var visits = 0
    _ = Archive.read(ByteSource(bytes), limits: limits) { _ in
      visits += 1
      return false
    }
    try require(visits <= 1, "\(visits) visits after the callback stopped the reader")
    if let inflated = try? Zlib.inflated(bytes, limit: 1 << 20) {
      try require(inflated.count <= 1 << 20, "inflated to \(inflated.count) bytes")
    }
    if let deflated = Zlib.deflated(bytes) {
      try require(
        (try? Zlib.inflated(deflated, limit: bytes.count)) == bytes, "deflating and inflating changes the bytes")
    }
  }
}
