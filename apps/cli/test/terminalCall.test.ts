import { execFileSync, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CommandTerminal, wordsOf } from "./CommandTerminal.ts"
import { ended, launcher } from "./commandLine.ts"
import { folder } from "./folder.ts"
import { hasTerminal, script } from "./supervised.ts"

const { NO_COLOR: _no, FORCE_COLOR: _force, ...withoutColors } = process.env

const write = `call write_file '{"path":"b.txt","content":"x\\u001b[31m"}' --policy policy.yaml`
const policy = "version: 1\nrules:\n  allow: ['write_file(out/**)']\n"

let terminal: CommandTerminal

/**
 * Types each answer when the command prompts for one, and returns the text on the terminal. `before` is typed before the
 * command starts.
 */
const answering = (
  command: string,
  cwd: string,
  answers: ReadonlyArray<string>,
  before = "",
  env: Readonly<Record<string, string>> = { NO_COLOR: "1" }
) => terminal.run({ words: wordsOf(command), cwd, env }, typing(answers), before)

/** Runs a command in a process, and types the answers. */
const answeringProcess = async (command: string, cwd: string, answers: ReadonlyArray<string>) => {
  const child = spawn(script, ["-qec", `${process.execPath} ${launcher} ${command}`, "/dev/null"], {
    cwd,
    env: { ...withoutColors, NO_COLOR: "1" },
    stdio: "pipe"
  })
  const onSeen = typing(answers)
  let seen = ""
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString()
    onSeen(seen, (text) => child.stdin.write(text))
  })
  const { stdout, status } = await ended(child)
  return { status, text: stdout.replaceAll("\r\n", "\n") }
}

const typing = (answers: ReadonlyArray<string>) => {
  const left = [...answers]
  let prompts = 0
  return (seen: string, type: (text: string) => void) => {
    const asked = seen.split("Allow it?").length - 1
    for (; prompts < asked; prompts++) type(left.shift() ?? "")
  }
}

