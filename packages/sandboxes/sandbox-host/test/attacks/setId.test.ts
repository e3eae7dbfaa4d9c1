import { chmodSync, copyFileSync, existsSync, lstatSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { hasBubblewrap, isRoot, sh, textOf, Workspace } from "../command/running.ts"
import { endGate, shAs, users } from "../command/users.ts"

afterAll(endGate)

it.skipIf(!hasBubblewrap || !isRoot || !existsSync("/usr/bin/su"))(
  "a program that is set to run as root gains nothing",
  async () => {
    using workspace = new Workspace()
    copyFileSync("/usr/bin/id", workspace.at("id"))
    chmodSync(workspace.at("id"), 0o6755)
    const ran = await sh("./id -u; ./id -ru; su -c id root; cp /usr/bin/id own; chmod 6755 own; ./own -u", {
      workspace
    })
    expect(textOf(ran)).not.toMatch(/^0$/m)
    expect(textOf(ran)).not.toContain("uid=0")
    expect(textOf(ran).match(/^65534$/gm)).toHaveLength(3)
    expect(ran.enforced.access).toBe("bubblewrap")
  }
)

/** Each way to write a mode that sets a file to run as its owner or group, with a program that can set it. */
const commands = [
  ...["4755", "2755", "6755", "u+s", "g+s", "+s", "u=rwxs"].map(
    (mode) => `cp /bin/sh c-${mode}; chmod ${mode} c-${mode}`
  ),
  "install -m 4755 /bin/sh installed",
  "install -m 2755 /bin/sh installed-g",
  "mkdir -m 2755 made",
  "mkdir plain; chmod 4755 plain; chmod g+s plain",
  "mkdir deep; cd deep; cp /bin/sh s; chmod -R 6755 .; cd ..",
  "cp /bin/sh d; exec 9>>d; chmod 4755 /proc/self/fd/9; exec 9>&-",
  "cp -p given copied; cp -a given archived; cp --preserve=mode given kept",
  "tar -cf given.tar given; mkdir out; tar -xpf given.tar -C out; mv out/given unpacked",
  "perl -e 'open my $f, q(>), q(perl); chmod 04755, $f; chmod 04755, q(perl)'",
  "umask 0; python3 calls.py"
]

/** The system calls themselves, by number where no library has them. */
const calls = `
import ctypes, os, platform, tempfile
libc = ctypes.CDLL(None, use_errno=True)
numbers = {"x86_64": dict(fchmodat2=452, openat2=437, chmod=90, creat=85, mknod=133, open=2, fchmodat=268, io_uring_setup=425),
           "aarch64": dict(fchmodat2=452, openat2=437, fchmodat=53, io_uring_setup=425)}[platform.machine()]
def tried(what, act):
    try: print(what, act())
    except OSError as error: print(what, error.strerror)
def call(name, *args):
    if name not in numbers: return
    def act():
        ctypes.set_errno(0)
        answer = libc.syscall(numbers[name], *args)
        if answer < 0: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return answer
    tried("call " + name, act)
def new(name):
    open(name, "w").close()
    return name
for mode in (0o4755, 0o2755, 0o6755):
    at = oct(mode)[2:]
    tried("open", lambda: os.open("o" + at, os.O_CREAT | os.O_WRONLY, mode))
    tried("unnamed", lambda: os.link("/proc/self/fd/%d" % os.open(".", os.O_TMPFILE | os.O_RDWR, mode), "t" + at, follow_symlinks=True))
    tried("mknod", lambda: os.mknod("n" + at, 0o100000 | mode))
    tried("mkfifo", lambda: os.mkfifo("f" + at, mode))
    tried("mkdir", lambda: os.mkdir("m" + at, mode))
    tried("chmod", lambda: os.chmod(new("c" + at), mode))
    tried("fchmod", lambda: os.fchmod(os.open(new("d" + at), os.O_RDWR), mode))
    call("fchmodat", -100, new("e" + at).encode(), mode)
    call("fchmodat2", -100, new("g" + at).encode(), mode, 0)
    call("fchmodat2", os.open(new("h" + at), os.O_RDWR), b"", mode, 0x1000)
    call("chmod", new("i" + at).encode(), ctypes.c_ulong(mode | 1 << 40))
    call("creat", ("j" + at).encode(), mode)
    call("mknod", ("k" + at).encode(), 0o100000 | mode, 0)
    call("openat2", -100, ("l" + at).encode(), ctypes.byref((ctypes.c_uint64 * 3)(os.O_CREAT | os.O_WRONLY, mode, 0)), 24)
    call("io_uring_setup", 1, ctypes.byref((ctypes.c_uint32 * 30)()))
tried("attribute", lambda: os.setxattr(new("capable"), "security.capability", bytes.fromhex("0100000200200000000000000000000000000000")))
`

/** Returns the files that were set to run as their owner or group, except "given", which was there before. */
const setIdIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name !== "given" && (lstatSync(join(folder, name)).mode & 0o6000) !== 0
  )

describe.skipIf(!hasBubblewrap || !existsSync("/usr/bin/python3")).each(users)("a confined command of %s", (user) => {
  const prepared = () => {
    const workspace = new Workspace()
    writeFileSync(workspace.at("calls.py"), calls)
    copyFileSync("/bin/true", workspace.at("given"))
    chmodSync(workspace.at("given"), 0o4755)
    return workspace
  }

  it("cannot create a set-ID file in any way", async () => {
    using workspace = prepared()
    const ran = await shAs(user, commands.join("\n"), { workspace })
    expect(setIdIn(workspace.path)).toEqual([])
    expect(textOf(ran)).toContain("changing permissions of 'c-4755': Operation not permitted")
    expect(textOf(ran)).toContain("open Operation not permitted")
    expect(textOf(ran)).toContain("call openat2 Function not implemented")
    expect(textOf(ran)).toContain("attribute Operation not permitted")
    // The attempts took place: only the mode failed.
    expect(readdirSync(workspace.path)).toEqual(expect.arrayContaining(["c-4755", "c4755", "deep", "m4755", "plain"]))
    expect(ran.enforced.syscalls).toBe("seccomp")
  })

  it("copies and unpacks a file with such a mode without the mode, and receives an error", async () => {
    using workspace = prepared()
    const script = "mkdir out; tar -cf a.tar given calls.py; tar -xpf a.tar -C out; cp -p given out/copied"
    const ran = await shAs(user, script, { workspace })
    expect([lstatSync(workspace.at("out/given")).mode & 0o6000, ...setIdIn(workspace.path)]).toEqual([0])
    expect(textOf(ran)).toMatch(/^tar: given: Cannot change mode to rwsr-xr-x: Operation not permitted$/m)
    // The program goes on with the other files.
    expect(readdirSync(workspace.at("out")).toSorted()).toEqual(["calls.py", "copied", "given"])
  })

  it("may set every other mode", async () => {
    using workspace = prepared()
    const script = `set -e
      for mode in 600 755 1777 a+x u+w,go-w; do touch f-$mode; chmod $mode f-$mode; done
      install -m 700 /bin/sh installed; mkdir -m 1777 made; umask 077; touch closed; stat -c %a f-600 f-1777 made closed`
    const ran = await shAs(user, script, { workspace })
    expect([ran.error, textOf(ran)]).toEqual([undefined, "600\n1777\n1777\n600\n"])
  })
})

it.skipIf(!hasBubblewrap)("a command with waived confinement reports that no filter applies", async () => {
  expect((await sh("true", { grant: { confinement: "waived" } })).enforced.syscalls).toBe("none")
})
