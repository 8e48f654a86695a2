import CrashReports
import Signatures
import Testing
import Vocabulary

/// One crash, as the formats of different programs describe it, is one issue.
@Suite struct SameCrashTests {
  private static let frames = [
    ("MyApp", 0x1_0000_4d18, "-[CardStore load]", 24), ("MyApp", 0x1_0000_4b40, "-[CardStore open:]", 64),
    ("MyApp", 0x1_0000_4a00, "main", 128), ("dyld", 0x1_8e30_4604, "start", 2104),
  ]
  private static let address = 24

  private static func hex(_ value: Int) -> String { "0x" + String(value, radix: 16) }

  private static func joined(_ frame: (String, Int, String, Int) -> String) -> String {
    frames.map(frame).joined(separator: ",")
  }

  private static let appleText =
    """
    Process:             MyApp [731]
    Identifier:          com.example.MyApp
    Code Type:           ARM-64
    OS Version:          iPhone OS 27.1 (24B82)

    Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
    Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000018
    Triggered by Thread:  0

    Thread 0 Crashed:

    """
    + frames.enumerated().map { "\($0)   \($1.0)   \(hex($1.1)) \($1.2) + \($1.3)" }.joined(separator: "\n") + """


      Binary Images:
      0x100000000 - 0x1000fffff MyApp arm64  <5e1f0c3277a13b049c5d0a1b2c3d4e5f> /var/containers/Bundle/Application/X/MyApp.app/MyApp
      0x18e300000 - 0x18e3fffff dyld arm64e  <5e1f0c3277a13b049c5d0a1b2c3d4e60> /usr/lib/dyld
      """

  private static let images =
    #"[{"source":"P","arch":"arm64","base":4294967296,"size":1048576,"uuid":"5e1f0c32-77a1-3b04-9c5d-0a1b2c3d4e5f","#
    + #""path":"/var/containers/Bundle/Application/X/MyApp.app/MyApp","name":"MyApp"},"#
    + #"{"source":"P","arch":"arm64e","base":6680477696,"size":1048576,"uuid":"5e1f0c32-77a1-3b04-9c5d-0a1b2c3d4e60","#
    + #""path":"/usr/lib/dyld","name":"dyld"}]"#

  private static func offset(_ image: String, _ address: Int) -> Int {
    address - (image == "MyApp" ? 0x1_0000_0000 : 0x1_8e30_0000)
  }

  private static let ips =
    #"{"app_name":"MyApp","bug_type":"309","os_version":"iPhone OS 27.1 (24B82)"}"# + "\n"
    + #"{"version":2,"procName":"MyApp","pid":731,"cpuType":"ARM-64","bundleInfo":{"CFBundleIdentifier":"com.example.MyApp"},"#
    + #""exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV","subtype":"KERN_INVALID_ADDRESS at 0x0000000000000018","#
    + #""rawCodes":[1,24]},"faultingThread":0,"threads":[{"triggered":true,"frames":["#
    + joined {
      #"{"imageOffset":\#(offset($0, $1)),"symbol":"\#($2)","symbolLocation":\#($3),"imageIndex":\#($0 == "MyApp" ? 0 : 1)}"#
    } + #"]}],"usedImages":\#(images)}"#