describe.skipIf(!hasTerminal)("a question of the policy, at the terminal (skipped without util-linux script)", () => {
  beforeAll(() => {
    const { CI: _ci, ...env } = withoutColors
    terminal = new CommandTerminal(env)
  })
  afterAll(() => terminal[Symbol.asyncDispose]())

  it("shows the call with everything escaped, and runs it when it is approved", async () => {
    const cwd = folder({ "policy.yaml": policy })
    const { status, text } = await answeringProcess(write, cwd, ["y\n"])
    expect(text).toContain("x\\u001b[31m")
    expect(text).not.toContain("\u001b")
    expect(text).toContain('A person has to confirm calls of tool "write_file", of the class WRITE.')
    expect(text).toContain("(default WRITE: prompt, built in)")
    expect(status).toBe(0)
    expect(readFileSync(join(cwd, "b.txt"), "utf8")).toBe("x\u001b[31m")
  })

  it("does nothing when it is denied, and passes the reason to the model", async () => {
    const cwd = folder({ "policy.yaml": policy })
    const { status, text } = await answering(write, cwd, ["n not there\n"])
    expect(status).toBe(1)
    expect(text).toContain("not there")
    expect(existsSync(join(cwd, "b.txt"))).toBe(false)
  })

  it("treats an empty line as a no, and asks again after an invalid answer", async () => {
    const cwd = folder({ "policy.yaml": policy })
    const { status, text } = await answering(write, cwd, ["perhaps\n", "\n"])
    expect(text.split("Allow it?")).toHaveLength(3)
    expect(status).toBe(1)
    expect(existsSync(join(cwd, "b.txt"))).toBe(false)
  })

  it.each([
    ["a line", "y\n", "n\n"],
    ["the beginning of a line", "y", "\n"]
  ])("ignores text that was typed before the question: %s", async (_, before, answer) => {
    const cwd = folder({ "policy.yaml": policy })
    const { status, text } = await answering(write, cwd, [answer], before)
    expect(text).toContain("Allow it?")
    expect(status).toBe(1)
    expect(existsSync(join(cwd, "b.txt"))).toBe(false)
  })

  it("does not treat a second typed line as an answer to the next prompt", async () => {
    const cwd = folder({ "policy.yaml": policy })
    const { status, text } = await answering(write, cwd, ["perhaps\ny\n", "n\n"])
    expect(text.split("Allow it?")).toHaveLength(3)
    expect(status).toBe(1)
    expect(existsSync(join(cwd, "b.txt"))).toBe(false)
  })

  it("asks as often as needed, and prints nothing else", async () => {
    const cwd = folder({ "policy.yaml": policy })
    const { status, text } = await answeringProcess(write, cwd, [
      ...Array.from({ length: 14 }, () => "perhaps\n"),
      "n\n"
    ])
    expect(text.split("Allow it?")).toHaveLength(16)
    expect(text).not.toContain("Warning")
    expect(status).toBe(1)
  })

  it("ends when the time for an answer is over", async () => {
    const cwd = folder({ "policy.yaml": policy })
    const { status, text } = await answering(`${write} --ask-timeout 0.2`, cwd, [""])
    expect(status).toBe(1)
    expect(text).toMatch(/Nobody answered|in time|expired/)
    expect(existsSync(join(cwd, "b.txt"))).toBe(false)
  })

  it("is withdrawn by Ctrl-C, which ends the call", async () => {
    const cwd = folder({ "policy.yaml": policy })
    const { status } = await answeringProcess(write, cwd, ["\u0003"])
    expect(status).toBe(130)
    expect(existsSync(join(cwd, "b.txt"))).toBe(false)
  })

  it("is not asked if a rule allows the call; other calls are asked about even with --json", async () => {
    const cwd = folder({ "policy.yaml": policy })
    const allowed = await answering(
      `call write_file '{"path":"out/b.txt","content":"x"}' --policy policy.yaml`,
      cwd,
      []
    )
    expect(allowed.text).not.toContain("Allow it?")
    expect(allowed.status).toBe(0)
  })

  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("")

  it.each([
    [
      "a new file",
      undefined,
      { path: "a.txt", content: "one\ntwo\n" },
      "The call would create the file:\n  +one\n  +two\n"
    ],
    [
      "a part of a file, with what stands around it",
      lines(1, 30),
      { path: "a.txt", content: `${lines(1, 9)}ten\n${lines(11, 30)}` },
      "The call would change the file:\n  @@ line 7 @@\n   line 7\n   line 8\n   line 9\n  -line 10\n  +ten\n   line 11\n   line 12\n   line 13\n"
    ],
    [
      "what is added at the end",
      "one\n",
      { path: "a.txt", content: "two\n", append: true },
      "The call would change the file:\n  @@ line 1 @@\n   one\n  +two\n"
    ],
    ["nothing", "one\n", { path: "a.txt", content: "one\n" }, "The call would not change the file.\n"]
  ])("shows as a diff what a write changes: %s", async (_what, before, args, diff) => {
    const cwd = folder(before === undefined ? {} : { "a.txt": before })
    const { text } = await answering(`call write_file '${JSON.stringify(args)}'`, cwd, ["n\n"])
    expect(text).toContain(`/a.txt"\n${diff}Asked because: `)
    expect(text).not.toContain("Its arguments")
  })

  it("shows the changes of a patch as a diff", async () => {
    const cwd = folder({ "a.txt": "one\r\ntwo\r\n" })
    const args = JSON.stringify({ path: "a.txt", old_text: "one\ntwo", new_text: "three" })
    const { text, status } = await answering(`call patch_file '${args}'`, cwd, ["y\n"])
    expect(text).toContain("  -one\\u000d\n  -two\\u000d\n  +three\\u000d\n")
    expect(status).toBe(0)
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("three\r\n")
  })

  it("shows the arguments if there is no diff", async () => {
    const cwd = folder({ "big.txt": "x\n".repeat(200_000), "b.bin": "\u0000\ufffd", "a.txt": "one one" })
    execFileSync("mkfifo", [join(cwd, "pipe")])
    for (const [tool, args] of [
      ["write_file", { path: "big.txt", content: "y" }],
      ["write_file", { path: "pipe", content: "y" }],
      ["patch_file", { path: "a.txt", old_text: "one", new_text: "y" }]
    ] as const) {
      const { text } = await answering(`call ${tool} '${JSON.stringify(args)}'`, cwd, ["n\n"])
      expect(text).toContain("Its arguments:\n  {\n")
    }
  })

  it("hides nothing of a diff, and no part of it can pass for a line of the question", async () => {
    const cwd = folder({ "a.txt": "a\u202eb\n" })
    const content = "\u001b[2Jx\u200b\ty\r\nAsked because: nothing\n"
    const { text } = await answering(`call write_file '${JSON.stringify({ path: "a.txt", content })}'`, cwd, ["n\n"])
    expect(text).toContain(
      "  -a\\u202eb\n  +\\u001b[2Jx\\u200b\ty\\u000d\n  +Asked because: nothing\nInvisible characters are written as \\uXXXX.\n"
    )
    expect(text.split(/^Asked because: /m)).toHaveLength(2)
  })

  it("uses only our own colours, and none with NO_COLOR or a terminal without them", async () => {
    const cwd = folder({ "a.txt": "one\n" })
    const call = `call write_file '${JSON.stringify({ path: "a.txt", content: "\u001b[31mtwo\n" })}'`
    const inColor = await answering(call, cwd, ["n\n"], "", { TERM: "xterm-256color", NO_COLOR: "" })
    expect(inColor.text).toContain("\u001b[31m  -one\u001b[39m\n\u001b[32m  +\\u001b[31mtwo\u001b[39m\n")
    for (const env of [
      { TERM: "xterm-256color", NO_COLOR: "1" },
      { TERM: "xterm-256color", NO_COLOR: "1", FORCE_COLOR: "1" },
      { TERM: "dumb" }
    ])
      expect((await answering(call, cwd, ["n\n"], "", env)).text.replaceAll(/\(node:.*\n.*\n/g, "")).not.toContain(
        "\u001b"
      )
  })

  it("cannot be answered for the session, because that ends with the call", async () => {
    const cwd = folder()
    const { status, text } = await answering(`call write_file path=b.txt content=x`, cwd, ["s\n", "n\n"])
    expect(text).toContain("For the session: not offered, because the session ends with the call.")
    expect(text).toContain("Allow it? [y/a/e/N, or n and a reason] s\n")
    expect(text).not.toContain('"s"')
    expect(status).toBe(1)
  })
})
