import { spawn } from "node:child_process"
import { mkdirSync, readdirSync, realpathSync, rmdirSync } from "node:fs"
import { join } from "node:path"
import { hasBubblewrap } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { ended, launcher } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { hasTerminal } from "../supervised.ts"
import { toolgate } from "../withinProcess.ts"
import { answering, demoAtTerminal } from "./atTerminal.ts"

// A key that is pressed during a call is shown before the next line, and 60 columns break one of the lines.
const verdictsIn = (text: string) =>
  text
    .replaceAll("\n     (", " (")
    .match(/^ +(?:ALLOW|ASK|DENY) .*$/gm)
    ?.map((line) => line.trim())

const verdicts = [
  "ALLOW  default READ: auto (built in)",
  "ALLOW  allow write_file(cart.mjs) (toolgate.yaml:4:7)",
  "ALLOW  allow shell(node cart.test.mjs) (toolgate.yaml:5:7)",
  "DENY  deny read_file(**/.env) (toolgate.yaml:10:7)",
  "ALLOW  allow shell(git commit:*) (toolgate.yaml:6:7)",
  "ASK  ask shell(git push:*) (toolgate.yaml:8:7)"
]

/** Runs a command line in a process. */
const run = (program: string, ...words: ReadonlyArray<string>) =>
  ended(spawn(program, words, { env: { ...process.env, TMPDIR: folder() }, stdio: "pipe" }))

