import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const child = fileURLToPath(new URL("./endlessChild.ts", import.meta.url))

const start = (source: string, language = "js") =>
  spawn(process.execPath, [child, source, language], { stdio: ["ignore", "pipe", "pipe"], env: {} })

describe("a script without an end", () => {
  const endless = {
    "a loop": "for (;;);",
    "nested searches in the engine's own code": 'const t = "a".repeat(1e6); for (;;) t.indexOf("a".repeat(5e5) + "b")',
    "a pattern that explodes": 'return /^(a+)+$/.test("a".repeat(60) + "b")',
    "jobs that make jobs": "const again = () => Promise.resolve().then(again); await again()",
    "a loop that gives way": "for (;;) await null",
    "jobs that memory has no room for": "for (;;) Promise.resolve().then(() => {})",
    "a loop that catches every want of memory": "const a = []; for (;;) try { a.push([]) } catch {}",
    "a loop that catches every want of stack": "const f = () => { try { f() } catch { f() } }; f()",
    "a getter of its result": "return { get a() { for (;;); } }",
    "a trap of what it throws": "throw new Proxy({}, { getPrototypeOf() { for (;;); } })"
  }

  for (const [name, body] of Object.entries(endless)) {
    it(`ends with its process: ${name}`, async () => {
      const running = start(`export default async () => { console.log("begun"); ${body} }`)
      const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]()
      expect((await lines.next()).value).toBe("begun")
      running.kill("SIGKILL")
      expect(await once(running, "exit")).toEqual([null, "SIGKILL"])
      expect((await lines.next()).done).toBe(true)
    })
  }
})

describe("a process that runs TypeScript", () => {
  it("writes no unexpected output, such as a warning of Node", async () => {
    const running = start("export default (a: number): number => 1", "ts")
    let written = ""
    for (const stream of [running.stdout, running.stderr]) stream.on("data", (chunk) => (written += chunk))
    await once(running, "close")
    expect(written).toBe("ended: value\n")
  })
})
