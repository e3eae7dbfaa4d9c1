import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { BusyLoops } from "./BusyLoops.ts"
import { toolgateProcess } from "./commandLine.ts"

const processes = 50
const secret = "SECRET=1"

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-night-")))
const workspace = join(base, "workspace")
mkdirSync(workspace)
writeFileSync(join(workspace, ".env"), `${secret}\n`)

let loops: BusyLoops | undefined
beforeAll(async () => {
  // The bundle is made once, before all processes read it.
  await toolgateProcess(["--version"])
  loops = new BusyLoops(4)
  await loops.spinning()
})
afterAll(async () => {
  await loops?.[Symbol.asyncDispose]()
  rmSync(base, { recursive: true, force: true })
})

const files = Array.from({ length: 600 }, (_, i) => `src/file-${i}.ts`).join(" ")
const words = Array.from({ length: 8_000 }, (_, i) => `w${i}`).join(" ")
const denied = '{ deny: ["read_file(**/.env)"], allow: [shell] }'

/** The verdicts of policies on commands. */
const cases: ReadonlyArray<
  readonly [name: string, policy: string, command: string, decision: "allow" | "ask" | "deny"]
> = [
  ["a secret, unconfined", `tools: { shell: { unconfined: true } }\nrules: ${denied}`, "cat .env", "deny"],
  ["a secret after 600 files", `rules: ${denied}`, `git add ${files} .env`, "deny"],
  [
    "a file of an agent that has none",
    "tools: { shell: { unconfined: true } }\nagents: { default: { fs: [{ path: /nowhere, mode: r }] } }\nrules: { allow: [shell] }",
    "cat /etc/hostname",
    "deny"
  ],
  ["what its own rule allows", 'rules: { allow: ["shell(git log:*)"] }', "git log", "allow"],
  ["600 files that a rule allows", 'rules: { allow: ["shell(git add:*)"] }', `git add ${files}`, "allow"],
  ["more than is read", "rules: { allow: [shell] }", `git log ${words}`, "ask"]
]

const policyFile = (name: string, text: string): string => {
  const file = join(base, `${name}.yaml`)
  writeFileSync(file, `version: 1\n${text}\n`)
  return file
}

/** Returns the answers of new processes that all start at once: each different answer, with its number. */
const answers = async (args: ReadonlyArray<string>, input: string) => {
  const env = { XDG_STATE_HOME: join(base, "state") }
  const all = await Promise.all(
    Array.from({ length: processes }, () => toolgateProcess(args, { cwd: workspace, input, env }))
  )
  const counts = new Map<string, number>()
  for (const { status, stdout, stderr } of all) {
    const answer = JSON.stringify({ status, stdout, stderr })
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return [...counts].map(([answer, count]) => ({ ...JSON.parse(answer), count }))
}

describe(`${processes} new processes at once beside four busy loops`, () => {
  it.each(cases)("judge alike, and rightly: %s", async (name, policy, command, decision) => {
    const request = JSON.stringify({ tool: "shell", args: { command } })
    const found = await answers(["policy", "check", "--policy", policyFile(name, policy)], `${request}\n`)
    expect(found).toEqual([{ status: 0, stdout: expect.any(String), stderr: "", count: processes }])
    expect(JSON.parse(found[0]?.stdout)).toMatchObject({ decision })
  })

  it("print no secret that their policy denies", async () => {
    const policy = policyFile("called", `tools: { shell: { unconfined: true } }\nrules: ${denied}`)
    const found = await answers(["call", "shell", '{"command":"cat .env"}', "--policy", policy], "")
    expect(JSON.stringify(found)).not.toContain(secret)
    expect(found).toEqual([{ status: 1, stdout: "", stderr: expect.stringContaining("denies"), count: processes }])
  })
})
