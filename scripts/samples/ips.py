"""Writes the two JSON documents of an .ips file (bug_type 309) in the layout of the systems."""

import json

VM_ROWS = [
    ("Activity Tracing", "256K", 1, ""), ("CG image", "48K", 6, ""), ("ColorSync", "128K", 4, ""),
    ("CoreAnimation", "1248K", 39, ""), ("Kernel Alloc Once", "32K", 1, ""), ("MALLOC", "214.1M", 38, ""),
    ("MALLOC guard page", "192K", 12, ""),
    ("MALLOC_NANO (reserved)", "384.0M", 1, "         reserved VM address space (unallocated)"),
    ("STACK GUARD", "56.2M", 12, ""), ("Stack", "14.1M", 12, ""), ("VM_ALLOCATE", "1264K", 17, ""),
    ("__DATA", "31.4M", 702, ""), ("__DATA_CONST", "24.6M", 511, ""), ("__DATA_DIRTY", "884K", 97, ""),
    ("__FONT_DATA", "2416", 1, ""), ("__LINKEDIT", "611.9M", 31, ""), ("__OBJC_RO", "61.8M", 1, ""),
    ("__TEXT", "498.3M", 718, ""), ("dyld private memory", "1024K", 3, ""), ("mapped file", "172.7M", 44, ""),
    ("shared memory", "848K", 14, ""),
]


def vm_summary():
    lines = [
        "ReadOnly portion of Libraries: Total=1.3G resident=0K(0%) swapped_out_or_unallocated=1.3G(100%)",
        "Writable regions: Total=702.4M written=0K(0%) resident=0K(0%) swapped_out=0K(0%) unallocated=702.4M(100%)",
        "", "                                VIRTUAL   REGION ",
        "REGION TYPE                        SIZE    COUNT (non-coalesced) ",
        "===========                     =======  ======= ",
    ]
    lines += ["%-30s %8s %8d %s" % (name, size, count, note) for name, size, count, note in VM_ROWS]
    lines += ["===========                     =======  ======= ", "%-30s %8s %8d " % ("TOTAL", "1.9G", 2262),
              "%-30s %8s %8d " % ("TOTAL, minus reserved VM space", "1.5G", 2262)]
    return "\n".join(lines) + "\n"


