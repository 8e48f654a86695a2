"""Writes a crash as Apple's text reports: macOS versions 3, 6, 10, 11, 12, the one of macOS 26 without a number, iOS 104."""

from .ips import vm_summary

EXTERNAL = """External Modification Summary:
  Calls made by other processes targeting this process:
    task_for_pid: 0
    thread_create: 0
    thread_set_state: 0
  Calls made by this process:
    task_for_pid: 0
    thread_create: 0
    thread_set_state: 0
  Calls made by all processes on this machine:
    task_for_pid: 14
    thread_create: 0
    thread_set_state: 0
"""

RULE = "-------------------------------------\n"


def place(frame):
    if frame.file is None:
        return ""
    return " (%s:%d)" % (frame.file, frame.line) if frame.line is not None else " (%s)" % frame.file


def target(crash, frame):
    if frame.symbol is None:
        return "0x%x + %d" % (crash.image(frame.image).base, frame.offset)
    return "%s + %d%s%s" % (frame.symbol, frame.location, place(frame), " [inlined]" if frame.inline else "")


def frame_numbers(thread):
    """Text reports contain the original frame numbers, so there is a gap where the middle of a recursion is omitted."""
    skip = 0
    for position in range(len(thread.frames)):
        if thread.recursion and position == thread.recursion[0]:
            skip = thread.recursion[1] - thread.recursion[0] + 1
        yield position + skip


def image_label(crash, frame, style):
    image = crash.image(frame.image)
    if image.anonymous:
        return "???"
    return image.bundle_id if style in ("v6", "v10", "v11", "v12old") and image.bundle_id else image.name


def frame_line(crash, number, frame, style, width=3):
    label = image_label(crash, frame, style)
    if style in ("v6", "v10", "v11", "v12old"):
        return "%-*d %-30s\t0x%016x %s" % (width, number, label, frame.address(crash), target(crash, frame))
    return "%-*d %-30s\t%#18x %s" % (width, number, label, frame.address(crash), target(crash, frame))


def frame_lines(crash, thread, style):
    width = max(3, len(str(thread.original_length or 0)))
    return [frame_line(crash, n, f, style, width) for n, f in zip(frame_numbers(thread), thread.frames)]


def thread_title(crash, index, style):
    thread = crash.threads[index]
    crashed = " Crashed" if index == crash.faulting else ""
    if style == "ios104":
        name = thread.name or ("Dispatch queue: " + thread.queue if thread.queue else None)
        first = ["Thread %d name:   %s" % (index, name)] if name else []
        return first + ["Thread %d%s:" % (index, crashed)]
    label = (thread.name or "") + (" Dispatch queue: " + thread.queue if thread.queue else "")
    if not label:
        return ["Thread %d%s:" % (index, crashed)]
    return ["Thread %d%s:: %s" % (index, crashed, label if style in ("v12", "mac26") else label.strip())]


def threads(crash, style):
    out = []
    for index, thread in enumerate(crash.threads):
        out += thread_title(crash, index, style) + frame_lines(crash, thread, style) + [""]
    return "\n".join(out) + "\n"


BREAKS = {"x3", "x7", "x11", "x15", "x19", "x23", "x27", "lr", "cpsr", "rdx", "rsp", "r11", "r15"}


def state(crash):
    index = crash.faulting
    registers = crash.registers(index)
    x86 = crash.arch.startswith("x86")
    out = ["Thread %d crashed with %s Thread State (64-bit):" % (index, "X86" if x86 else "ARM")]
    row = []
    for name, value in registers:
        row.append(("%5s: 0x%08x" if name in ("cpsr", "esr") else "%5s: 0x%016x") % (name, value))
        if name in BREAKS:
            out.append(" ".join(row))
            row = []
    last = " ".join(row)
    if not x86:
        last += " " + crash.esr()[1].strip()
    out.append(last)
    if x86:
        trap = 14 if crash.exception_type == "EXC_BAD_ACCESS" else 6
        out += ["  ", "Logical CPU:     2", "Error Code:      0x00000000 ", "Trap Number:     %d" % trap]
    return "\n".join(out) + "\n"


