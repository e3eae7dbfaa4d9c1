import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { hasBubblewrap } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { ended, launcher } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { hasTerminal, running, script } from "../supervised.ts"
import { toolgate } from "../withinProcess.ts"

const policy = "version: 1\nrules: { allow: [shell] }\n"
const project = () => folder({ "policy.yaml": policy })
const words = (command: string) => ["call", "shell", JSON.stringify({ command }), "--policy", "policy.yaml"]

/** Runs the command at a terminal. `when` is called each time there is more text, with all text so far. */
const atTerminal = async (cwd: string, command: string, when: (seen: string, type: (text: string) => void) => void) => {
  const line = words(command)
    .map((word) => `'${word}'`)
    .join(" ")
  const child = spawn(script, ["-qec", `${process.execPath} ${launcher} ${line}`, "/dev/null"], { cwd, stdio: "pipe" })
  let seen = ""
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString()
    when(seen, (text) => child.stdin.write(text))
  })
  const { status, stdout } = await ended(child)
  return { status, text: stdout.replaceAll("\r\n", "\n") }
}

describe.skipIf(!hasBubblewrap())("toolgate call shell (skipped without bubblewrap)", () => {
  it("answers with the command and its output", async () => {
    const cwd = project()
    const { status, stdout } = await toolgate([...words("echo a; echo b >&2; echo c; exit 3"), "--json"], { cwd })
    expect(status).toBe(1)
    const answer = JSON.parse(stdout)
    // Output of two streams at the same time has no order.
    expect(["a\nb\nc\n", "b\na\nc\n", "a\nc\nb\n"]).toContain(answer.output.content[0].text)
    expect(answer).toMatchObject({
      executed: "yes",
      output: { commandExecuted: "echo a; echo b >&2; echo c; exit 3" },
      error: { slug: "tool_failed", details: { exitStatus: 3 } },
      sandbox: "host",
      enforced: { access: "bubblewrap", files: "mounts" }
    })
  })

  it("sees no files outside the workspace", async () => {
    const cwd = project()
    const { stdout } = await toolgate(words("pwd; ls; ls $(printf /%s root) || true; id -u"), { cwd })
    expect(stdout).toContain(`${cwd}\npolicy.yaml\n`)
    expect(stdout).toContain("65534\n")
  })

  const kept = /The command could not write "[^"]*\.envrc"\./g
  const writing = (end: string) =>
    folder({ "policy.yaml": policy, ".envrc": "", "work.sh": `echo hi; echo x > .envrc; ${end}` })

  it("names the repository above, because git in a subfolder does not see it", async () => {
    const above = realpathSync(folder({ "policy.yaml": policy }))
    execFileSync("git", ["init", "-q", above])
    const cwd = join(above, "packages/a")
    mkdirSync(cwd, { recursive: true })
    const { stderr } = await toolgate(["call", "shell", '{"command":"git status"}', "--policy", "../../policy.yaml"], {
      cwd
    })
    expect(stderr).toContain(`The root of the repository is "${above}", which calls in this folder do not reach.`)
    const { stderr: none } = await toolgate(words("echo not a git repository"), { cwd: project() })
    expect(none).toBe("")
  })

  it.each(["touch ../y", "echo x >../y", "sh -c 'echo x >../y'"])(
    "blames no protected file for a failed write elsewhere: %s",
    async (command) => {
      const above = folder({ "policy.yaml": policy })
      const cwd = join(above, "ws")
      mkdirSync(join(cwd, "sub"), { recursive: true })
      for (const path of [".npmrc", "sub/.envrc"]) writeFileSync(join(cwd, path), "")
      const given = ["call", "shell", JSON.stringify({ command }), "--policy", "../open.yaml", "--json"]
      writeFileSync(join(above, "open.yaml"), "version: 1\nrules: { allow: [shell] }\n")
      const { stdout, stderr } = await toolgate(given, { cwd })
      expect(stdout + stderr).not.toMatch(/\.npmrc|\.envrc|could not write/)
    }
  )

  it("reports once what a command could not write, apart from its output", async () => {
    const failed = await toolgate(words("sh work.sh"), { cwd: writing("exit 3") })
    expect([failed.status, failed.stdout]).toEqual([1, expect.stringMatching(/^hi\n/)])
    expect([failed.stdout.match(kept), failed.stderr.match(kept)?.length]).toEqual([null, 1])
    const went = await toolgate(words("sh work.sh"), { cwd: writing("exit 0") })
    expect([went.status, went.stdout.match(kept), went.stderr.match(kept)?.length]).toEqual([0, null, 1])
  })

  describe.skipIf(!hasTerminal)("at a terminal (skipped without util-linux script)", () => {
    it("shows output while the command runs, once, each stream", async () => {
      const cwd = project()
      execFileSync("mkfifo", [join(cwd, "answer")])
      let answered = false
      // The command goes on only after its first line was seen.
      const { status, text } = await atTerminal(cwd, "echo ready; echo noted >&2; cat answer", (seen) => {
        if (answered || !seen.includes("ready") || !seen.includes("noted")) return
        answered = true
        writeFileSync(join(cwd, "answer"), "done\n")
      })
      expect(status).toBe(0)
      expect(text).toBe("ready\nnoted\ndone\n")
    })

    it("also reports at the terminal what a command could not write", async () => {
      const { status, text } = await atTerminal(writing("exit 0"), "sh work.sh", () => {})
      expect([status, text.match(kept)?.length]).toEqual([0, 1])
    })

    it("ends everything on Ctrl-C, says so, and leaves the output on the screen", async () => {
      const marker = `31${process.pid}`
      const cwd = folder({
        "policy.yaml": policy,
        "work.sh": `trap 'echo cleared up; exit' TERM\n(trap "" TERM; setsid sleep ${marker}1 &)\nnohup sleep ${marker}2 >/dev/null 2>&1 &\nfor n in 1 2; do until cat /proc/[0-9]*/cmdline | tr "\\0" " " | grep -q "sleep ${marker}$n"; do :; done; done\necho begun\nsleep ${marker}3 &\nwait\n`
      })
      let stopped = false
      let before = 0
      const { status, text } = await atTerminal(cwd, "sh work.sh", (seen, type) => {
        if (stopped || !seen.includes("begun")) return
        stopped = true
        before = running(`sleep\0${marker}`).length
        type("\x03")
      })
      expect(before).toBeGreaterThan(1)
      expect(status).toBe(130)
      expect(text).toContain("begun\n")
      expect(text).toContain("cleared up\n")
      expect(text).toContain("toolgate: The call was cancelled.")
      expect(running(`sleep\0${marker}`)).toEqual([])
    })
  })
})
