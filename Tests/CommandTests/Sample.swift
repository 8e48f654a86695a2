import Foundation

/// Small synthetic reports.
enum Sample {
  /// Returns an `.ips` report; the number determines its incident and its blamed function.
  static func json(_ number: Int = 0) -> String {
    let incident = "4D595250-0000-4000-8000-" + String(format: "%012X", number)
    return """
      {"app_name":"MyApp","timestamp":"2026-08-01 09:12:00.00 +0000","app_version":"2.4","build_version":"412",\
      "bundleID":"com.example.MyApp","bug_type":"309","os_version":"macOS 14.4 (23E214)","incident_id":"\(incident)",\
      "name":"MyApp"}
      {
        "uptime" : 1000,
        "version" : 2,
        "modelCode" : "Mac14,2",
        "captureTime" : "2026-08-01 09:12:00.1234 +0000",
        "procLaunch" : "2026-08-01 09:11:58.0000 +0000",
        "incident" : "\(incident)",
        "pid" : 501,
        "cpuType" : "ARM-64",
        "procName" : "MyApp",
        "procPath" : "/Applications/MyApp.app/Contents/MacOS/MyApp",
        "bundleInfo" : {"CFBundleShortVersionString":"2.4","CFBundleVersion":"412","CFBundleIdentifier":"com.example.MyApp"},
        "exception" : {"codes":"0x0000000000000001, 0x0000000000000010","rawCodes":[1,16],"type":"EXC_BAD_ACCESS",\
      "signal":"SIGSEGV","subtype":"KERN_INVALID_ADDRESS at 0x0000000000000010"},
        "termination" : {"flags":0,"code":11,"namespace":"SIGNAL","indicator":"Segmentation fault: 11"},
        "faultingThread" : 0,
        "threads" : [{"id":1001,"triggered":true,"queue":"com.apple.main-thread","frames":[\
      {"imageOffset":4660,"symbol":"drawCard\(number)","symbolLocation":20,"imageIndex":0},\
      {"imageOffset":9320,"symbol":"main","symbolLocation":80,"imageIndex":0}]}],
        "usedImages" : [{"source":"P","arch":"arm64","base":4294967296,"size":65536,\
      "uuid":"8d5a7ac1-7c1b-3f0c-9c21-000000000001","path":"/Applications/MyApp.app/Contents/MacOS/MyApp","name":"MyApp"}]
      }

      """
  }

  /// Returns a report in Apple's text layout.
  static func text(process: String) -> String {
    """
    Process:               \(process) [501]
    Path:                  /Applications/MyApp.app/Contents/MacOS/MyApp
    Identifier:            com.example.MyApp
    Version:               2.4 (412)
    Code Type:             X86-64 (Native)
    Parent Process:        launchd [1]

    Date/Time:             2026-08-01 09:12:00.123 +0000
    OS Version:            macOS 12.7 (21G816)
    Report Version:        12
    Incident Identifier:   4D595250-0000-4000-8000-0000000000FF

    Crashed Thread:        0  Dispatch queue: com.apple.main-thread

    Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
    Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000010

    Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
    0   MyApp                         \t0x0000000100001234 drawCard + 20
    1   MyApp                         \t0x0000000100002468 main + 80

    Binary Images:
           0x100000000 -        0x10000ffff +com.example.MyApp (2.4 - 412) \
    <8D5A7AC1-7C1B-3F0C-9C21-000000000001> /Applications/MyApp.app/Contents/MacOS/MyApp

    """
  }
}