def image_lines(crash, style):
    out = []
    for image in crash.images:
        if image.anonymous:
            out.append("%#18x - %#18x ??? (*) <%s> ???" % (0, 0xFFFFFFFFFFFFFFFF, image.uuid))
            continue
        end = image.base + image.size - 1
        if style == "ios104":
            out.append("%#18x - %#18x %s %s  <%s> %s" % (
                image.base, end, image.name, image.arch, image.uuid.replace("-", ""), image.path))
        elif style in ("v6", "v10", "v11", "v12old"):
            mark = "" if image.path.startswith(("/System", "/usr")) or "/Runtimes/" in image.path else "+"
            if "/Applications/Xcode.app" in image.path:
                mark = ""
            label = image.bundle_id or image.name
            version = "%s - %s" % (image.version, image.build) if image.version and image.build else image.version or "0"
            out.append("%#18x - %#18x %s%s (%s) <%s> %s" % (
                image.base, end, mark or " ", label, version, image.uuid.upper(), image.path))
        else:
            out.append("%#18x - %#18x %s (%s) <%s> %s" % (
                image.base, end, image.bundle_id or image.name, image.version or "*", image.uuid, image.path))
    return "Binary Images:\n" + "\n".join(out) + "\n"


def region_near(crash):
    """Returns the older heading of the region text; the address is in the label."""
    return crash.region and "VM Regions Near 0x%x:\n%s\n\n" % (crash.fault_address() or 0, crash.region)


def exception_block(crash, style):
    kind = crash.exception_type + (" (%s)" % crash.signal if crash.signal else "")
    out = []
    codes = "0x%016x, 0x%016x" % crash.codes
    if style == "ios104":
        out.append("Exception Type:  " + kind)
        if crash.subtype:
            out.append("Exception Subtype: " + crash.subtype)
        if crash.message:
            out.append("Exception Message: " + crash.message)
        out.append("Exception Codes: " + codes)
        if crash.region:
            out.append("VM Region Info: " + crash.region)
        if crash.termination:
            space, code, indicator, by = crash.termination
            out.append(("Termination Reason: %s %s %s" % (space, code, indicator or "")).rstrip())
            out += crash.termination_reasons or []
            out += crash.termination_details or []
            out.append("Terminating Process: %s [%d]" % (by or "exc handler", crash.pid))
        out += ["", "Triggered by Thread:  %d" % crash.faulting, ""]
        return "\n".join(out) + "\n"
    queue = crash.threads[crash.faulting].queue
    if style == "mac26":
        out.append("Triggered by Thread: %d%s" % (crash.faulting, ", Dispatch Queue: " + queue if queue else ""))
    else:
        out.append("Crashed Thread:        %d%s" % (crash.faulting, "  Dispatch queue: " + queue if queue else ""))
    out += ["", ("Exception Type:    " if style == "mac26" else "Exception Type:        ") + kind]
    label = "Exception Codes:   " if style == "mac26" else "Exception Codes:       "
    if crash.subtype and style != "mac26":
        out.append(label + crash.subtype)
    if crash.subtype and style == "mac26":
        out.append("Exception Subtype: " + crash.subtype)
    if not crash.subtype or style in ("v12", "mac26"):
        out.append(label + codes)
    if crash.message:
        out.append("Exception Message:%s%s" % (" " if style == "mac26" else "     ", crash.message))
    if style in ("v11", "v12old"):
        out.append("Exception Note:        EXC_CORPSE_NOTIFY")
    out.append("")
    if crash.termination and style not in ("v6", "v10", "v11"):
        space, code, indicator, by = crash.termination
        joint = ", " if style == "mac26" else " "
        if style == "v12old" and space == "SIGNAL":
            out.append("Termination Signal:    " + (indicator or "Abort trap: 6"))
            indicator, code = None, "0x%x" % code
        out.append(("Termination Reason:    Namespace %s, Code %s%s%s" % (
            space, code, joint, indicator or "")).rstrip(" ,"))
        out += crash.termination_reasons or []
        out += crash.termination_details or []
        out += ["Terminating Process:   %s [%d]" % (by or "exc handler", crash.pid), ""]
    text = "\n".join(out) + "\n"
    if crash.region:
        if style in ("v12", "mac26"):
            text += "VM Region Info: " + crash.region + "\n\n"
        else:
            text += region_near(crash)
    return text


