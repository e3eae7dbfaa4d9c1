import { hasSyscallFilter } from "@toolgate/processes"
import { describe, expect, it } from "vitest"
import { hasBubblewrap, makeSandbox, run, sh, textOf, Workspace } from "./running.ts"

const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)

describe.each(confinements)("a command with confinement %s", (confinement) => {
  const grant = { confinement }
  const access = confinement === "required" ? "bubblewrap" : "unconfined"
  const enforced = {
    wallMs: "timer",
    cpuMs: "none",
    memoryBytes: "none",
    processes: "none",
    outputBytes: "engine",
    access,
    files: confinement === "required" ? "mounts" : "none",
    syscalls: confinement === "required" && hasSyscallFilter ? "seccomp" : "none"
  }

  it("answers with its output on both streams, its command line and its ending", async () => {
    using workspace = new Workspace()
    const ran = await run({
      command: { argv: ["sh", "-c", "cat; printf 'é'; pwd"] },
      args: { a: [1] },
      workspace,
      grant
    })
    const text = `{"a":[1]}é${workspace.path}\n`
    expect(ran).toEqual({
      output: {
        content: [{ type: "text", text }],
        success: true,
        metadata: { streamed: true, exitStatus: 0, stdoutBytes: Buffer.byteLength(text), stderrBytes: 0 },
        commandExecuted: "sh -c 'cat; printf '\\''é'\\''; pwd'"
      },
      error: undefined,
      enforced
    })
  })

  it("fails with its exit status, and keeps its output", async () => {
    using workspace = new Workspace()
    const ran = await sh("echo out; echo err >&2; exit 3", { workspace, grant })
    expect(ran.error).toMatchObject({ why: "ToolFailed", details: { exitStatus: 3 } })
    expect(ran.error?.message).toBe('The command of tool "a_tool" ended with exit status 3.')
    expect(textOf(ran)).toContain("out\n")
    expect(textOf(ran)).toContain("err\n")
    expect(ran.output.success).toBe(false)
    expect(ran.enforced).toEqual(enforced)
  })

  it("fails when a signal ends it", async () => {
    const ran = await sh("echo first; kill -SEGV $$", { grant })
    expect(ran.error?.message).toMatch(/SIGSEGV/)
    expect(textOf(ran)).toBe("first\n")
  })

  it("reports a program that was not found, and does not mistake a program that prints the same for it", async () => {
    const missing = await run({ command: { argv: ["no-such-program", "x"] }, grant })
    expect(missing.error).toMatchObject({ why: "ToolFailed", details: { program: "no-such-program" } })
    expect(missing.error?.message).toMatch(/"no-such-program"/)
    const other = await sh("echo 'not found' >&2; exit 127", { grant })
    expect(other.error?.details).toEqual({ exitStatus: 127 })
  })

  it("receives its arguments as words, unchanged", async () => {
    const args = { text: "a 'b' $(c)\n*", list: [1, "x"], empty: "", none: null, "a/b": "~" }
    const show = ["sh", "-c", 'printf "<%s>" "$@"', "sh"]
    const words = await run({
      command: { argv: show, input: ["/text", "/list/1", "/empty", "/none", "/absent", "/a~1b", "/list"] },
      args,
      grant
    })
    expect(textOf(words)).toBe(`<a 'b' $(c)\n*><x><><null><~><[1,"x"]>`)
    const one = await run({ command: { argv: show, input: "argument" }, args, grant })
    expect(textOf(one)).toBe(`<${JSON.stringify(args)}>`)
  })

  it("reports the shell text as the executed command", async () => {
    const ran = await run({
      command: { argv: ["sh", "-c"], input: ["/command"] },
      tool: { resources: [{ kind: "shell", arg: "/command" }] },
      args: { command: "echo 'a b'" },
      grant
    })
    expect(ran.output.commandExecuted).toBe("echo 'a b'")
    expect(textOf(ran)).toBe("a b\n")
  })

  it("answers with the JSON value that it printed, and keeps its standard error", async () => {
    const json = {
      command: { argv: ["sh", "-c", `printf '%s' "$0"; echo beside >&2`], input: ["/out"], output: "json" as const },
      grant
    }
    const printed = await run({ ...json, args: { out: ' {"__proto__": [1, "é"]} ' } })
    expect(JSON.stringify(printed.output.value)).toBe('{"__proto__":[1,"é"]}')
    expect(printed.output.metadata).toMatchObject({ stderr: "beside\n", exitStatus: 0 })
    expect(printed.output.content).toEqual([])
    expect((await run({ ...json, args: { out: '"text"' } })).output.value).toBe("text")
    expect((await run({ ...json, args: { out: "null" } })).output.value).toBeNull()
    for (const out of ["", "hello", '{"a":1} {"b":2}', '{"a":', "1e999"]) {
      const ran = await run({ ...json, args: { out } })
      expect(ran.error?.why, out).toBe("ToolFailed")
      expect(ran.error?.message).not.toContain("hello")
      expect(ran.output.value).toBeUndefined()
      expect(textOf(ran)).toBe(out)
    }
  })

  it("refuses JSON over its output limit, because half of it is useless", async () => {
    const ran = await run({
      command: { argv: ["sh", "-c", "head -c 5000 /dev/zero | tr '\\0' 1"], output: "json" },
      grant: { ...grant, limits: { outputBytes: 4000 } as never }
    })
    expect(ran.error).toMatchObject({ why: "LimitExceeded", details: { limit: "outputBytes" } })
    expect(ran.enforced).toMatchObject({ reached: ["outputBytes"], endedBy: "outputBytes" })
  })

  it("ends normally if it does not read its input", async () => {
    const ran = await run({ command: { argv: ["true"] }, args: { text: "x".repeat(5_000_000) }, grant })
    expect(ran.error).toBeUndefined()
  })

  it("refuses an argument with a NUL in it before anything runs", async () => {
    const running = { command: { argv: ["echo"], input: ["/a"] }, args: { a: "x\0y" }, grant }
    await expect(run(running)).rejects.toMatchObject({ why: "InvalidArgs" })
  })

  it("answers if an argument is longer than the system can pass to a program", async () => {
    const ran = await run({ command: { argv: ["echo"], input: ["/a"] }, args: { a: "x".repeat(10_000_000) }, grant })
    expect(ran.error?.why).toBe("InvalidArgs")
  })

  it("finds its idempotency key: the call's own key, or else its id", async () => {
    const print = "printenv TOOLGATE_IDEMPOTENCY_KEY"
    const environment = { PATH: process.env.PATH ?? "", TOOLGATE_IDEMPOTENCY_KEY: "of the gate" }
    const running = { grant: { ...grant, access: { env: "any" } as never }, environment }
    expect(textOf(await sh(print, running))).toBe("1\n")
    expect(textOf(await sh(print, { ...running, idempotencyKey: "order 7" }))).toBe("order 7\n")
  })

  it("refuses a key with a NUL in it before anything runs", async () => {
    await expect(sh("true", { grant, idempotencyKey: "a\0b" })).rejects.toMatchObject({ why: "InvalidArgs" })
  })

  it("can open its standard channels by their names, as a script does", async () => {
    const ran = await sh("cat /dev/stdin; echo err > /dev/stderr; echo out > /dev/stdout", {
      args: { a: 1 },
      grant
    })
    expect(textOf(ran)).toContain('{"a":1}')
    expect(ran.output.metadata).toMatchObject({ stdoutBytes: 11, stderrBytes: 4, exitStatus: 0 })
  })

  it("can do so even among many concurrent commands", async () => {
    const sandbox = await makeSandbox()
    const many = Array.from({ length: 30 }, () => sh("echo said > /dev/stderr", { grant }, sandbox))
    for (const ran of await Promise.all(many)) expect(textOf(ran)).toBe("said\n")
  })

  it("answers if the workspace is gone", async () => {
    const workspace = new Workspace()
    workspace[Symbol.dispose]()
    const ran = await sh("true", { workspace, grant: { ...grant, access: { files: [] } as never } })
    if (confinement === "waived") expect(ran.error?.why).toBe("SandboxUnavailable")
    else expect(ran.error).toBeUndefined()
  })

  it("inherits only its three standard channels", async () => {
    const ran = await sh("ls /proc/self/fd", { grant })
    expect(textOf(ran).trim().split("\n").slice(0, 3)).toEqual(["0", "1", "2"])
  })

  it.each([0, -1, Number.NaN])("refuses a limit of %s", async (memoryBytes) => {
    const running = { grant: { ...grant, limits: { memoryBytes } as never } }
    await expect(sh("true", running)).rejects.toMatchObject({
      why: "SandboxUnavailable",
      details: { limit: "memoryBytes" }
    })
  })
})
