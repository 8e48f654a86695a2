/// A report written for the tests; no process with this name exists.
enum IPSSample {
  static let header =
    #"{"app_name":"MyApp","timestamp":"2026-04-01 12:39:57.00 -0700","app_version":"2.1","#
    + #""slice_uuid":"6f1c0d52-7a3e-3b0f-9c41-58d2a7e0b3c4","build_version":"412","platform":1,"#
    + #""bundleID":"com.example.MyApp","share_with_app_devs":0,"bug_type":"309","#
    + #""os_version":"macOS 26.3 (25D125)","incident_id":"7c3f21a0-0b7d-4d7e-8a55-1f6e2c9d4b10","name":"MyApp"}"#

  static let body = #"""
    {
      "uptime" : 1900,
      "procRole" : "Foreground",
      "osVersion" : {
        "train" : "macOS 26.3",
        "build" : "25D125",
        "releaseType" : "User"
      },
      "captureTime" : "2026-04-01 12:39:56.0657 -0700",
      "incident" : "7c3f21a0-0b7d-4d7e-8a55-1f6e2c9d4b10",
      "bug_type" : "309",
      "pid" : 4711,
      "procLaunch" : "2026-04-01 12:38:02.1180 -0700",
      "cpuType" : "ARM-64",
      "procName" : "MyApp",
      "procPath" : "\/Applications\/MyApp.app\/Contents\/MacOS\/MyApp",
      "bundleInfo" : {"CFBundleShortVersionString":"2.1","CFBundleVersion":"412","CFBundleIdentifier":"com.example.MyApp"},
      "parentProc" : "launchd",
      "parentPid" : 1,
      "coalitionName" : "com.example.MyApp",
      "responsibleProc" : "MyApp",
      "responsiblePid" : 4711,
      "modelCode" : "Mac16,5",
      "translated" : false,
      "isCorpse" : 1,
      "codeSigningTrustLevel" : 4294967295,
      "exception" : {"codes":"0x0000000000000001, 0xfffffffffffffff8","rawCodes":[1,18446744073709551608],"type":"EXC_BAD_ACCESS","signal":"SIGSEGV","subtype":"KERN_INVALID_ADDRESS at 0xfffffffffffffff8"},
      "termination" : {"flags":0,"code":11,"namespace":"SIGNAL","indicator":"Segmentation fault: 11","byProc":"exc handler","byPid":4711},
      "vmRegionInfo" : "0x1041d0010 is in 0x1041d0000-0x1041d4000;  bytes after start: 16\n      REGION TYPE                    START - END\n      __TEXT                      1041c0000-1041d0000    [   64K] r-x\/r-x SM=COW  ...MyApp\n--->  __DATA_CONST                1041d0000-1041d4000    [   16K] r--\/rw- SM=COW  ...MyApp\n      __DATA                      1041d4000-1041d8000    [   16K] rw-\/rw- SM=COW  ...MyApp",
      "asi" : {"libsystem_c.dylib":["abort() called"],"CoreFoundation":["first","second \"quoted\" – dash"]},
      "asiBacktraces" : ["0   CoreFoundation                      0x00000001900002b0 __exceptionPreprocess + 176\n1   MyApp                               0x00000001041c3ed0 main + 128 (main.m:12)"],
      "lastExceptionBacktrace" : [{"imageOffset":688,"symbol":"__exceptionPreprocess","symbolLocation":176,"imageIndex":1},{"imageOffset":16080,"symbol":"main","symbolLocation":128,"imageIndex":0}],
      "faultingThread" : 1,
      "threads" : [{"id":101,"name":"loader","frames":[{"imageOffset":4660,"symbol":"mach_msg2_trap","symbolLocation":8,"imageIndex":2}]},
      {"triggered":true,"id":102,"queue":"com.example.render","threadState":{"x":[{"value":0},{"value":18446744073709551615,"objc-selector":"draw"}],"lr":{"value":6980},"pc":{"value":4364977888,"matchesCrashFrame":1},"far":{"value":18446744073709551608},"esr":{"value":2449473606,"description":"(Data Abort) byte read Translation fault"},"flavor":"ARM_THREAD_STATE64"},"frames":[{"imageOffset":15840,"symbol":"Widget.draw()","inline":true,"sourceFile":"Widget.swift","sourceLine":41,"imageIndex":0,"symbolLocation":12},{"imageOffset":15840,"symbol":"Canvas.paint(_:)","sourceFile":"Canvas.swift","imageIndex":0,"symbolLocation":null},{"imageOffset":16080,"imageIndex":0},{"imageOffset":4660,"imageIndex":3}]}],
      "usedImages" : [
      {
        "source" : "P",
        "arch" : "arm64",
        "base" : 4364959744,
        "size" : 65536,
        "uuid" : "6f1c0d52-7a3e-3b0f-9c41-58d2a7e0b3c4",
        "path" : "\/Applications\/MyApp.app\/Contents\/MacOS\/MyApp",
        "name" : "MyApp",
        "CFBundleIdentifier" : "com.example.MyApp",
        "CFBundleShortVersionString" : "2.1"
      },
      {
        "source" : "P",
        "arch" : "arm64e",
        "base" : 6710886400,
        "size" : 5242880,
        "uuid" : "0a1b2c3d-4e5f-3061-8273-8495a6b7c8d9",
        "path" : "\/System\/Library\/Frameworks\/CoreFoundation.framework\/Versions\/A\/CoreFoundation",
        "name" : "CoreFoundation"
      },
      {
        "source" : "P",
        "arch" : "arm64e",
        "base" : 4294967296,
        "size" : 229376,
        "uuid" : "1a1b2c3d-4e5f-3061-8273-8495a6b7c8d9",
        "path" : "\/usr\/lib\/system\/libsystem_kernel.dylib"
      },
      {
        "size" : 0,
        "source" : "A",
        "base" : 0,
        "uuid" : "00000000-0000-0000-0000-000000000000"
      }
    ],
      "legacyInfo" : {
      "threadTriggered" : {
        "queue" : "com.example.render"
      }
    },
      "trialInfo" : {
      "rollouts" : [

      ]
    }
    }
    """#

  static let report = header + "\n" + body + "\n"

  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
