import { execFileSync, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ended, launcher } from "./commandLine.ts"
import { folder } from "./folder.ts"

const script = "/usr/bin/script"
const usable = existsSync(script) && execFileSync(script, ["--version"]).includes("util-linux")

const write = `call write_file '{"path":"b.txt","content":"x\\u001b[31m"}' --policy policy.yaml`
const policy = "version: 1\nrules:\n  allow: ['write_file(out/**)']\n"

/** Types each answer when the command prompts for one, and answers with what stood on the terminal. `before`: typed at once. */
const answering = async (command: string, cwd: string, answers: ReadonlyArray<string>, before = "") => {
  const child = spawn(script, ["-qec", `${process.execPath} ${launcher} ${command}`, "/dev/null"], {
    cwd,
    stdio: "pipe"
  })
  child.stdin.write(before)
  const left = [...answers]
  let seen = ""
  let prompts = 0
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString()
    const asked = seen.split("Allow it?").length - 1
    for (; prompts < asked; prompts++) child.stdin.write(left.shift() ?? "")
  })
  const { stdout, status } = await ended(child)
  return { status, text: stdout.replaceAll("\r\n", "\n") }
}

describe.skipIf(!usable)(
  "a question of the policy, at the terminal (skipped where there is no util-linux script)",
  () => {
    it("shows what the call would do, with everything escaped, and runs it when it is approved", async () => {
      const cwd = folder({ "policy.yaml": policy })
      const { status, text } = await answering(write, cwd, ["y\n"])
      expect(text).toContain("x\\u001b[31m")
      expect(text).not.toContain("\u001b")
      expect(text).toContain('A person has to confirm calls of tool "write_file", of the class WRITE.')
      expect(text).toContain("(default WRITE: prompt, built in)")
      expect(status).toBe(0)
      expect(readFileSync(join(cwd, "b.txt"), "utf8")).toBe("x\u001b[31m")
    })

    it("does nothing when it is denied, and gives the model the reason", async () => {
      const cwd = folder({ "policy.yaml": policy })
      const { status, text } = await answering(write, cwd, ["n not there\n"])
      expect(status).toBe(1)
      expect(text).toContain("not there")
      expect(existsSync(join(cwd, "b.txt"))).toBe(false)
    })

    it("takes an empty line for a no, and asks again after what is neither", async () => {
      const cwd = folder({ "policy.yaml": policy })
      const { status, text } = await answering(write, cwd, ["perhaps\n", "\n"])
      expect(text.split("Allow it?")).toHaveLength(3)
      expect(status).toBe(1)
      expect(existsSync(join(cwd, "b.txt"))).toBe(false)
    })

    it.each([
      ["a line", "y\n", "n\n"],
      ["the beginning of a line", "y", "\n"]
    ])("does not take what was typed before the question for its answer: %s", async (_, before, answer) => {
      const cwd = folder({ "policy.yaml": policy })
      const { status, text } = await answering(write, cwd, [answer], before)
      expect(text).toContain("Allow it?")
      expect(status).toBe(1)
      expect(existsSync(join(cwd, "b.txt"))).toBe(false)
    })

    it("does not take a second line that came with the first for an answer to the next prompt", async () => {
      const cwd = folder({ "policy.yaml": policy })
      const { status, text } = await answering(write, cwd, ["perhaps\ny\n", "n\n"])
      expect(text.split("Allow it?")).toHaveLength(3)
      expect(status).toBe(1)
      expect(existsSync(join(cwd, "b.txt"))).toBe(false)
    })

    it("asks as often as it has to, and says nothing else", async () => {
      const cwd = folder({ "policy.yaml": policy })
      const { status, text } = await answering(write, cwd, [...Array.from({ length: 14 }, () => "perhaps\n"), "n\n"])
      expect(text.split("Allow it?")).toHaveLength(16)
      expect(text).not.toContain("Warning")
      expect(status).toBe(1)
    })

    it("ends when nobody answers in time", async () => {
      const cwd = folder({ "policy.yaml": policy })
      const { status, text } = await answering(`${write} --ask-timeout 0.2`, cwd, [""])
      expect(status).toBe(1)
      expect(text).toMatch(/Nobody answered|in time|expired/)
      expect(existsSync(join(cwd, "b.txt"))).toBe(false)
    })

    it("is withdrawn by Ctrl-C, which ends the call", async () => {
      const cwd = folder({ "policy.yaml": policy })
      const { status } = await answering(write, cwd, ["\u0003"])
      expect(status).toBe(130)
      expect(existsSync(join(cwd, "b.txt"))).toBe(false)
    })

    it("is not asked about what a rule allows, and for what it does not, asked about all the same with --json", async () => {
      const cwd = folder({ "policy.yaml": policy })
      const allowed = await answering(
        `call write_file '{"path":"out/b.txt","content":"x"}' --policy policy.yaml`,
        cwd,
        []
      )
      expect(allowed.text).not.toContain("Allow it?")
      expect(allowed.status).toBe(0)
    })
  }
)
