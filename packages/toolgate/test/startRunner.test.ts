import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { hasBubblewrap } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { builtins, createToolgate, type RunnerOptions } from "../src/index.ts"

const testRunner = fileURLToPath(new URL("../../edges/supervisor/test/fixtures/testRunner.mjs", import.meta.url))

const folder = (above = tmpdir()) => {
  const path = mkdtempSync(join(above, "toolgate-runner-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  writeFileSync(join(path, "a.txt"), "hello\n")
  return path
}

const open = (sandboxes: NonNullable<Parameters<typeof createToolgate>[0]["sandboxes"]> = {}) =>
  createToolgate({ workspace: folder(), policy: "host", tools: builtins({ withHostTools: true }), sandboxes })

/** Runs a runner to its end, and returns what it printed. */
const printed = async (gate: Awaited<ReturnType<typeof open>>, options: RunnerOptions) => {
  let text = ""
  const runner = await gate.startRunner({
    ...options,
    onOutput: ({ bytes }) => {
      text += Buffer.from(bytes).toString()
    }
  })
  const { message } = await runner.ended
  return { text, message }
}

const ended = 'Runner "default" ended by itself.'

/** A program that prints the names of its tools, once and after each change. */
const listing = `
import { createInterface } from "node:readline"
import { Socket } from "node:net"
for await (const line of createInterface({ input: new Socket({ fd: 3 }) })) {
  const { op, tools } = JSON.parse(line)
  if (op === "shutdown") process.exit()
  console.log(tools.map(({ name }) => name).join())
}
`

describe("startRunner", () => {
  it("starts nothing after the gate is closed", async () => {
    const gate = await open()
    await gate.close()
    const late = gate.startRunner({ command: ["true"], confinement: "none" })
    await expect(late).rejects.toThrow("the gate is closed")
  })

  it("passes a runner's calls to the gate", async () => {
    await using gate = await open()
    const { text, message } = await printed(gate, {
      command: [process.execPath, testRunner],
      confinement: "none",
      environment: { TOOLGATE_RUNNER_BEHAVIOR: 'tool_call={"tool":"Read","args":{"path":"a.txt"}}' }
    })
    expect(message).toBe(ended)
    expect(JSON.parse(text)).toMatchObject({ ok: true, result: { content: "hello\n", size: 6 } })
  })

  it("answers a runner's deferred calls at once, and the gate resumes them", async () => {
    const workspace = folder()
    await using gate = await createToolgate({
      workspace,
      policy: "default",
      tools: builtins({ withHostTools: true }),
      onAsk: "wait"
    })
    const call = { tool: "write_file", args: { path: "b.txt", content: "b" } }
    const options: RunnerOptions = {
      command: [process.execPath, testRunner],
      confinement: "none",
      environment: { TOOLGATE_RUNNER_BEHAVIOR: `tool_call=${JSON.stringify(call)}` }
    }
    const { text } = await printed(gate, { ...options, defer: true })
    const { pending, metadata } = JSON.parse(text)
    expect([metadata.executed, existsSync(join(workspace, "b.txt"))]).toEqual(["no", false])
    await gate.approvals.decide(pending.approval_id, { decision: "approve" })
    expect(await gate.resume(pending.approval_id)).toMatchObject({ success: true, executed: "yes" })
    expect(existsSync(join(workspace, "b.txt"))).toBe(true)
    const wrong = gate.startRunner({ ...options, defer: { expiresMs: 0 } })
    await expect(wrong).rejects.toThrow('"defer.expiresMs" must be a finite number of milliseconds more than 0')
  })

  it("notifies a runner that its tools changed, by the registry or by the policy", async () => {
    const policy = join(folder(), "policy.yaml")
    writeFileSync(policy, "version: 1\n")
    await using gate = await createToolgate({
      workspace: folder(),
      policy: { files: [policy] },
      tools: builtins({ withHostTools: true })
    })
    const lists: Array<string> = []
    let told: () => void = () => {}
    const runner = await gate.startRunner({
      command: [process.execPath, "--input-type=module", "--eval", listing],
      confinement: "none",
      onOutput: ({ bytes }) => {
        lists.push(...Buffer.from(bytes).toString().trim().split("\n"))
        told()
      }
    })
    const names = () => gate.tools.list().map(({ name }) => name)
    const until = async (list: ReadonlyArray<string>) => {
      while (lists.at(-1) !== list.join()) await new Promise<void>((resolve) => (told = resolve))
    }
    await until(names())
    await gate.tools.remove("Echo")
    await until(names())
    gate.addGlobalLayer({ deny: ["Read"] })
    await until(names())
    gate.addRoleLayer("of nobody", { deny: ["read_file"] })
    await runner.stop()
    const all = builtins({ withHostTools: true }).map(({ name }) => name)
    expect(lists).toEqual([
      all.join(),
      all.filter((name) => name !== "Echo").join(),
      all.filter((name) => name !== "Echo" && name !== "Read").join()
    ])
  })

  it.each([
    ["none", undefined, "-,-"],
    ["those that are named", ["A", "C"], "1,-"],
    ["all of them", "any" as const, "1,2"]
  ])("passes on the gate's environment variables: %s", async (_which, env, expected) => {
    await using gate = await open({ environment: { PATH: process.env.PATH, A: "1", B: "2" } })
    const options = {
      command: [process.execPath, "-p", "[process.env.A ?? '-', process.env.B ?? '-'].join()"] as const,
      confinement: "none" as const,
      ...(env === undefined ? {} : { env })
    }
    expect(await printed(gate, options)).toEqual({ text: `${expected}\n`, message: ended })
  })

  it.skipIf(!hasBubblewrap())(
    "confines it to what it may see, the gate's system paths among it (skipped without bubblewrap)",
    async () => {
      const system = folder("/var/tmp")
      const own = folder()
      const hidden = folder("/var/tmp")
      await using gate = await open({ systemPaths: [system] })
      const { text } = await printed(gate, {
        command: ["sh", "-c", `cat ${system}/a.txt ${own}/a.txt; cat ${hidden}/a.txt || true; touch ${own}/b || true`],
        confinement: { files: [{ path: own, mode: "r" }] }
      })
      expect(text).toMatch(/^hello\nhello\n/)
      expect(text).toContain(`${hidden}/a.txt: No such file or directory`)
      expect(text).toContain("Read-only file system")
    }
  )

  it.skipIf(!hasBubblewrap)("hides what the policy hides from commands (skipped without bubblewrap)", async () => {
    const [own, policies] = [folder("/var/tmp"), folder()]
    const put = (path: string) => {
      mkdirSync(dirname(join(own, path)), { recursive: true })
      writeFileSync(join(own, path), `${path}\n`)
    }
    for (const path of [".ssh/id_rsa", ".netrc", ".npmrc", "hidden/x", "sub/policy.yaml"]) put(path)
    const policy = join(policies, "policy.yaml")
    writeFileSync(policy, 'version: 1\nsecrets: ["/**/hidden"]\nrules: { deny: [shell] }\n')
    await using gate = await createToolgate({ workspace: folder(), policy: { files: [policy] }, tools: [] })
    const { text } = await printed(gate, {
      command: ["sh", "-c", `cd ${own}; cat a.txt sub/policy.yaml .ssh/id_rsa .netrc hidden/x; echo x >.npmrc; true`],
      confinement: { files: [{ path: own, mode: "rw" }] }
    })
    expect(text).toMatch(/^hello\nsub\/policy.yaml\n/)
    expect(text).not.toMatch(/^(?:\.ssh\/id_rsa|\.netrc|hidden\/x)$/m)
    expect(readFileSync(join(own, ".npmrc"), "utf8")).toBe(".npmrc\n")
  })

  it("ends it with its gate", async () => {
    const gate = await open()
    const runner = await gate.startRunner({ command: ["sleep", "1000"], confinement: "none" })
    await gate.close()
    expect(await runner.ended).toMatchObject({ how: "stopped" })
  })

  it("ends it when its signal is aborted, even before it has begun", async () => {
    await using gate = await open()
    const options = { command: ["sleep", "1000"], confinement: "none" } as const
    const stop = new AbortController()
    const later = await gate.startRunner({ ...options, signal: stop.signal })
    stop.abort()
    const before = await gate.startRunner({ ...options, signal: stop.signal })
    expect([(await later.ended).how, (await before.ended).how]).toEqual(["stopped", "stopped"])
  })

  it("rejects a missing program, and an unnamed confinement", async () => {
    await using gate = await open()
    await expect(gate.startRunner({ command: ["no-such-program"], confinement: "none" })).rejects.toMatchObject({
      _tag: "ProcessNotStarted",
      message: expect.stringContaining('"no-such-program"')
    })
    await expect(
      gate.startRunner({ command: ["true"], confinement: { files: [{ path: "/no/such", mode: "r" }] } })
    ).rejects.toMatchObject({
      message: 'Cannot start the runner: the path "/no/such" in "confinement.files" does not exist.'
    })
    await expect(gate.startRunner({ command: ["true"] } as unknown as RunnerOptions)).rejects.toThrow(TypeError)
  })
})