  private static let kscrash =
    #"{"report":{"version":"3.7.0","process_name":"MyApp"},"system":{"system_name":"iOS","system_version":"27.1","#
    + #""CFBundleIdentifier":"com.example.MyApp"},"binary_images":["#
    + #"{"image_addr":4294967296,"image_size":1048576,"name":"/var/containers/Bundle/Application/X/MyApp.app/MyApp","#
    + #""uuid":"5E1F0C32-77A1-3B04-9C5D-0A1B2C3D4E5F"},"#
    + #"{"image_addr":6680477696,"image_size":1048576,"name":"/usr/lib/dyld","uuid":"5E1F0C32-77A1-3B04-9C5D-0A1B2C3D4E60"}],"#
    + #""crash":{"error":{"type":"mach","mach":{"exception":1,"exception_name":"EXC_BAD_ACCESS","code":1},"#
    + #""signal":{"signal":11,"name":"SIGSEGV"},"address":24},"threads":[{"index":0,"crashed":true,"backtrace":{"contents":["#
    + joined { #"{"instruction_addr":\#($1),"symbol_addr":\#($1 - $3),"symbol_name":"\#($2)","object_name":"\#($0)"}"# }
    + "]}}]}}"

  private static let sentry =
    #"{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","platform":"cocoa","exception":{"values":[{"type":"EXC_BAD_ACCESS","#
    + #""value":"KERN_INVALID_ADDRESS at 0x18","mechanism":{"type":"mach","meta":{"mach_exception":{"exception":1,"code":1,"#
    + #""subcode":24,"name":"EXC_BAD_ACCESS"},"signal":{"number":11,"name":"SIGSEGV"}}},"stacktrace":{"frames":["#
    + frames.reversed().map {
      #"{"instruction_addr":"\#(hex($0.1))","symbol_addr":"\#(hex($0.1 - $0.3))","function":"\#($0.2)","package":"\#($0.0)"}"#
    }.joined(separator: ",")
    + #"]}}]},"debug_meta":{"images":[{"type":"macho","image_addr":"0x100000000","image_size":1048576,"#
    + #""debug_id":"5e1f0c32-77a1-3b04-9c5d-0a1b2c3d4e5f","code_file":"/var/containers/Bundle/Application/X/MyApp.app/MyApp"}]},"#
    + #""contexts":{"app":{"app_name":"MyApp","app_identifier":"com.example.MyApp"}}}"#

  private static let bugsnag =
    #"{"exceptions":[{"errorClass":"EXC_BAD_ACCESS","message":"Attempted to dereference garbage pointer at 0x18.","type":"cocoa","#
    + #""stacktrace":["#
    + joined {
      #"{"frameAddress":"\#(hex($1))","symbolAddress":"\#(hex($1 - $3))","method":"\#($2)","machoFile":"\#($0)","#
        + #""machoLoadAddress":"\#(hex($1 - offset($0, $1)))"}"#
    }
    + #"]}],"unhandled":true,"severityReason":{"type":"signal","attributes":{"signalType":"SIGSEGV"}},"#
    + #""app":{"id":"com.example.MyApp","name":"MyApp"},"device":{"osName":"iOS"}}"#

  private static let crashlytics =
    #"{"platform":"IOS","eventTime":"2026-11-20T08:12:43Z","bundleOrPackage":"com.example.MyApp","issue":{"errorType":"FATAL"},"#
    + #""threads":[{"crashed":true,"signal":"SIGSEGV","crashAddress":24,"title":"Crashed: com.apple.main-thread","#
    + #""subtitle":"EXC_BAD_ACCESS KERN_INVALID_ADDRESS 0x18","frames":["#
    + joined { image, address, name, _ in
      #"{"symbol":"\#(name)","offset":\#(offset(image, address)),"address":\#(address),"library":"\#(image)"}"#
    } + "]}]}"

  private static var otlp: String {
    let text = appleText.replacing("\n", with: "\\n")
    return #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"eventName":"app.crash","severityNumber":21,"attributes":["#
      + #"{"key":"exception.type","value":{"stringValue":"EXC_BAD_ACCESS"}},"#
      + #"{"key":"exception.stacktrace","value":{"stringValue":"\#(text)"}}]}]}]}]}"#
  }

  static let forms: [(format: String, text: String)] = [
    ("ips", ips), ("apple-text", appleText), ("kscrash", kscrash), ("sentry", sentry), ("bugsnag", bugsnag),
    ("crashlytics-event", crashlytics), ("open-telemetry", otlp),
  ]

  @Test func isOneIssueInSevenFormats() throws {
    var keys: [String: String] = [:]
    for (format, text) in Self.forms {
      let report = try #require(ReportReader.read(Array(text.utf8)).reports.first, "\(format)").value
      #expect(report.exception?.type == "EXC_BAD_ACCESS", "\(format)")
      #expect(report.exception?.faultAddress?.value == UInt64(Self.address), "\(format)")
      #expect(report.threads?.first?.frames.count == 4, "\(format)")
      var named = report
      named.assignFrameRoles(.builtIn)
      keys[format] = Signature(SignatureInput(named)).key(.default)
    }
    #expect(Set(keys.values).count == 1, "\(keys)")
  }
}