def asi_block(crash):
    if not crash.asi:
        return ""
    return "Application Specific Information:\n" + "".join(text.rstrip("\n") + "\n" for _, text in crash.asi) + "\n"


def last_exception_block(crash, style):
    if not crash.last_exception:
        return ""
    if style in ("v10", "v11", "v12old"):
        lines = ["%-3d %-35s 0x%016x %s" % (n, f.image, f.address(crash), target(crash, f))
                 for n, f in enumerate(crash.last_exception)]
        return "Application Specific Backtrace 1:\n" + "\n".join(lines) + "\n\n"
    lines = [frame_line(crash, n, f, style) for n, f in enumerate(crash.last_exception)]
    return "Last Exception Backtrace:\n" + "\n".join(lines) + "\n\n"


def version_text(crash):
    if not crash.bundle_info:
        return "???"
    return "%s (%s)" % (crash.version, crash.build)


def mac_header(crash, style):
    native = " (Translated)" if crash.translated else " (Native)"
    rows = [("Process:", "%s [%d]" % (crash.process, crash.pid)), ("Path:", crash.path),
            ("Identifier:", crash.bundle_id if crash.bundle_info else crash.process), ("Version:", version_text(crash)),
            ("Code Type:", crash.cpu + native), ("Parent Process:", "%s [%d]" % (crash.parent, crash.parent_pid))]
    if crash.responsible:
        rows.append(("Responsible:", "%s [%d]" % (crash.responsible, crash.responsible_pid)))
    rows.append(("User ID:", str(crash.user)))
    out = ["%-22s %s" % row for row in rows] + [""]
    report = {"v6": "6", "v10": "10", "v11": "11", "v12": "12", "v12old": "12"}[style]
    digits = crash.fraction if style == "v12" else crash.fraction[:3]
    out += ["%-22s %s.%s %s" % ("Date/Time:", crash.captured, digits, crash.zone),
            "%-22s %s %s (%s)" % ("OS Version:", crash.os_name, crash.os_version, crash.os_build),
            "%-22s %s" % ("Report Version:", report)]
    if style != "v12":
        out.append("%-22s %s" % ("Anonymous UUID:", crash.reporter_key.upper()))
    out += ["", "Time Awake Since Boot: %d seconds" % crash.awake, "Time Since Wake:       %d seconds" % crash.since_wake, "",
            "System Integrity Protection: enabled", ""]
    return "\n".join(out) + "\n"


def mac(crash, style="v12"):
    """macOS text: `v11` and `v12old` as written by the system, `v12` as Console translates an .ips."""
    if style == "mac26":
        return mac26(crash)
    order = [exception_block(crash, style), asi_block(crash)]
    if crash.triage:
        order.append("Kernel Triage:\n%s\n" % crash.triage)
    order += [last_exception_block(crash, style), threads(crash, style), "\n" + state(crash), "\n",
              image_lines(crash, style), "\n", EXTERNAL, "\nVM Region Summary:\n", vm_summary(), "\n"]
    return mac_header(crash, style) + "".join(order)


