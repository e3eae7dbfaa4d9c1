import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, statSync, writeFileSync } from "node:fs"
import { afterAll, describe, expect, it } from "vitest"
import { hasBubblewrap, isRoot, textOf, Workspace } from "../command/running.ts"
import { endGate, shAs, users } from "../command/users.ts"

afterAll(endGate)

const python = `
import ctypes, fcntl, os, pty, socket
libc = ctypes.CDLL(None, use_errno=True)
def tried(what, act):
    try: print(what, "OPEN" if act() is None else "OPEN")
    except OSError as error: print(what, error.strerror)
def call(name, x64, arm64, *args):
    number = x64 if os.uname().machine == "x86_64" else arm64
    def act():
        if libc.syscall(number, *args) < 0: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    tried(name, act)
room = ctypes.create_string_buffer(256)
for family in (17, 38, 40, 31, 30, 44): tried("socket %d" % family, lambda: socket.socket(family, socket.SOCK_DGRAM))
tried("vsock stream", lambda: socket.socket(40, socket.SOCK_STREAM))
tried("netlink audit", lambda: socket.socket(16, socket.SOCK_RAW, 9))
call("add_key", 248, 217, b"user", b"left", b"secret", 6, -3)
call("request_key", 249, 218, b"user", b"left", None, -3)
call("keyctl", 250, 219, 0, -3, 1)
call("io_uring_setup", 425, 425, 1, room)
call("bpf", 321, 280, 0, room, 72)
call("perf_event_open", 298, 241, room, 0, -1, -1, 0)
call("userfaultfd", 323, 282, 1)
call("syslog", 103, 116, 10, 0, 0)
call("unshare", 272, 97, 0x10000000)
call("clone", 56, 220, 0x10000011, 0, 0, 0, 0)
call("setns", 308, 268, os.open("/proc/self/ns/net", os.O_RDONLY), 0)
call("mount", 165, 40, b"none", b"/tmp", b"tmpfs", 0, None)
call("fsopen", 430, 430, b"tmpfs", 0)
call("open_tree", 428, 428, -100, b"/tmp", 1)
call("a call of the future", 463, 463, -100, b"/tmp", 0, 0, 0, 0)
call("a call of x32", 0x40000000 + 90, 0x40000000 + 90, b"/tmp", 0o755)
inner, outer = pty.openpty()
tried("TIOCSTI", lambda: fcntl.ioctl(outer, 0x5412, b"x"))
tried("TIOCLINUX", lambda: fcntl.ioctl(outer, 0x541c, b"x"))
for kind in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX): socket.socket(kind).close()
socket.socketpair()
socket.socket(16, socket.SOCK_RAW, 0).close()
print("usual sockets")
`

