#!/usr/bin/env python3
"""Writes a synthetic crash report of a given size: all names, addresses and identifiers are invented.

  scripts/make-big-ips.py [--kilobytes 236] [--text] > made.ips

The format is the JSON of iOS 15, macOS 12 and later (header line and body), or text with --text. Threads and images are added
until the size is reached, in the proportions of real reports: about 25 frames and 6 images for each thread.
"""

import argparse
import json
import uuid

SYSTEM = ["UIKitCore", "CoreFoundation", "Foundation", "libdispatch.dylib", "libsystem_kernel.dylib", "QuartzCore",
          "libsystem_pthread.dylib", "CFNetwork", "libobjc.A.dylib", "GraphicsServices"]
SYMBOLS = ["-[UIView(Hierarchy) layoutBelowIfNeeded]", "__CFRunLoopRun", "_dispatch_call_block_and_release",
           "mach_msg2_trap", "-[NSRunLoop(NSRunLoop) runMode:beforeDate:]", "_pthread_wqthread",
           "$s5Cards8CardViewC6layout2inySo6CGRectV_tF", "CA::Layer::layout_if_needed(CA::Transaction*)",
           "-[CardTable tableView:cellForRowAtIndexPath:]", "start_wqthread"]


def image(number):
    name = "Cards" if number == 0 else SYSTEM[number - 1] if number <= len(SYSTEM) else f"Framework{number}"
    path = (f"/private/var/containers/Bundle/Application/{uuid.UUID(int=7)}/Cards.app/Cards" if number == 0
            else f"/System/Library/PrivateFrameworks/{name}.framework/{name}")
    return {"source": "P", "arch": "arm64", "base": 0x100000000 + number * 0x4000000, "size": 0x3ffc000,
            "uuid": str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{name}.example.com")), "path": path, "name": name}


def frame(thread, depth, images):
    number = (thread * 7 + depth * 3) % images
    return {"imageOffset": (thread * 0x1F4C + depth * 0x2AD8) % 0x3ffc000, "symbol": SYMBOLS[(thread + depth) % 10],
            "symbolLocation": (depth * 37) % 4096, "imageIndex": number}


def members(value):
    return json.dumps(value, separators=(",", ":")).replace("/", "\\/")


def document(threads, images):
    lines = []
    for thread in range(threads):
        one = {"id": 5000 + thread}
        if thread == 0:
            one["triggered"] = True
            one["queue"] = "com.apple.main-thread"
        one["threadState"] = {"x": [{"value": thread * 31 + register} for register in range(29)],
                              "flavor": "ARM_THREAD_STATE64", "lr": {"value": 6871947673 + thread},
                              "pc": {"value": 18446744073709551615 - thread}, "sp": {"value": 6171947673}}
        one["frames"] = [frame(thread, depth, images) for depth in range(25)]
        lines.append(members(one))
    return "\n".join([
        members({"app_name": "Cards", "timestamp": "2026-01-05 10:00:00.00 +0100", "app_version": "2.4",
                 "slice_uuid": str(uuid.UUID(int=1)), "build_version": "412", "platform": 2,
                 "bundleID": "com.example.cards", "bug_type": "309", "os_version": "iPhone OS 18.1 (22B83)",
                 "incident_id": str(uuid.UUID(int=2)).upper(), "name": "Cards"}),
        "{", '  "uptime" : 52000,', '  "procName" : "Cards",',
        '  "procPath" : "\\/private\\/var\\/containers\\/Bundle\\/Cards.app\\/Cards",', '  "pid" : 412,',
        '  "cpuType" : "ARM-64",', '  "modelCode" : "iPhone15,2",',
        '  "osVersion" : {"train":"iPhone OS 18.1","build":"22B83","releaseType":"User"},',
        '  "captureTime" : "2026-01-05 10:00:00.1234 +0100",', f'  "incident" : "{str(uuid.UUID(int=2)).upper()}",',
        '  "bug_type" : "309",', '  "exception" : {"codes":"0x0000000000000001, 0x0000000000000010","rawCodes":[1,16],'
        '"type":"EXC_BAD_ACCESS","signal":"SIGSEGV","subtype":"KERN_INVALID_ADDRESS at 0x0000000000000010"},',
        '  "termination" : {"flags":0,"code":11,"namespace":"SIGNAL","indicator":"Segmentation fault: 11"},',
        '  "faultingThread" : 0,', '  "threads" : [' + ",".join(lines) + "],",
        '  "usedImages" : [\n' + ",\n".join("  " + members(image(number)) for number in range(images)) + "\n  ],",
        '  "legacyInfo" : {}', "}", ""])


def text(threads, images):
    lines = ["Incident Identifier: " + str(uuid.UUID(int=2)).upper(), "Hardware Model:      iPhone15,2",
             "Process:             Cards [412]", "Path:                /private/var/containers/Bundle/Cards.app/Cards",
             "Identifier:          com.example.cards", "Version:             2.4 (412)",
             "Code Type:           ARM-64 (Native)", "", "Date/Time:           2026-01-05 10:00:00.1234 +0100",
             "OS Version:          iPhone OS 18.1 (22B83)", "Report Version:      104", "",
             "Exception Type:  EXC_BAD_ACCESS (SIGSEGV)",
             "Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000010",
             "Exception Codes: 0x0000000000000001, 0x0000000000000010", "", "Triggered by Thread:  0", ""]
    used = [image(number) for number in range(images)]
    for thread in range(threads):
        lines.append(f"Thread {thread}{' Crashed' if thread == 0 else ''}:")
        for depth in range(25):
            one = frame(thread, depth, images)
            address = used[one["imageIndex"]]["base"] + one["imageOffset"]
            lines.append(f"{depth:<4}{used[one['imageIndex']]['name']:<30}\t{address:#18x} "
                         f"{one['symbol']} + {one['symbolLocation']}")
        lines.append("")
    lines.append("Binary Images:")
    for one in used:
        lines.append(f"{one['base']:#18x} - {one['base'] + one['size'] - 1:#18x} {one['name']} arm64  "
                     f"<{one['uuid'].replace('-', '')}> {one['path']}")
    return "\n".join(lines + ["", "EOF", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kilobytes", type=int, default=236)
    parser.add_argument("--text", action="store_true")
    options = parser.parse_args()
    write = text if options.text else document
    threads = 1
    unit = len(write(11, 66)) - len(write(1, 6))
    threads = max(1, options.kilobytes * 1024 * 10 // unit)
    print(write(threads, threads * 6), end="")


if __name__ == "__main__":
    main()
