import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { chainTools } from "@toolgate/chain"
import { chooseCount, hasBubblewrap, makeMarker, makeSixProcesses, waitUntilNoneLeft } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { createToolgate } from "../../src/index.ts"
import { guestProcesses, ranOf, tool } from "./openGate.ts"

const write = (path: string, content: unknown, mode = 0o600) => {
  mkdirSync(dirname(path), { recursive: true })
  const text = typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content)
  writeFileSync(path, text, { mode })
}

/** A WebAssembly module that never ends. */
const endless = Buffer.from(
  "0061736d01000000" +
    "010401600000" +
    "03020100" +
    "0503010001" +
    "071302066d656d6f72790200065f73746172740000" +
    "0a0901070003400c000b0b",
  "hex"
)

const entry = (name: string, way: object) => ({
  name,
  description: "For tests.",
  class: "READ",
  allowed_callers: ["direct", "chain"],
  ...way
})

/** The tools of a plugin: one that answers, and one for each way to run that ends only when it is killed. */
const tools = [
  entry("says", { module: "tools.mjs", function: "says", parameters: { n: { type: "integer", required: true } } }),
  entry("spins", { module: "tools.mjs", function: "spins" }),
  entry("module", { module: "endless.wasm" }),
  ...(hasBubblewrap() ? [entry("program", { class: "EXECUTE", command: ["./program"] })] : [])
]

/** Opens a gate with such a plugin. */
const open = async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-plugins-")))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const of = (...names: ReadonlyArray<string>) => join(folder, ...names)
  const marker = makeMarker()
  write(of("work/policy.yaml"), "version: 1\nrules: { allow: ['*'] }\n")
  const put = (said: string) => {
    write(of("plugins/own/manifest.json"), { name: "own", version: "1.0.0", tools })
    write(
      of("plugins/own/tools.mjs"),
      `export const says = ({ n }) => ({ said: "${said}".repeat(n) })\nexport const spins = () => { for (;;); }`
    )
    write(of("plugins/own/endless.wasm"), endless)
    write(of("plugins/own/program"), `#!/bin/sh\n${makeSixProcesses(marker)}\nsleep ${marker}\n`, 0o700)
  }
  put("a")
  const gate = await createToolgate({
    workspace: of("work"),
    policy: { files: [of("work/policy.yaml")] },
    tools: chainTools({ policy: { callTimeoutMs: 300_000 } }),
    plugins: { folders: [of("plugins")], settings: of("settings"), state: of("state") },
    artifacts: of("artifacts")
  })
  onTestFinished(() => gate.close())
  expect(gate.plugins.problems).toEqual([])
  let count = 0
  const run = async (code: string, options: Parameters<typeof gate.dispatch>[1] = {}) =>
    ranOf(await gate.dispatch({ id: `s${count++}`, tool: "run_script", args: { code } }, options))
  return { gate, run, marker, put, of }
}

/** Whether a process is running, and not waiting. */
const isRunning = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.startsWith("R") === true
  } catch {
    return false
  }
}

describe("a plugin's tool in a script", () => {
  it.each(tools.slice(1).map(({ name }) => name))(
    "leaves nothing of %s running after the script's end",
    async (name) => {
      const { gate, run, marker } = await open()
      const left = await run(`tools.${name}({}); return (await tools.says({ n: 1 })).structured`)
      expect([left.result, left.call_trace[0]?.status]).toEqual([{ said: "a" }, "cancelled"])
      const events = gate.events()
      const stop = new AbortController()
      const cancelled = run(`await tools.${name}({})`, { signal: stop.signal })
      for await (const event of events) if (event.type === "tool.called" && event.toolName === name) break
      stop.abort()
      const { status, call_trace } = await cancelled
      expect([status, call_trace[0]?.status]).toEqual(["cancelled", "cancelled"])
      await waitUntilNoneLeft(marker)
      await expect.poll(() => guestProcesses().filter(isRunning)).toEqual([])
    }
  )

  it("can be called many times concurrently, in many scripts", async () => {
    const { gate } = await open()
    const code =
      "return (await Promise.all([1, 2, 3, 4, 5, 6].map((n) => tools.says({ n })))).map(({ structured }) => structured.said.length)"
    const all = await Promise.all(
      Array.from({ length: chooseCount(4, 12) }, async (_, n) =>
        (await gate.session({ id: `s${n}` })).dispatch({ id: `${n}`, tool: "run_script", args: { code } })
      )
    )
    for (const { error, output } of all)
      expect(error?.message ?? output.value).toMatchObject({ result: [1, 2, 3, 4, 5, 6] })
  })

  it("is stored for its session if its result is large", async () => {
    const { gate, run } = await open()
    const code = "const { artifact_ref, text } = await tools.says({ n: 5_000 }); return [artifact_ref, text]"
    const [ref, text] = (await run(code)).result as [string, null]
    expect(text).toBe(null)
    const read = { id: "read", tool: "read_artifact", args: { ref, start: 9, length: 3 } }
    expect((await gate.dispatch(read)).output.value).toMatchObject({ text: "aaa", size: 5_011 })
    const other = await gate.session({ id: "other" })
    expect((await other.dispatch(read)).error?.message).toContain("There is no artifact")
  })

  it("is that of the current version at the time of the call", async () => {
    const { gate, run, put, of } = await open()
    const changing = tool("change", async ({ to }) => {
      if (to === "") rmSync(of("plugins/own"), { recursive: true })
      else put(String(to))
      await gate.plugins.reloadChanged()
      return to
    })
    await gate.tools.add(changing)
    const { result, error } = await run(`
      const says = () => tools.says({ n: 1 }).then(({ structured }) => structured.said, ({ message }) => message)
      const all = [await says()]
      for (const to of ["b", "c", ""]) { await tools.change({ to }); all.push(await says()) }
      return all`)
    expect(error ?? result).toEqual(["a", "b", "c", expect.stringContaining('Tool "says" not found')])
  })
})
