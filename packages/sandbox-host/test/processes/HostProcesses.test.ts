import { mkdirSync, statSync, writeFileSync } from "node:fs"
import { hasSyscallFilter } from "@toolgate/processes"
import { describe, expect, it } from "vitest"
import { Workspace } from "../command/running.ts"
import { allOf, confinements, notStarted, sh, start } from "./starting.ts"

describe.each(confinements)("a program whose confinement is %s", (confinement) => {
  const enforced = {
    wallMs: "none",
    cpuMs: "none",
    memoryBytes: "none",
    processes: "none",
    outputBytes: "none",
    access: confinement === "required" ? "bubblewrap" : "unconfined",
    files: confinement === "required" ? "mounts" : "none",
    syscalls: confinement === "required" && hasSyscallFilter ? "seccomp" : "none"
  }

  it("is spoken to and heard over its descriptor 3, beside what it prints", async () => {
    const it = await sh("read -r line <&3; echo heard $line >&3; echo out; echo err >&2; exit 3", { confinement })
    it.channel.write("hello\n")
    expect(await Promise.all([allOf(it.channel), allOf(it.stdout), allOf(it.stderr)])).toEqual([
      "heard hello\n",
      "out\n",
      "err\n"
    ])
    expect(await it.ended).toEqual({ status: 3, signal: null, exceeded: undefined, enforced })
  })

  it("is spoken to and heard over its standard input and output", async () => {
    const it = await sh("read -r line; echo heard $line; echo err >&2", { confinement, channel: "stdio" })
    it.channel.write("hello\n")
    expect(it.stdout).toBeUndefined()
    expect(await Promise.all([allOf(it.channel), allOf(it.stderr)])).toEqual(["heard hello\n", "err\n"])
    expect(await it.ended).toMatchObject({ status: 0, enforced })
  })

  it.each(["descriptor", "stdio"] as const)(
    "takes megabytes both ways over %s, none of them changed",
    async (channel) => {
      const it = await sh(channel === "stdio" ? "exec cat" : "exec cat <&3 >&3", { confinement, channel })
      const bytes = Buffer.alloc(5_000_000, "0123456789abcdef é")
      it.channel.end(bytes)
      const chunks: Array<Buffer> = []
      for await (const chunk of it.channel) chunks.push(chunk as Buffer)
      expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
      expect(await it.ended).toMatchObject({ status: 0 })
    }
  )

  it.each(["descriptor", "stdio"] as const)("is held by the filter if it is confined, over %s", async (channel) => {
    using workspace = new Workspace()
    const script = "touch file && chmod 4755 file >&2; grep ^Seccomp: /proc/self/status /proc/1/status >&2"
    const it = await sh(script, { confinement, workspace, channel })
    const said = await allOf(it.stderr)
    if (confinement === "required" && hasSyscallFilter)
      expect([statSync(workspace.at("file")).mode & 0o6000, said.match(/Seccomp:\t2/g)?.length]).toEqual([0, 2])
    else expect(said).toContain("/proc/self/status:Seccomp:")
  })

  it.each(["descriptor", "stdio"] as const)("holds no descriptor but its own, over %s", async (channel) => {
    const it = await sh("exec ls -l /proc/self/fd >&2", { confinement, channel })
    const said = await allOf(it.stderr)
    // What this process was started with itself leads nowhere.
    const open = said.match(/ \d+ -> .+$/gm)?.filter((line) => !/ ([4-9]|\d\d+) -> \/dev\/null$/.test(line))
    const own = channel === "stdio" ? [" 0", " 1", " 2"] : [" 0", " 1", " 2", " 3"]
    expect(open?.slice(0, own.length).map((line) => line.split(" -> ")[0])).toEqual(own)
    // The last one is the listing's own.
    expect(open?.slice(own.length)).toEqual([expect.stringMatching(/\/proc\/\d+\/fd$/)])
  })

  it("is given what its grant names, what it is started with, and where its channel is", async () => {
    const environment = { MINE: "of the spec" }
    const print = "env >&2"
    const without = await allOf((await sh(print, { confinement, environment })).stderr)
    expect(without).toMatch(/^MINE=of the spec$/m)
    expect(without).toMatch(/^TOOLGATE_CHANNEL=3$/m)
    expect(without).not.toContain("SECRET")
    const granted = await sh(print, { confinement, channel: "stdio", access: { env: ["SECRET"] } })
    const said = await allOf(granted.stderr)
    expect(said).toMatch(/^SECRET=of the gate$/m)
    expect(said).toMatch(/^TOOLGATE_CHANNEL=stdio$/m)
  })

  it("works in the folder that it is given", async () => {
    using workspace = new Workspace()
    const it = await sh("pwd; echo written > file", { confinement, workspace })
    expect(await allOf(it.stdout)).toBe(`${workspace.path}\n`)
  })

  it("is not started where it is not found, and says what to do", async () => {
    using workspace = new Workspace()
    mkdirSync(workspace.at("folder"))
    writeFileSync(workspace.at("file"), "no program")
    for (const word of ["no-such-program", "/no/such/program", "./folder", "./file"]) {
      const said = await notStarted({ confinement, workspace, words: [word] })
      expect(said).toContain(`The program "${word}" was not started: `)
      expect(said).toMatch(confinement === "required" ? /grant it the folder/ : /install it|may be executed/)
    }
    writeFileSync(workspace.at("program"), "#!/bin/sh\necho here", { mode: 0o755 })
    expect(await allOf((await start({ confinement, workspace, words: ["./program"] })).stdout)).toBe("here\n")
  })

  it("is not started in a folder that is not there", async () => {
    const workspace = new Workspace()
    workspace[Symbol.dispose]()
    expect(await notStarted({ confinement, workspace })).toMatch(/"cat" was not started: the folder that it works in/)
  })

  it("is not started with what no program can be held to, or given", async () => {
    expect(await notStarted({ confinement, limits: { cpuMs: 0 } })).toContain('its limit "cpuMs" has to be a number')
    expect(await notStarted({ confinement, limits: { wallMs: Number.NaN } })).toContain('its limit "wallMs"')
    expect(await notStarted({ confinement, words: ["echo", "a\0b"] })).toContain("NUL")
    expect(await notStarted({ confinement, words: ["echo", "x".repeat(10_000_000)] })).toContain(
      "longer than the system"
    )
  })
})

describe.skipIf(!confinements.includes("required" as never))("a confined program", () => {
  it("begins in /tmp where nothing of its folder is granted", async () => {
    using workspace = new Workspace()
    const it = await sh("pwd", { confinement: "required", workspace, access: { files: [] } })
    expect(await allOf(it.stdout)).toBe("/tmp\n")
  })

  it("is not there where only the host has it", async () => {
    using workspace = new Workspace()
    writeFileSync(workspace.at("program"), "#!/bin/sh\necho here", { mode: 0o755 })
    const words = [workspace.at("program")] as const
    expect(await notStarted({ confinement: "required", workspace, access: { files: [] }, words })).toContain(
      "it is not there where it is to run confined; grant it the folder that it is in"
    )
  })
})

it("is not started where it has to be confined and cannot be, and says what to do", async () => {
  const said = await notStarted({ confinement: "required", bubblewrap: "/no/bwrap" })
  expect(said).toMatch(/was not started: it has to run confined and bubblewrap cannot be used here, because/)
  expect(said).toMatch(/install bubblewrap .* or waive its confinement/)
})
