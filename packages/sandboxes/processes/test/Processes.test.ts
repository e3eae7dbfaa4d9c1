import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { describe, expect, it, vi } from "vitest"
import { type Confiner, hasSyscallFilter, StartFailure } from "../src/index.ts"
import { Folder } from "./machine.ts"
import { allOf, confinements, notStarted, processes, sh, specOf, start } from "./starting.ts"

describe.each(confinements)("a program with confinement %s", (confinement) => {
  const enforced = {
    wallMs: "none",
    cpuMs: "none",
    memoryBytes: "none",
    processes: "none",
    outputBytes: "none",
    access: confinement === "bubblewrap" ? "bubblewrap" : "unconfined",
    files: confinement === "bubblewrap" ? "mounts" : "none",
    syscalls: confinement === "bubblewrap" && hasSyscallFilter ? "seccomp" : "none"
  }

  it("reads and writes its channel over its descriptor 3, apart from its standard output", async () => {
    const it = await sh("read -r line <&3; echo heard $line >&3; echo out; echo err >&2; exit 3", { confinement })
    it.channel.write("hello\n")
    expect(await Promise.all([allOf(it.channel), allOf(it.stdout), allOf(it.stderr)])).toEqual([
      "heard hello\n",
      "out\n",
      "err\n"
    ])
    expect(await it.ended).toEqual({ status: 3, signal: null, exceeded: undefined, enforced })
  })

  it("reads and writes its channel over its standard input and output", async () => {
    const it = await sh("read -r line; echo heard $line; echo err >&2", { confinement, channel: "stdio" })
    it.channel.write("hello\n")
    expect(it.stdout).toBeUndefined()
    expect(await Promise.all([allOf(it.channel), allOf(it.stderr)])).toEqual(["heard hello\n", "err\n"])
    expect(await it.ended).toMatchObject({ status: 0, enforced })
  })

  it.each(["descriptor", "stdio"] as const)(
    "transfers megabytes in both directions over %s unchanged",
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

  it.each(["descriptor", "stdio"] as const)(
    "runs under the system call filter if it is confined, over %s",
    async (channel) => {
      using folder = new Folder()
      const script = "touch file && chmod 4755 file >&2; grep ^Seccomp: /proc/self/status /proc/1/status >&2"
      const it = await sh(script, { confinement, folder, channel })
      const said = await allOf(it.stderr)
      if (confinement === "bubblewrap" && hasSyscallFilter)
        expect([statSync(folder.at("file")).mode & 0o6000, said.match(/Seccomp:\t2/g)?.length]).toEqual([0, 2])
      else expect(said).toContain("/proc/self/status:Seccomp:")
    }
  )

  it.each(["descriptor", "stdio"] as const)("has no descriptors except its own, over %s", async (channel) => {
    const it = await sh("exec ls -l /proc/self/fd >&2", { confinement, channel })
    const said = await allOf(it.stderr)
    // The descriptors that this process itself was started with lead nowhere.
    const open = said.match(/ \d+ -> .+$/gm)?.filter((line) => !/ ([4-9]|\d\d+) -> \/dev\/null$/.test(line))
    const own = channel === "stdio" ? [" 0", " 1", " 2"] : [" 0", " 1", " 2", " 3"]
    expect(open?.slice(0, own.length).map((line) => line.split(" -> ")[0])).toEqual(own)
    // The last descriptor is the listing's own.
    expect(open?.slice(own.length)).toEqual([expect.stringMatching(/\/proc\/\d+\/fd$/)])
  })

  it.each(["descriptor", "stdio"] as const)(
    "has only its own variables, including one for its channel: %s",
    async (channel) => {
      vi.stubEnv("SECRET", "of the gate")
      const environment = { PATH: process.env.PATH ?? "", MINE: "of the spec" }
      const said = await allOf((await sh("env >&2", { confinement, channel, environment })).stderr)
      vi.unstubAllEnvs()
      expect(said).toMatch(/^MINE=of the spec$/m)
      expect(said).toMatch(channel === "stdio" ? /^TOOLGATE_CHANNEL=stdio$/m : /^TOOLGATE_CHANNEL=3$/m)
      expect(said).not.toContain("SECRET")
    }
  )

  it("works in the given folder", async () => {
    using folder = new Folder()
    const it = await sh("pwd; echo written > file", { confinement, folder })
    expect(await allOf(it.stdout)).toBe(`${folder.path}\n`)
  })

  it("is not started if it is not found, and the error says what to do", async () => {
    using folder = new Folder()
    mkdirSync(folder.at("inner"))
    writeFileSync(folder.at("file"), "no program")
    for (const word of ["no-such-program", "/no/such/program", "./inner", "./file"]) {
      const said = await notStarted({ confinement, folder, words: [word] })
      expect(said).toContain(`The program "${word}" was not started: `)
      expect(said).toMatch(confinement === "bubblewrap" ? /bind it/ : /install it|no executable file/)
    }
    writeFileSync(folder.at("program"), "#!/bin/sh\necho here", { mode: 0o755 })
    expect(await allOf((await start({ confinement, folder, words: ["./program"] })).stdout)).toBe("here\n")
  })

  it("is not started in a folder that does not exist", async () => {
    const folder = new Folder()
    folder[Symbol.dispose]()
    expect(await notStarted({ confinement, folder })).toMatch(/"cat" was not started: its working folder/)
  })

  it("is not started with limits that cannot be enforced, or with words that cannot be passed", async () => {
    expect(await notStarted({ confinement, limits: { cpuMs: 0 } })).toContain('its limit "cpuMs" must be a number')
    expect(await notStarted({ confinement, limits: { wallMs: Number.NaN } })).toContain('its limit "wallMs"')
    expect(await notStarted({ confinement, words: ["echo", "a\0b"] })).toContain("NUL")
    expect(await notStarted({ confinement, words: ["echo", "x".repeat(10_000_000)] })).toContain(
      "exceed the system's limit"
    )
  })
})

describe.skipIf(!confinements.includes("bubblewrap" as never))("a confined program", () => {
  it("is not found if only the host has it", async () => {
    using folder = new Folder()
    writeFileSync(folder.at("program"), "#!/bin/sh\necho here", { mode: 0o755 })
    using other = new Folder()
    const words = [folder.at("program")] as const
    expect(await notStarted({ confinement: "bubblewrap", folder: other, words })).toContain(
      "it does not exist inside the sandbox; bind it"
    )
  })

  it("reports the signal that ended it inside", async () => {
    expect(await (await sh("kill -SEGV $$", { confinement: "bubblewrap" })).ended).toMatchObject({
      status: null,
      signal: "SIGSEGV"
    })
  })

  it("does not begin if the mounts are not as planned, and its confinement is released", async () => {
    using folder = new Folder()
    const done: Array<string> = []
    const confined = {
      problemFor: () => new StartFailure("it was swapped"),
      letGo: () => void done.push("let go"),
      [Symbol.dispose]: () => void done.push("disposed")
    }
    const words = ["sh", "-c", "echo begun > file"] as const
    expect(await notStarted({ confinement: "bubblewrap", folder, words, confined })).toContain(
      'The program "sh" was not started: it was swapped.'
    )
    expect([done, existsSync(folder.at("file"))]).toEqual([["let go", "disposed"], false])
  })

  it("reports to its confinement when nothing of it is left, and whether it failed", async () => {
    const left: Array<boolean> = []
    const confined = {
      leave: async (hasFailed: boolean) => {
        left.push(hasFailed)
        return { removed: [], stuck: [] }
      }
    }
    for (const script of ["exit 0", "exit 1"]) await (await sh(script, { confinement: "bubblewrap", confined })).ended
    expect(left).toEqual([false, true])
  })

  it("is not started unconfined if no confinement could be made", async () => {
    using folder = new Folder()
    const spec = specOf({ confinement: "bubblewrap", folder, words: ["sh", "-c", "echo begun > file"] })
    const confinement = { ...(spec.confinement as Confiner), confine: async () => undefined }
    const exit = await Effect.runPromiseExit((await processes()).start({ ...spec, confinement }))
    expect([Exit.isFailure(exit), existsSync(folder.at("file"))]).toEqual([true, false])
  })
})

it("is not started if it must be confined and cannot be, and the error says what to do", async () => {
  const said = await notStarted({ confinement: "bubblewrap", bubblewrap: "/no/bwrap" })
  expect(said).toMatch(/was not started: it must run confined, but bubblewrap does not work here/)
  expect(said).toMatch(/install it .* or run it unconfined/)
})