describe.skipIf(!hasBubblewrap || !existsSync("/usr/bin/python3")).each(users)("a confined command of %s", (user) => {
  it("cannot make the system calls that no namespace contains", async () => {
    using workspace = new Workspace()
    writeFileSync(workspace.at("calls.py"), python)
    const ran = await shAs(user, "python3 calls.py", { workspace })
    expect(textOf(ran)).not.toContain("OPEN")
    const lines = Object.fromEntries(
      textOf(ran)
        .split("\n")
        .map((line) => /^(.*?) ([A-Z].*)$/.exec(line)?.slice(1) ?? [line])
    )
    const [refused, missing, unknown] = [
      "Operation not permitted",
      "Function not implemented",
      "Address family not supported by protocol"
    ]
    expect(lines).toMatchObject({
      "vsock stream": unknown,
      "socket 38": unknown,
      "netlink audit": unknown,
      add_key: missing,
      request_key: missing,
      keyctl: missing,
      io_uring_setup: missing,
      bpf: refused,
      perf_event_open: refused,
      userfaultfd: refused,
      unshare: refused,
      clone: refused,
      fsopen: refused,
      open_tree: refused,
      "a call of the future": missing,
      "a call of x32": missing,
      TIOCSTI: refused,
      TIOCLINUX: refused
    })
    expect(textOf(ran)).toMatch(/^usual sockets$/m)
  })

  it("starts every process of the run under the filter, including bubblewrap's first process", async () => {
    using workspace = new Workspace()
    const script =
      "for p in /proc/[0-9]*/status; do grep '^Seccomp:' $p; done; (sh -c 'setsid grep ^Seccomp: /proc/self/status')"
    const ran = await shAs(user, script, { workspace })
    const modes = textOf(ran).trim().split("\n")
    expect(modes.length).toBeGreaterThanOrEqual(3)
    expect(new Set(modes)).toEqual(new Set(["Seccomp:\t2"]))
  })

  it("finds neither the keyrings nor the kernel's own files in /proc", async () => {
    using workspace = new Workspace()
    const script = `
      cat /proc/keys /proc/sched_debug 2>/dev/null | grep -q . && echo KEYS
      find /proc -path '/proc/[0-9]*' -prune -o -path /proc/sys -prune -o -type f ! -perm -004 -readable -print 2>/dev/null
      find /proc -path '/proc/[0-9]*' -prune -o -path /proc/sys -prune -o -type d ! -perm -005 -readable -print 2>/dev/null
      for f in kcore kmsg kpageflags kpagecount kpagecgroup slabinfo vmallocinfo timer_list pagetypeinfo sysrq-trigger; do
        head -c 1 /proc/$f 2>/dev/null | grep -q . && echo "READ $f"
        (: >> /proc/$f) 2>/dev/null && echo "OPENED $f"
      done
      head -1 /proc/meminfo; cat /proc/sys/kernel/ostype`
    const ran = await shAs(user, script, { workspace })
    expect(textOf(ran)).toMatch(/^MemTotal:.*\nLinux\n$/)
  })
})

const compiles32 = (() => {
  try {
    execFileSync("gcc", ["-m32", "-static", "-o", "/dev/null", "-x", "c", "-"], {
      input: "int main(){}",
      stdio: ["pipe", "ignore", "ignore"]
    })
    return true
  } catch {
    return false
  }
})()

/**
 * Sets its own file to run as its owner, by the system call's number on the 32-bit architecture, and prints the result.
 */
const other = `
#include <stdio.h>
static char name[] = "made";
int main() {
  long answer;
  fclose(fopen(name, "w"));
  __asm__ volatile("int $0x80" : "=a"(answer) : "a"(15), "b"(name), "c"(04755));
  printf("%ld\\n", answer);
}
`

describe.skipIf(!hasBubblewrap || !isRoot || process.arch !== "x64" || !existsSync("/usr/bin/gcc"))(
  "the other architecture",
  () => {
    const built = (workspace: Workspace, ...words: ReadonlyArray<string>) => {
      writeFileSync(workspace.at("made.c"), other)
      execFileSync("gcc", [...words, "-static", "-no-pie", "-o", workspace.at("program"), workspace.at("made.c")])
    }

    it("gives a program of the machine's own architecture no way around the filter", async () => {
      using workspace = new Workspace()
      built(workspace)
      const ran = await shAs("root", "./program; stat -c %a made", { workspace })
      // Without the filter the mode is set, if the kernel takes such calls; some kernels end the program.
      const { status } = spawnSync("./program", { cwd: workspace.path })
      expect([0o644, 0o4755]).toContain(statSync(workspace.at("made")).mode & 0o7777)
      expect(textOf(ran)).toBe(status === 0 ? "-38\n644\n" : "Segmentation fault\n644\n")
    })

    it.skipIf(!compiles32)("runs programs that end at once and are not killed", async () => {
      using workspace = new Workspace()
      built(workspace, "-m32")
      const ran = await shAs("root", "./program; echo $?; ls made", { workspace })
      // Some kernels run no such program at all.
      expect(textOf(ran)).toMatch(/^(\d+|sh: 1: \.\/program: Exec format error\n126)\nls: cannot access 'made'/)
    })
  }
)
