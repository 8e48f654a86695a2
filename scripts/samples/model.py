"""The description of an invented crash. All writers use it, so all formats contain the same values."""

import hashlib
import uuid

PAGE = 0x4000


def number(*parts):
    """Returns a number computed from `parts`, for values that are random in a real system."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, parts)).encode()).digest()[:8], "big")


def stable_uuid(*parts):
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "https://example.com/made/" + "/".join(map(str, parts))))


def incident(serial):
    """Returns an incident identifier that is visibly synthetic: zero except for version, variant and a serial number."""
    return "00000000-0000-4000-8000-%012d" % serial


class Image:
    def __init__(self, name, path, bundle_id=None, version=None, build=None, group="cache", size=None, anonymous=False):
        self.name, self.path, self.bundle_id, self.version, self.build = name, path, bundle_id, version, build
        self.group, self.anonymous = group, anonymous
        self.size = size if size is not None else (2 + number("size", name) % 400) * PAGE
        self.base, self.uuid, self.arch = 0, "", ""


class Frame:
    """`location` is the offset from the symbol's start; `at` is the offset in the image if there is no symbol."""

    def __init__(self, image, symbol=None, location=0, file=None, line=None, inline=False, at=None):
        self.image, self.symbol, self.location, self.file, self.line = image, symbol, location, file, line
        self.inline, self.at, self.offset = inline, at, 0

    def address(self, crash):
        return crash.image(self.image).base + self.offset


class Thread:
    def __init__(self, frames, name=None, queue=None, original_length=None, recursion=None):
        self.frames, self.name, self.queue = frames, name, queue
        self.original_length, self.recursion = original_length, recursion
        self.id = 0


class Crash:
    """The values of one crash. Class attributes are defaults; a description sets the others."""

    process, path, bundle_id, version, build = "MyApp", "", "com.example.MyApp", "2.4", "412"
    bundle_info = True
    pid, parent, parent_pid, responsible, responsible_pid = 4211, "launchd", 1, None, None
    arch, cpu, translated = "arm64", "ARM-64", False
    platform, os_name, os_version, os_build, embedded = 1, "macOS", "14.4.1", "23E224", False
    model, role, coalition, coalition_id = "Mac14,7", "Foreground", None, 1180
    captured, launched, awake, since_wake, zone = "2024-04-18 10:42:07", "2024-04-18 10:41:58", 61000, 4200, "+0200"
    fraction, launch_fraction = "4127", "9023"
    exception_type, signal, codes, subtype, message = "EXC_CRASH", "SIGABRT", (0, 0), None, None
    termination = ("SIGNAL", 6, "Abort trap: 6", None)
    termination_reasons, termination_details, termination_flags = None, None, 0
    asi, last_exception, region, faulting = (), None, None, 0
    user = 501
    serial, low_base, cache_base, triage = 1, None, None, None
    store_info = None
    baseband = None

    def __init__(self, images, threads, **facts):
        for key, value in facts.items():
            if not hasattr(Crash, key):
                raise KeyError(key)
            setattr(self, key, value)
        self.threads = threads
        self.images = list(images)
        self._by_name = {image.name: image for image in self.images}
        self._lay_out()

    @property
    def incident(self):
        return incident(self.serial)

    @property
    def reporter_key(self):
        return "0123456789abcdef0123456789abcdef%08x" % 1 if self.embedded else incident(1)

    def image(self, name):
        return self._by_name[name]

    def image_index(self, name):
        return self.images.index(self._by_name[name])

    def all_frames(self):
        for thread in self.threads:
            yield from thread.frames
        yield from self.last_exception or []

    def _lay_out(self):
        """Sets page-aligned load addresses without overlap; offset of a frame = start of its symbol + its location."""
        x86 = self.arch.startswith("x86")
        low = self.low_base or (0x100000000 + (number("low", self.serial) % 0x2C00) * PAGE)
        cache = self.cache_base or (0x7FFF20000000 if x86 else 0x180000000)
        for image in self.images:
            image.arch = self.arch
            image.uuid = stable_uuid("image", image.name, image.version or "", self.arch)
            if image.anonymous:
                image.size, image.base, image.uuid = 0, 0, "00000000-0000-0000-0000-000000000000"
            elif image.group == "low":
                image.base = low
                low += image.size + (1 + number("gap", image.name) % 24) * PAGE
            else:
                image.base = cache
                cache += image.size
        self.cache_end = cache
        for frame in self.all_frames():
            image = self.image(frame.image)
            if image.anonymous:
                frame.offset = frame.at or 0
            elif frame.at is not None:
                frame.offset = frame.at
            else:
                room = max(0x40, (image.size - 0x4000) // 4)
                start = 0x1000 + (number("symbol", image.name, frame.symbol) % room) * 4
                frame.offset = min(start + frame.location, image.size - 4)
        for index, thread in enumerate(self.threads):
            thread.id = 90_000 + self.serial * 100 + index * 7

    def registers(self, index):
        """Returns (name, value) of the crashed thread's registers in the order of the architecture's thread state."""
        thread = self.threads[index]
        pc = thread.frames[0].address(self) if thread.frames else 0
        stack = self.stack_pointer()
        values = lambda n: [number("register", self.serial, i) & m for i, m in zip(range(n), self._masks(n))]
        if self.arch.startswith("x86"):
            names = "rax rbx rcx rdx rdi rsi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip rflags cr2".split()
            state = dict(zip(names, values(len(names))))
            state.update(rip=pc, rsp=stack, rbp=stack + 0x30, rflags=0x246, cr2=self.fault_address() or pc)
            return [(name, state[name]) for name in names]
        xs = values(29)
        xs[18] = 0
        lr = thread.frames[1].address(self) if len(thread.frames) > 1 else pc
        rest = [("fp", stack + 0x50), ("lr", lr), ("sp", stack), ("pc", pc), ("cpsr", 0x60001000),
                ("far", self.fault_address() or 0), ("esr", self.esr()[0])]
        return [("x%d" % i, x) for i, x in enumerate(xs)] + rest

    def _masks(self, count):
        shapes = [0xFFFFFFFFFFFFFFFF, 0xFF, 0x1FFFFFFFF, 0x0, 0x6000FFFFFFF0, 0x1, 0x7FFF, 0x16FFFFFF0]
        return [shapes[number("mask", self.serial, i) % len(shapes)] for i in range(count)]

    def fault_address(self):
        return self.codes[1] if self.exception_type == "EXC_BAD_ACCESS" else None

    def esr(self):
        if self.exception_type == "EXC_BREAKPOINT":
            return 0xF2000001, "(Breakpoint) brk 1"
        if self.exception_type == "EXC_BAD_ACCESS":
            return 0x92000047, "(Data Abort) byte write Translation fault"
        return 0x56000080, " Address size fault"

    def stack_pointer(self):
        """An address inside the main thread's stack, or just below it (in the guard) after a stack overflow."""
        if self.region and "STACK GUARD" in self.region and self.fault_address():
            return self.fault_address() - 0x10
        return 0x7FF7BFEFD3C0 if self.arch.startswith("x86") else 0x16F2D6E30
