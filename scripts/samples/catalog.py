"""The catalog of generated files: path, description and format of each."""

import html

from . import designables, failures, formats, ips, patterns, text, thirdparty


def excerpt(crash, style, count=None):
    """Returns message and frames of the crashed thread, without header and images, like text pasted into a question."""
    thread = crash.threads[crash.faulting]
    lines = text.frame_lines(crash, thread, style)[:count]
    title = text.thread_title(crash, crash.faulting, style)
    return text.asi_block(crash) + "\n".join(title + lines) + "\n"


def designable_files():
    out = {}
    font, modern, classic = designables.font_agent(), designables.font_agent_modern(), designables.font_agent_classic()
    a = "designables/agent-font-cfrelease/agent-font-cfrelease"
    for name, crash in ((a, font), (a + "-modern", modern)):
        out[name + ".ips"] = ips.report(crash)
        out[name + "-translated.txt"] = text.translated_head() + text.mac(crash) + text.full_report_mark() + ips.report(crash)
        out[name + "-translated-text-only.txt"] = text.translated_head() + text.mac(crash)
    out[a + ".crash"] = text.mac(classic, "v11")
    out[a + "-converted.ips"] = ips.inline(ips.header(modern)) + "\n" + text.ios(modern)
    out[a + "-excerpt.txt"] = excerpt(classic, "v11")
    out[a + "-markdown.md"] = ("Preview of our card view is gone since the last merge. Console shows this:\n\n```\n"
                               + excerpt(modern, "v12") + "```\n\nWhat does it mean?\n\n"
                               + "".join("> " + line + "\n" for line in excerpt(modern, "v12", 6).splitlines()))
    out[a + "-html.txt"] = html.escape(text.mac(modern), quote=True)

    b = "designables/nib-self-class-recursion/"
    agent, app, old = designables.recursion_agent(), designables.recursion_app(), designables.recursion_agent_classic()
    for name, crash in (("agent-recursion", agent),):
        out[b + name + ".ips"] = ips.report(crash)
        out[b + name + "-translated.txt"] = text.translated_head() + text.mac(crash) + text.full_report_mark() + ips.report(crash)
    out[b + "agent-recursion.crash"] = text.mac(old, "v12old")
    out[b + "app-recursion.ips"] = ips.report(app)
    out[b + "app-recursion.crash"] = text.ios(app)
    out[b + "app-recursion-lldb.txt"] = lldb_recursion()

    c = "designables/ib-overlays-mainbundle-nib/"
    overlays, overlays_old = designables.overlays_agent(), designables.overlays_agent_text()
    out[c + "agent-nib-not-found.ips"] = ips.report(overlays)
    out[c + "agent-nib-not-found-translated.txt"] = (
        text.translated_head() + text.mac(overlays) + text.full_report_mark() + ips.report(overlays))
    out[c + "agent-nib-not-found.crash"] = text.mac(overlays_old, "v12old")
    return out


def lldb_recursion():
    """Returns both ends of `thread backtrace` of the app: the debugger has no limit, so there are thousands of frames."""
    crash = designables.recursion_app()
    thread = crash.threads[0]
    total, cycle = thread.original_length, designables.nib_cycle()
    by_symbol = {frame.symbol: frame for frame in crash.all_frames()}
    start = designables.head(designables.OVERFLOW_HEAD)
    end = thread.frames[len(start) + 6 * len(cycle):]
    rows = []
    for number in range(total):
        if number < len(start):
            frame = start[number]
        elif number >= total - len(end):
            frame = end[number - (total - len(end))]
        else:
            frame = cycle[(number - len(start)) % len(cycle)]
        if 160 <= number < total - 130:
            if number == 160:
                rows.append("    ...")
            continue
        real = by_symbol[frame.symbol]
        where = " at %s:%d:12" % (frame.file, frame.line) if frame.file else ""
        mark = "  * " if number == 0 else "    "
        rows.append("%sframe #%d: 0x%016x %s`%s%s + %d" % (
            mark, number, real.address(crash), frame.image, frame.symbol, where, frame.location) if not where else
            "%sframe #%d: 0x%016x %s`%s(self=0x%016x, _cmd=\"initWithCoder:\", coder=0x%016x)%s" % (
                mark, number, real.address(crash), frame.image, frame.symbol, 0x10510A000 + number * 0x60,
                0x281D04000 + number * 0x40, where))
    stop = ("* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=2, address=0x%x)"
            % crash.codes[1])
    return "(lldb) bt\n" + stop + "\n" + "\n".join(rows) + "\n(lldb) "


def files():
    out = {}
    out.update(designable_files())
    out.update(formats.files())
    out.update(thirdparty.files())
    out.update(patterns.files())
    out.update(failures.files())
    return out