describe.skipIf(!hasBubblewrap())("toolgate demo (skipped without bubblewrap)", () => {
  it("--yes shows each verdict, the card, the output, the record and an explanation, and leaves nothing", async () => {
    const TMPDIR = folder()
    const before = process.cwd()
    const { status, stdout, stderr } = await toolgate(["demo", "--yes"], { env: { TMPDIR } })
    expect({ status, stderr, verdicts: verdictsIn(stdout) }).toEqual({ status: 0, stderr: "", verdicts })
    for (const said of [
      "   | ok: 2 + 3 = 5\n   | (confined by bubblewrap)\n",
      'Permission denied: The rule "read_file(**/.env)" denies the command.',
      '\nTool "shell" runs code or commands (EXECUTE), risk MEDIUM, destructive.\n',
      "Allow it? [y/s/e/N, or n and a reason] y (--yes)\n",
      "  main -> main\n"
    ])
      expect(stdout).toContain(said)
    const record = stdout.slice(stdout.indexOf("What is on record:"), stdout.indexOf("Why was"))
    expect(record.match(/dispatched|completed|denied(?=: )|approved by a person/g)).toEqual([
      ...["dispatched", "completed", "dispatched", "completed", "dispatched", "completed"],
      ...["denied", "dispatched", "completed", "dispatched", "approved by a person", "completed"]
    ])
    expect(stdout).toContain('DENY: The rule "read_file(**/.env)" denies the command.\n  because of rules: ')
    expect(readdirSync(TMPDIR)).toEqual([])
    expect(process.cwd()).toBe(before)
  })

  it("without a terminal, asks no questions and says so", async () => {
    const { status, stdout } = await toolgate(["demo"])
    expect({ status, verdicts: verdictsIn(stdout) }).toEqual({ status: 0, verdicts })
    expect(stdout).toContain('The push will be denied: its approval needs a terminal, or "--yes".\n')
    expect(stdout.replaceAll(/\s[\s|]+/g, " ")).toContain("but this gate cannot ask one")
    expect(stdout).not.toContain("main -> main")
  })

  it("without git, leaves out the push and asks about something else", async () => {
    const { status, stdout } = await toolgate(["demo", "--yes"], { env: { PATH: folder() } })
    expect({ status, verdicts: verdictsIn(stdout) }).toEqual({
      status: 0,
      verdicts: [...verdicts.slice(0, 4), "ASK  default WRITE: prompt (built in)"]
    })
    expect(stdout).toContain("Git cannot be used here: the commit and the push are left out")
  })

  it("without bubblewrap, names what is not confined and shows everything", async () => {
    const mounted = ["--dev-bind", "/", "/", "--ro-bind", "/dev/null", realpathSync("/usr/bin/bwrap")]
    const { status, stdout } = await run("bwrap", ...mounted, process.execPath, launcher, "demo", "--yes")
    expect({ status, verdicts: verdictsIn(stdout) }).toEqual({ status: 0, verdicts })
    expect(stdout).toContain("Commands are not confined here, and run as you.")
    expect(stdout).toContain("      unconfined: true\n")
    expect(stdout).not.toContain("confined by bubblewrap")
    expect(stdout).toContain("  main -> main\n")
  })

  it("runs in a folder that was removed", async () => {
    const line = `cd "$(mktemp -d)" && rmdir "$PWD" && exec '${process.execPath}' '${launcher}' demo --yes`
    expect(await run("sh", "-c", line)).toMatchObject({ status: 0, stderr: "" })
  })

  it("leaves nothing if the current folder is removed while it runs", async () => {
    const [TMPDIR, cwd] = [folder(), join(folder(), "removed")]
    mkdirSync(cwd)
    const child = spawn(process.execPath, [launcher, "demo", "--yes"], { cwd, env: { ...process.env, TMPDIR } })
    child.stdout.once("data", () => rmdirSync(cwd))
    expect(await ended(child)).toMatchObject({ status: 0, stderr: "" })
    expect(readdirSync(TMPDIR)).toEqual([])
  })

  describe.skipIf(!hasTerminal)("at a terminal (skipped without util-linux script)", () => {
    it("asks with colours, and continues after a key", async () => {
      const { status, text } = await demoAtTerminal({ press: answering("y\n") })
      expect(status).toBe(0)
      expect(text).toContain("\u001b[32m   ALLOW  allow write_file(cart.mjs) (toolgate.yaml:4:7)\u001b[39m\n")
      expect(text).toContain("\u001b[33m   ASK  ask shell(git push:*) (toolgate.yaml:8:7)\u001b[39m\n")
      expect(text).toContain("\u001b[31m   DENY  deny read_file(**/.env) (toolgate.yaml:10:7)\u001b[39m\n")
      expect(text).toContain("  main -> main")
    })

    it("continues after a no, in 60 columns and without colours", async () => {
      const { status, text } = await demoAtTerminal({
        columns: 60,
        env: { NO_COLOR: "1" },
        press: answering("n not today\n")
      })
      expect({ status, verdicts: verdictsIn(text) }).toEqual({ status: 0, verdicts })
      expect(text).toContain('gave the reason "not today"')
      expect(text).not.toContain("\u001b")
      const ours = text.slice(0, text.indexOf('\nTool "shell"')).split("\n")
      expect(ours.filter((line) => line.trimStart().length > 60)).toEqual([])
      const asked = text.split("\n").filter((line) => /^(?:Asked because|For the session|Always): /.test(line))
      expect([asked.length, asked.filter((line) => line.length > 60)]).toEqual([3, []])
    })

    it.each(["The policy", "1. The agent", "3. The agent", "Allow it?", "What is on record"])(
      "ends on Ctrl-C at %j, and leaves nothing",
      async (step) => {
        const TMPDIR = folder()
        const answer = answering("y\n")
        const press = (seen: string) => (seen.includes(step) ? "\u0003" : answer(seen))
        const { status, text } = await demoAtTerminal({ env: { TMPDIR }, press })
        expect(status).toBe(130)
        expect(text).not.toContain("Why was")
        expect(readdirSync(TMPDIR)).toEqual([])
      }
    )
  })
})

describe("toolgate demo", () => {
  it("reports a missing folder for temporary files", async () => {
    expect(await toolgate(["demo"], { env: { TMPDIR: "/no/such" } })).toEqual({
      status: 2,
      stdout: "",
      stderr:
        'toolgate: The demo cannot make its folder in "/no/such": its folder does not exist. Set TMPDIR to a folder that can be written.\n'
    })
  })
})
