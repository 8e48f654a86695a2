import CrashReports
import TestSupport
import Testing

/// The bytes at the program counter.
@Suite struct InstructionBytesTests {
  private func bytes(_ text: String) -> String? {
    guard let report = ReportReader.read(Array(text.utf8)).reports.first?.value,
      case .text(let text)? = report.detail(.instructionBytes)?.value
    else { return nil }
    return text
  }

  private static let crash = """
    Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)

    Thread 0 Crashed:
    0   Cards                         \t0x0000000102d34f50 deck_card + 76 (deck.c:31)

    """

  @Test(
    arguments: [
      (
        " [0f]0b 48 83 ec 08 48 8d-05 8e b1 41 00 48 8d 3d  ..H...H....A.H.=\t<==",
        "0f 0b 48 83 ec 08 48 8d 05 8e b1 41 00 48 8d 3d"
      ),
      ("  89 7d f8 89 75 f4 48 8b-45 f8 48 63 4d f4[0f]0b  .}..u.H.E.HcM...\t<==", "0f 0b"),
      ("  89 7d f8 89 75 f4 48 8b-45 f8 48 63 4d f4 48[0f] .}..u.H.E.HcM...\t<==", "0f"),
      ("  no bytes", nil), (" [", nil), (" []", nil), (" [zz]0b", nil),
    ] as [(String, String?)])
  func dumpIsRead(_ line: String, _ expected: String?) {
    #expect(bytes(Self.crash + "Thread 0 instruction stream:\n" + line + "\n\nBinary Images:\n") == expected)
  }

  @Test func dumpOfAnotherThreadIsNotRead() {
    let text = Self.crash + "\nThread 1:\n0   Cards   \t0x0000000102d34f60 deck_wait + 4\n\n"
    #expect(bytes(text + "Thread 1 instruction stream:\n [0f]0b 48 83\n") == nil)
  }

  private func ips(_ members: String, thread: String = "") -> String {
    """
    {"app_name":"Cards","bug_type":"309","os_version":"macOS 14.1 (23B74)"}
    {"procName":"Cards","cpuType":"ARM-64","exception":{"type":"EXC_BREAKPOINT","signal":"SIGTRAP"},\(members)
    "threads":[{"triggered":true,\(thread)"frames":[{"imageOffset":1,"imageIndex":0}]}],"usedImages":[{"name":"Cards"}]}
    """
  }

  @Test(
    arguments: [
      (#""instructionByteStream":{"beforePC":"AAAA","atPC":"IAAg1A=="},"#, "20 00 20 d4"),
      (
        #""instructionByteStream":{"atPC":"IAAg1AEAABToA0D5CAFA+ekLQPkKCYDSKX0KmwABCYv9e0Kp"},"#,
        "20 00 20 d4 01 00 00 14 e8 03 40 f9 08 01 40 f9"
      ),
      (#""instructionByteStream":{"atPC":"!"},"#, nil), (#""instructionByteStream":{"atPC":5},"#, nil),
      (#""instructionByteStream":{"atPC":""},"#, nil), (#""instructionByteStream":[],"#, nil),
    ] as [(String, String?)])
  func byteStreamIsRead(_ member: String, _ expected: String?) { #expect(bytes(ips(member)) == expected) }

  @Test(
    arguments: [
      (#""instructionState":{"instructionStream":{"bytes":[1,2,15,11,72],"offset":2}},"#, "0f 0b 48"),
      (#""instructionState":{"instructionStream":{"bytes":[1,2],"offset":2}},"#, nil),
      (#""instructionState":{"instructionStream":{"bytes":[1,2],"offset":-1}},"#, nil),
      (#""instructionState":{"instructionStream":{"bytes":[1,2]}},"#, nil),
      (#""instructionState":{"instructionStream":{"bytes":[300,"x",15],"offset":0}},"#, "00 00 0f"),
      (#""instructionState":3,"#, nil),
    ] as [(String, String?)])
  func instructionStateIsRead(_ member: String, _ expected: String?) {
    #expect(bytes(ips("", thread: member)) == expected)
  }
}