def inline(value):
    """Returns one line without blanks, with every slash escaped, like the systems' serializer."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("/", "\\/")


def pretty(value, indent=""):
    """Returns `"key" : value` with two blanks for each level; the systems start nested blocks at the margin again."""
    if isinstance(value, dict):
        rows = ['%s  %s : %s' % (indent, inline(key), pretty(item, indent + "  ")) for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + indent + "}"
    if isinstance(value, list):
        if not value:
            return "[\n\n" + indent + "]"
        return "[\n" + ",\n".join(indent + "  " + pretty(item, indent + "  ") for item in value) + "\n" + indent + "]"
    return inline(value)


def frame_object(crash, frame):
    out = {"imageOffset": frame.offset}
    if frame.line is not None:
        out["sourceLine"] = frame.line
    if frame.file is not None:
        out["sourceFile"] = frame.file
    if frame.symbol is not None:
        out["symbol"] = frame.symbol
    out["imageIndex"] = crash.image_index(frame.image)
    if frame.symbol is not None:
        out["symbolLocation"] = frame.location
    if frame.inline:
        out["inline"] = True
    return out


def state_object(crash, index):
    registers = crash.registers(index)
    if crash.arch.startswith("x86"):
        out = {name: {"value": value} for name, value in registers}
        out["rip"]["matchesCrashFrame"] = 1
        out.update(trap={"value": 6, "description": "(no mapping for user instruction read)"},
                   err={"value": 0}, cpu={"value": 2})
        if crash.exception_type == "EXC_BAD_ACCESS":
            out["trap"] = {"value": 14, "description": "(no mapping for user data write)"}
        out["flavor"] = "x86_THREAD_STATE"
        return out
    named = dict(registers[29:])
    out = {"x": [{"value": value} for _, value in registers[:29]], "flavor": "ARM_THREAD_STATE64"}
    for name in ("lr", "cpsr", "fp", "sp", "esr", "pc", "far"):
        out[name] = {"value": named[name]}
    out["pc"]["matchesCrashFrame"] = 1
    out["esr"]["description"] = crash.esr()[1]
    return out


def thread_object(crash, index):
    thread = crash.threads[index]
    out = {}
    crashed = index == crash.faulting
    if crashed:
        out["triggered"] = True
    out["id"] = thread.id
    if thread.name:
        out["name"] = thread.name
    if thread.original_length:
        out["originalLength"] = thread.original_length
    if crashed:
        out["threadState"] = state_object(crash, index)
    if thread.queue:
        out["queue"] = thread.queue
    out["frames"] = [frame_object(crash, frame) for frame in thread.frames]
    if thread.recursion:
        hot, cold, depth, key = thread.recursion
        key_frame = frame_object(crash, key)
        out["recursionInfoArray"] = [
            {"hottestElided": hot, "coldestElided": cold, "depth": depth, "keyFrame": key_frame}]
    return out


def image_object(image):
    out = {"source": "A" if image.anonymous else "P"}
    if image.anonymous:
        out["size"], out["base"] = 0, 0
        out["uuid"] = image.uuid
        return out
    out["arch"], out["base"] = image.arch, image.base
    if image.version:
        out["CFBundleShortVersionString"] = image.version
    if image.bundle_id:
        out["CFBundleIdentifier"] = image.bundle_id
    out["size"], out["uuid"], out["path"], out["name"] = image.size, image.uuid, image.path, image.name
    if image.build:
        out["CFBundleVersion"] = image.build
    return out


def header(crash, bug_type="309"):
    app = next((image for image in crash.images if image.name == crash.process), crash.images[0])
    out = {"app_name": crash.process, "timestamp": "%s.00 %s" % (crash.captured, crash.zone),
           "app_version": crash.version if crash.bundle_info else "", "slice_uuid": app.uuid,
           "build_version": crash.build if crash.bundle_info else "",
           "platform": crash.platform}
    if crash.bundle_id and crash.bundle_info:
        out["bundleID"] = crash.bundle_id
    out.update(share_with_app_devs=0 if crash.platform in (1, 7) else 1, is_first_party=0, bug_type=bug_type,
               os_version="%s %s (%s)" % (crash.os_name, crash.os_version, crash.os_build), roots_installed=0,
               incident_id=crash.incident, name=crash.process)
    if crash.embedded:
        out.pop("roots_installed")
    return out


def body(crash):
    """Rows (key, writer, value) in the order of real reports."""
    os_version = {"train": "%s %s" % (crash.os_name, crash.os_version), "build": crash.os_build, "releaseType": "User"}
    if crash.embedded:
        os_version = {"isEmbedded": True, **os_version}
    rows = [("uptime", inline, crash.awake), ("procRole", inline, crash.role), ("version", inline, 2),
            ("userID", inline, crash.user), ("deployVersion", inline, 210), ("modelCode", inline, crash.model),
            ("coalitionID", inline, crash.coalition_id), ("osVersion", lambda v: pretty(v, "  "), os_version),
            ("captureTime", inline, "%s.%s %s" % (crash.captured, crash.fraction, crash.zone)),
            ("codeSigningMonitor", inline, 1), ("incident", inline, crash.incident), ("pid", inline, crash.pid),
            ("translated", inline, crash.translated), ("cpuType", inline, crash.cpu), ("roots_installed", inline, 0),
            ("bug_type", inline, "309"),
            ("procLaunch", inline, "%s.%s %s" % (crash.launched, crash.launch_fraction, crash.zone)),
            ("procStartAbsTime", inline, crash.awake * 24_000_000 + 11),
            ("procExitAbsTime", inline, crash.awake * 24_000_000 + 216_000_523), ("procName", inline, crash.process),
            ("procPath", inline, crash.path)]
    if crash.bundle_info:
        rows.append(("bundleInfo", inline, {"CFBundleShortVersionString": crash.version,
                                            "CFBundleVersion": crash.build, "CFBundleIdentifier": crash.bundle_id}))
    if crash.store_info:
        rows.append(("storeInfo", inline, crash.store_info))
    rows += [("parentProc", inline, crash.parent), ("parentPid", inline, crash.parent_pid),
             ("coalitionName", inline, crash.coalition or crash.bundle_id),
             ("crashReporterKey", inline, crash.reporter_key)]
    if crash.responsible:
        rows += [("responsiblePid", inline, crash.responsible_pid), ("responsibleProc", inline, crash.responsible)]
    if crash.baseband:
        rows.append(("basebandVersion", inline, crash.baseband))
    if not crash.embedded:
        rows += [("wakeTime", inline, crash.since_wake), ("sleepWakeUUID", inline, crash.incident[:-4] + "9999"),
                 ("sip", inline, "enabled")]
    if crash.region:
        rows.append(("vmRegionInfo", inline, crash.region))
    rows.append(("isCorpse", inline, 1))
    exception = {"codes": "0x%016x, 0x%016x" % crash.codes, "rawCodes": list(crash.codes), "type": crash.exception_type}
    if crash.subtype:
        exception["subtype"] = crash.subtype
    if crash.signal:
        exception["signal"] = crash.signal
    if crash.message:
        exception["message"] = crash.message
    rows.append(("exception", inline, exception))
    if crash.termination:
        space, code, indicator, by = crash.termination
        end = {"flags": crash.termination_flags, "code": code, "namespace": space}
        if indicator:
            end["indicator"] = indicator
        if crash.termination_reasons:
            end["reasons"] = crash.termination_reasons
        if crash.termination_details:
            end["details"] = crash.termination_details
        if by or not (crash.termination_details or crash.termination_reasons):
            end["byProc"], end["byPid"] = by or "exc handler", crash.pid
        rows.append(("termination", inline, end))
    if crash.region:
        rows.append(("vmregioninfo", inline, crash.region))
    if crash.triage:
        rows.append(("ktriageinfo", inline, crash.triage))
    if crash.asi:
        by_image = {}
        for image, text in crash.asi:
            by_image.setdefault(image, []).append(text)
        rows.append(("asi", inline, by_image))
    if not crash.embedded:
        none = {"thread_create": 0, "thread_set_state": 0, "task_for_pid": 0}
        rows.append(("extMods", inline, {"caller": none, "system": {**none, "task_for_pid": 14}, "targeted": none,
                                         "warnings": 0}))
    if crash.last_exception:
        rows.append(("lastExceptionBacktrace", inline, [frame_object(crash, f) for f in crash.last_exception]))
    queue = crash.threads[crash.faulting].queue
    rows += [("faultingThread", inline, crash.faulting),
             ("threads", inline, [thread_object(crash, i) for i in range(len(crash.threads))]),
             ("usedImages", pretty, [image_object(image) for image in crash.images]),
             ("sharedCache", pretty, {"base": crash.cache_base or min(
                 i.base for i in crash.images if i.group == "cache"), "size": 3_407_872_000 + crash.serial * 16384,
                 "uuid": crash.images[-1].uuid})]
    if not crash.embedded:
        rows.append(("vmSummary", inline, vm_summary()))
    rows += [("legacyInfo", pretty, {"threadTriggered": {"queue": queue} if queue else {}}),
             ("logWritingSignature", inline, "0123456789abcdef" * 2 + "%08x" % crash.serial),
             ("trialInfo", pretty, {"rollouts": [{"rolloutId": "000000000000000000000001", "factorPackIds": {},
                                                  "deploymentId": 240000001}], "experiments": []})]
    return rows


def body_text(crash):
    return "{\n" + ",\n".join('  "%s" : %s' % (key, write(value)) for key, write, value in body(crash)) + "\n}\n"


def report(crash):
    return inline(header(crash)) + "\n" + body_text(crash)
