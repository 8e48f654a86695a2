import Archives
import Testing

@Suite struct TarTests {
  private let long = Made.text(100_000)
  private let end = [UInt8](repeating: 0, count: 1024)

  @Test func filesAreRead() {
    let bytes = Made.tar([("./a/one.ips", Made.report), ("two.ips", long), ("empty", [])])
    let reading = Reading(bytes)
    #expect(Archive.kind(of: bytes) == .tar)
    #expect(reading.names == ["a/one.ips", "two.ips", "empty"])
    #expect(reading.bytes("two.ips") == long)
    #expect(Reading(Made.gzip(bytes)).names == reading.names)
  }

  @Test func theUnixV7FormatIsRead() {
    let bytes = Made.header("old.ips", Made.report.count, magic: "") + Made.padded(Made.report) + end
    #expect(Archive.kind(of: bytes) == .tar)
    #expect(Reading(bytes).bytes("old.ips") == Made.report)
  }

  @Test func longNamesAreRead() {
    let name = String(repeating: "folder/", count: 30) + "a.ips"
    let body = Made.padded(Made.report)
    let gnu =
      Made.header("././@LongLink", name.utf8.count + 1, type: "L", magic: "ustar  \u{0}")
      + Made.padded(Array(name.utf8) + [0]) + Made.header("cut", Made.report.count, magic: "ustar  \u{0}") + body
    let posix = Made.header("b.ips", Made.report.count, prefix: "some/folder") + body
    let record = pax([("path", "näme.ips"), ("mtime", "1.5")])
    let extended =
      Made.header("PaxHeaders/x", record.count, type: "x") + Made.padded(record)
      + Made.header("short", Made.report.count) + body
    #expect(Reading(gnu + posix + extended + end).names == [name, "some/folder/b.ips", "näme.ips"])
  }

  @Test func sizesOfEveryFormAreRead() {
    let record = pax([("size", String(Made.report.count))])
    let stated =
      Made.header("x", record.count, type: "x") + Made.padded(record) + Made.header("pax.ips", 0)
      + Made.padded(Made.report)
    let binary = [0x80, 0, 0, 0] + Array(Made.little(UInt64(Made.report.count), 8).reversed())
    let wide = Made.header("wide.ips", 0, size: binary) + Made.padded(Made.report)
    let reading = Reading(stated + wide + end)
    #expect(reading.bytes("pax.ips") == Made.report)
    #expect(reading.bytes("wide.ips") == Made.report)
  }

  @Test func linksDevicesAndSparseFilesAreSkipped() {
    let bytes =
      Made.header("link.ips", 0, type: "2") + Made.header("hard.ips", 400, type: "1")
      + Made.header("tty", 0, type: "3") + Made.header("folder/", 0, type: "5")
      + Made.header("sparse.ips", Made.report.count, type: "S") + Made.padded(Made.report)
      + Made.tar([("one.ips", Made.report)])
    let reading = Reading(bytes)
    #expect(reading.names == ["one.ips"])
    #expect(reading.contents.skippedCount == 4)
    #expect(reading.faults.isEmpty)
  }

  @Test func theNextHeaderAfterADamagedOneIsFound() {
    var bytes = Made.tar([("one.ips", Made.report), ("two.ips", long), ("three.ips", Made.report)])
    bytes[1024 + 3] ^= 0x20
    let reading = Reading(bytes)
    #expect(reading.names == ["one.ips", "three.ips"])
    #expect(reading.faults.map(\.code) == [.damaged])
  }

  @Test func aTruncatedFileIsDeliveredWithItsFault() {
    let bytes = Array(Made.tar([("one.ips", Made.report), ("two.ips", long)]).prefix(1536 + 70_000))
    for bytes in [bytes, Made.gzip(bytes)] {
      let reading = Reading(bytes)
      #expect(reading.names == ["one.ips"])
      #expect(reading.faults.map(\.code) == [.endsEarly])
      #expect(reading.members.last?.name == "two.ips")
      #expect(reading.members.last?.bytes == Array(long.prefix(70_000)))
    }
  }

  /// The fault of the file is the only one: neither archive is read on behind it.
  @Test func aFileThatIsCutInAnArchiveInAnArchiveIsOneFault() {
    let inner = Made.tar([("one.ips", Made.report), ("two.ips", long), ("three.ips", Made.report)])
    let outer = Made.tar([("inner.tar", inner), ("four.ips", Made.report)])
    let whole = Reading(outer)
    #expect(whole.names == ["inner.tar/one.ips", "inner.tar/two.ips", "inner.tar/three.ips", "four.ips"])
    #expect(whole.faults.isEmpty)
    let reading = Reading(Array(outer.prefix(512 + 1536 + 70_000)))
    #expect(reading.members.map(\.name) == ["inner.tar/one.ips", "inner.tar/two.ips"])
    #expect(reading.faults.map(\.code) == [.endsEarly])
    #expect(reading.members.last?.bytes == Array(long.prefix(70_000)))
  }

  private func pax(_ values: [(String, String)]) -> [UInt8] {
    values.flatMap { key, value in
      let rest = " \(key)=\(value)\n"
      var length = rest.utf8.count + 1
      while String(length).utf8.count + rest.utf8.count != length { length += 1 }
      return Array((String(length) + rest).utf8)
    }
  }
}