def mac26(crash):
    """macOS 26 omits Report Version and Crashed Thread, and has another order."""
    rows = [("Process:", "%s [%d]" % (crash.process, crash.pid)), ("Path:", crash.path),
            ("Identifier:", crash.bundle_id), ("Version:", version_text(crash)),
            ("Code Type:", crash.cpu + " (Native)"), ("Role:", crash.role),
            ("Parent Process:", "%s [%d]" % (crash.parent, crash.parent_pid)),
            ("Coalition:", "%s [%d]" % (crash.coalition or crash.bundle_id, crash.coalition_id))]
    if crash.responsible:
        rows.append(("Responsible Process:", "%s [%d]" % (crash.responsible, crash.responsible_pid)))
    rows.append(("User ID:", str(crash.user)))
    out = ["%-22s %s" % row for row in rows] + [""]
    out += ["%-22s %s" % row for row in (
        ("Date/Time:", "%s.%s %s" % (crash.captured, crash.fraction, crash.zone)),
        ("Launch Time:", "%s.%s %s" % (crash.launched, crash.launch_fraction, crash.zone)),
        ("Hardware Model:", crash.model),
        ("OS Version:", "%s %s (%s)" % (crash.os_name, crash.os_version, crash.os_build)), ("Release Type:", "User"))]
    out += ["", "%-22s %s" % ("Crash Reporter Key:", crash.reporter_key),
            "%-22s %s" % ("Incident Identifier:", crash.incident), "",
            "Time Awake Since Boot: %d seconds" % crash.awake, "Time Since Wake:       %d seconds" % crash.since_wake, "",
            "System Integrity Protection: enabled", ""]
    style = "mac26"
    return "\n".join(out) + "\n" + "".join([
        exception_block(crash, style), "\n", asi_block(crash), last_exception_block(crash, style), threads(crash, style),
        "\n" + state(crash), "\n", image_lines(crash, style), "\n", EXTERNAL, "\nVM Region Summary:\n", vm_summary(), "\n"])


def ios(crash, report_version="104"):
    """The report of iOS devices, also written by converters from an .ips."""
    rows = [("Incident Identifier:", crash.incident), ("CrashReporter Key:", crash.reporter_key),
            ("Hardware Model:", crash.model), ("Process:", "%s [%d]" % (crash.process, crash.pid)), ("Path:", crash.path),
            ("Identifier:", crash.bundle_id if crash.bundle_info else crash.process), ("Version:", version_text(crash)),
            ("Code Type:", crash.cpu + " (Native)"), ("Role:", crash.role),
            ("Parent Process:", "%s [%d]" % (crash.parent, crash.parent_pid)),
            ("Coalition:", "%s [%d]" % (crash.coalition or crash.bundle_id, crash.coalition_id))]
    if crash.responsible:
        rows.append(("Responsible Process:", "%s [%d]" % (crash.responsible, crash.responsible_pid)))
    out = ["%-20s %s" % row for row in rows] + [""]
    out += ["%-20s %s" % row for row in (
        ("Date/Time:", "%s.%s %s" % (crash.captured, crash.fraction, crash.zone)),
        ("Launch Time:", "%s.%s %s" % (crash.launched, crash.launch_fraction, crash.zone)),
        ("OS Version:", "%s %s (%s)" % (crash.os_name, crash.os_version, crash.os_build)), ("Release Type:", "User"))]
    if crash.baseband:
        out.append("%-20s %s" % ("Baseband Version:", crash.baseband))
    out += ["%-20s %s" % ("Report Version:", report_version), "", ""]
    style = "ios104"
    return "\n".join(out) + "".join([
        exception_block(crash, style), asi_block(crash), last_exception_block(crash, style), threads(crash, style),
        "\n" + state(crash), "\n", image_lines(crash, style), "\nEOF\n"])


def translated_head():
    return RULE + "Translated Report (Full Report Below)\n" + RULE + "\n"


def full_report_mark():
    return "-----------\nFull Report\n-----------\n\n"
