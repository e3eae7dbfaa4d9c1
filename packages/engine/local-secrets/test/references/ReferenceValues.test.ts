// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect, it, onTestFinished } from "vitest"
import { ReferenceValues } from "../../src/references.ts"

const folder = (files: Readonly<Record<string, string>>): string => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-references-"))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

it("replaces references with their values, optionally encoded, and does not expand values again", async () => {
  const values = new ReferenceValues({ env: { KEY: "k&1${env:KEY}" } })
  expect(await Effect.runPromise(values.in("a ${env:KEY} $${env:KEY}"))).toBe("a k&1${env:KEY} ${env:KEY}")
  expect(await Effect.runPromise(values.in("${env:KEY}", encodeURIComponent))).toBe("k%261%24%7Benv%3AKEY%7D")
  expect(values.secrets).toEqual(["k&1${env:KEY}", "k%261%24%7Benv%3AKEY%7D"])
})

it("uses the default for an absent or empty variable, and does not treat it as secret", async () => {
  const values = new ReferenceValues({ env: { EMPTY: "", KEY: "tango-9" } })
  const text = "${env:ABSENT:-plain-text} ${env:EMPTY:-} ${env:KEY:-plain-text}"
  expect(await Effect.runPromise(values.in(text))).toBe("plain-text  tango-9")
  expect(values.secrets).toEqual(["tango-9"])
})

it("reads each reference once", async () => {
  const at = folder({})
  const values = new ReferenceValues()
  const text = `\${command:printf x >> ${at}/count; wc -c < ${at}/count}`
  expect(await Effect.runPromise(values.in(text))).toBe("1")
  expect(await Effect.runPromise(values.in(text))).toBe("1")
})

it.each([
  ["${env:ABSENT}", "the variable is not set"],
  ["${env:__proto__}", "the variable is not set"],
  ["${env:constructor}", "the variable is not set"],
  ["${env:EMPTY}", "it is empty"],
  ["${file:/nowhere/token}", "there is no such file or folder"],
  ["${command:echo hunter2; exit 3}", "the command ended with status 3"],
  ["${command:kill -9 $$}", "the command ended with a signal"],
  ["${command:yes hunter2}", "the command printed more than 64 KiB"],
  ["${command:printf '\\377'}", "the command printed something that is not UTF-8 text"],
  ["${command:sleep 600 & sleep 600}", "the command took longer than 0.2 s"]
])("names the reference and not a value: %s", async (reference, why) => {
  const commandMs = reference.includes("sleep") ? 200 : 30_000
  const values = new ReferenceValues({ env: { PATH: process.env.PATH, EMPTY: "" }, commandMs })
  const fault = await Effect.runPromise(Effect.flip(values.in(`hunter2${reference}`)))
  expect(fault).toMatchObject({ reference, why: expect.stringContaining(why) })
  expect(fault.why).not.toContain("hunter2")
})

it("leaves no process of a stopped command", async () => {
  const at = folder({})
  const started = `sh -c 'echo $$ > ${at}/new; mv ${at}/new ${at}/pid; exec sleep 600' & wait`
  const fiber = Effect.runFork(new ReferenceValues().in(`\${command:${started}}`))
  await expect.poll(() => existsSync(join(at, "pid"))).toBe(true)
  await Effect.runPromise(Fiber.interrupt(fiber))
  const pid = readFileSync(join(at, "pid"), "utf8").trim()
  await expect.poll(() => spawnSync("ps", ["-o", "stat=", "-p", pid]).stdout.toString()).toMatch(/^(?:Z.*)?\s*$/)
})
