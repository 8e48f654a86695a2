import Testing

@testable import CrashReports

/// The columns of console lines.
@Suite struct StampedLineTests {
  private struct Columns: Equatable {
    var process: String
    var pid: Int?
    var message: String
  }

  private func columns(_ line: String) -> Columns? {
    Array(line.utf8).withUnsafeBufferPointer { bytes in
      let text = ByteText(bytes, limit: 4096)
      return text.stampedLine(Slice(0, bytes.count)).map {
        Columns(process: text.string($0.process), pid: $0.pid, message: text.string($0.message))
      }
    }
  }

  @Test(
    arguments: [
      ("2017-09-27 14:09:22.355361+0800 MyApp[5459:70536] msg", "MyApp", 5459, "msg"),
      ("2017-09-27 14:09:22.355361+0800 MyApp[5459] msg", "MyApp", 5459, "msg"),
      ("3/25/16 2:34:50.494 PM Name[123]: msg", "Name", 123, "msg"),
      ("Mar 25 14:34:50 host Name[123]: msg", "Name", 123, "msg"),
      ("Mar  5 14:34:50 host Name[123] <Error>: msg", "Name", 123, "msg"),
      ("2017-09-27 14:09:22Z MyApp[1] <not a level of a message> msg", "MyApp", 1, "<not a level of a message> msg"),
      (
        "2017-09-27 14:09:22.355361+0800 0x3058 Info 0x0 599 0 name: (Library) [s:c] msg", "name", 599,
        "(Library) [s:c] msg"
      ),
      ("9/27/17 14:09:22.355 name: msg", "name", nil, "msg"),
    ] as [(String, String, Int?, String)])
  func columnsAreRead(line: String, process: String, pid: Int?, message: String) {
    #expect(columns(line) == Columns(process: process, pid: pid, message: message))
  }

  /// Brackets that do not hold a process number, and times that are none.
  @Test(arguments: [
    "2017-09-27 14:09:22.355 MyApp[54x9:70536] msg", "2017-09-27 14:09:22.355 MyApp[5459-70536] msg",
    "2017-09-27 14:09:22.355 MyApp[] msg", "2017-09-27 14:09:22.355 MyApp[:70536] msg",
    "2017-09-27 14:09:22.355 MyApp[5459 msg", "2017-09-27 14:09:22.355 [5459] msg",
    "2017-09-27 14:09:22.355 name: prose", "2017-09-27 14:109:22 MyApp[1] msg", "20170-09-27 14:09:22 MyApp[1] msg",
    "Mar 255 14:34:50 host Name[123]: msg", "Mar 25 14:34 host Name[123]: msg", "2017-09-27 14:09:22", "",
    "2017-09-27 14:09:22.355 0x3058 Info 0x0 5x9 0 name: msg", "2017-09-27 14:09:22.355 0x3058 Info 0x0 599",
  ])
  func otherLinesHaveNone(line: String) {
    #expect(columns(line) == nil)
  }
}
