import Bytes
import CrashReports
import Testing

@testable import CrashReports

/// Threads that other processes changed, as text reports and `.ips` files state it.
@Suite struct ExternalModificationTests {
  private func changes(_ text: String) -> Int? {
    let detail = ReportReader.read(Array(text.utf8)).reports.first?.value.detail(.externalThreadChanges)
    guard case .number(let count) = detail?.value else { return nil }
    return count
  }

  @Test(arguments: [("1", 1), ("0", nil), ("", nil), ("-1", nil), ("99999999999999999999", nil)])
  func text(_ written: String, _ count: Int?) {
    let text = """
      Process:               Cards [4711]
      Exception Type:        EXC_BAD_ACCESS (SIGSEGV)

      Thread 0 Crashed:
      0   Cards                         0x0000000104d2d190 deck_draw + 80

      External Modification Summary:
        Calls made by other processes targeting this process:
          task_for_pid: 2
          thread_create: 0
          thread_set_state: \(written)
        Calls made by this process:
          thread_set_state: 5
        Calls made by all processes on this machine:
          thread_set_state: 7
      """
    #expect(changes(text) == count)
  }

  @Test(arguments: [
    (#"{"caller":{"thread_set_state":4},"targeted":{"thread_create":0,"thread_set_state":3},"warnings":1}"#, 3),
    (#"{"targeted":{"thread_set_state":0}}"#, nil), (#"{"targeted":[]}"#, nil), ("[]", nil), ("5", nil),
    (#"{"targeted":{"thread_set_state":"x"}}"#, nil),
  ])
  func ips(_ member: String, _ count: Int?) {
    let text = """
      {"app_name":"Cards","bug_type":"309","os_version":"macOS 14.5 (23F79)"}
      {"procName":"Cards","extMods":\(member),"exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},"faultingThread":0,
      "threads":[{"triggered":true,"frames":[{"imageOffset":16,"imageIndex":0}]}],
      "usedImages":[{"base":4294967296,"path":"/Applications/Cards.app/Contents/MacOS/Cards","name":"Cards"}]}
      """
    #expect(changes(text) == count)
  }
}
