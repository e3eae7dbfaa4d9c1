import { spawn } from "node:child_process"
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CommandTerminal, wordsOf } from "../CommandTerminal.ts"
import { ended, launcher } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { hasTerminal, script } from "../supervised.ts"
import { toolgate } from "../withinProcess.ts"

/** A command at a terminal, in a new folder. `editor` is a shell script, whose `$1` is the file. */
interface Sitting {
  readonly command?: string
  readonly editor?: string
  readonly env?: Readonly<Record<string, string>>
  /** The texts that are waited for, one after the other, and what is typed when they appear. */
  readonly typed: ReadonlyArray<readonly [string, string]>
}

const write = `call write_file '{"path":"b.txt","content":"x"}' --policy policy.yaml`

let terminal: CommandTerminal

/** Returns a folder in which a command sits at a terminal, and the variables of the command. */
const seatFor = (editor: string | undefined, env: Sitting["env"], at: string) => {
  const program = join(at, "my editor")
  if (editor !== undefined) {
    writeFileSync(program, `#!/bin/sh\n${editor}\n`)
    chmodSync(program, 0o700)
  }
  const own = { NO_COLOR: "1", TMPDIR: at, XDG_STATE_HOME: join(at, "state"), VISUAL: "", EDITOR: `'${program}'` }
  return { at, env: { ...own, ...env } }
}

const sit = async (
  { command = write, editor, env = {}, typed }: Sitting,
  at = folder({ "policy.yaml": "version: 1\n" })
) => {
  const seat = seatFor(editor, env, at)
  const { onSeen, left } = typing(typed)
  const run = terminal.run({ words: wordsOf(command), cwd: at, env: seat.env }, onSeen)
  return leaving(at, left, await run)
}

/** Sits at a terminal with a process. */
const sitWithProcess = async ({ command = write, editor, env = {}, typed }: Sitting) => {
  const { at, env: own } = seatFor(editor, env, folder({ "policy.yaml": "version: 1\n" }))
  // A shell that waits for the command would be ended by Ctrl-C as well.
  const child = spawn(script, ["-qec", `exec '${process.execPath}' '${launcher}' ${command}`, "/dev/null"], {
    cwd: at,
    env: { ...process.env, ...own },
    stdio: "pipe"
  })
  const { onSeen, left } = typing(typed)
  let seen = ""
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString()
    onSeen(seen, (text) => child.stdin.write(text))
  })
  const { status, stdout } = await ended(child)
  return leaving(at, left, { status, text: stdout.replaceAll("\r\n", "\n") })
}

const typing = (typed: Sitting["typed"]) => {
  const left = [...typed]
  let from = 0
  const onSeen = (seen: string, type: (text: string) => void) => {
    for (let next = left[0]; next !== undefined; next = left[0]) {
      const found = seen.indexOf(next[0], from)
      if (found === -1) return
      from = found + next[0].length
      left.shift()
      type(next[1])
    }
  }
  return { onSeen, left }
}

const leaving = (at: string, left: Sitting["typed"], { status, text }: { status: number | null; text: string }) => {
  expect(left).toEqual([])
  expect(readdirSync(at).filter((name) => name.startsWith("toolgate-edit-"))).toEqual([])
  const file = join(at, "b.txt")
  return { at, status, text, written: existsSync(file) ? readFileSync(file, "utf8") : undefined }
}

const ask = "a reason] "

describe.skipIf(!hasTerminal)("an answer at the terminal (skipped without util-linux script)", () => {
  beforeAll(() => {
    terminal = new CommandTerminal(process.env)
  })
  afterAll(() => terminal[Symbol.asyncDispose]())

  it("y allows the call once, and n denies it with a reason", async () => {
    expect(await sit({ typed: [[ask, "y\n"]] })).toMatchObject({ status: 0, written: "x" })
    const denied = await sit({ typed: [[ask, "n not here\n"]] })
    expect(denied).toMatchObject({ status: 1, written: undefined })
    expect(denied.text).toContain('gave the reason "not here"')
  })

  it("a allows the call, and leaves the rule that was shown for review, which can be applied at the terminal", async () => {
    const { at, status, text, written } = await sit({ typed: [[ask, "a\n"]] })
    expect({ status, written }).toEqual({ status: 0, written: "x" })
    const rule = `write_file(${join(at, "b.txt")})`
    expect(text.indexOf(`Always: suggests the rule "${rule}".`)).toBeLessThan(text.indexOf("Allow it?"))
    expect(text).toContain('The rule waits for "toolgate policy review", and has no effect until then.\n')
    // It has no effect until then.
    expect(await sit({ typed: [[ask, "n\n"]] }, at)).toMatchObject({ status: 1 })
    const declined = await sit(
      {
        command: "policy review --policy policy.yaml",
        typed: [
          ["or none] ", "all\n"],
          ["[y/N] ", "\n"]
        ]
      },
      at
    )
    expect(declined.status).toBe(1)
    expect(readFileSync(join(at, "policy.yaml"), "utf8")).toBe("version: 1\n")
    const reviewed = await sit(
      {
        command: "policy review --policy policy.yaml",
        typed: [
          ["or none] ", "1\n"],
          ["[y/N] ", "y\n"]
        ]
      },
      at
    )
    expect(reviewed.text).toContain(
      '+rules:\n+  allow:\n+    - "write_file(b.txt)"\nWrite this? [y/N] y\nWrote "policy.yaml".\n'
    )
    expect(readFileSync(join(at, "policy.yaml"), "utf8")).toBe(
      'version: 1\nrules:\n  allow:\n    - "write_file(b.txt)"\n'
    )
    expect(
      await toolgate(["call", "write_file", "path=b.txt", "content=z", "--policy", "policy.yaml"], { cwd: at })
    ).toMatchObject({ status: 0 })
  })

  it("a is not offered for what has no rule, and says why", async () => {
    const { status, text } = await sit({
      command: `call shell command='make && rm b'`,
      typed: [
        [ask, "a\n"],
        [ask, "n\n"]
      ]
    })
    expect(status).toBe(1)
    expect(text).toContain("Always: not offered, because the call has 2 parts")
    expect(text).toContain("Allow it? [y/e/N, or n and a reason] a\n")
    expect(text).not.toContain('"a" to allow')
  })

  it("e edits the arguments, shows what changed, and asks again before they are approved", async () => {
    const { status, text, written } = await sit({
      editor: `stat -c '%a %n' "$1" "$(dirname "$1")"; sed -i 's/"x"/"edited"/' "$1"`,
      typed: [
        [ask, "e\n"],
        [ask, "s\n"],
        [ask, "y\n"]
      ]
    })
    expect({ status, written }).toEqual({ status: 0, written: "edited" })
    expect(text).toMatch(/^600 .*\/arguments\.json\n700 /m)
    expect(text).toContain(
      'Your changes to the arguments:\n  @@ line 1 @@\n   {\n     "path": "b.txt",\n  -  "content": "x"\n  +  "content": "edited"\n   }\nAllow it with your arguments? [y/e/N, or n and a reason] s\n'
    )
  })

  it("e can be followed by a no, and by another edit that takes the first one back", async () => {
    const once = `sed -i 's/"x"/"edited"/' "$1"`
    expect(
      await sit({
        editor: once,
        typed: [
          [ask, "e\n"],
          [ask, "n\n"]
        ]
      })
    ).toMatchObject({ status: 1, written: undefined })
    const back = `if grep -q edited "$1"; then sed -i 's/"edited"/"x"/' "$1"; else ${once}; fi`
    const { text, written } = await sit({
      editor: back,
      typed: [
        [ask, "e\n"],
        [ask, "e\n"],
        [ask, "y\n"]
      ]
    })
    expect(text).toContain("These are the arguments of the call again.\nAllow it? [y/a/e/N")
    expect(written).toBe("x")
  })

  it.each<[string, Partial<Sitting>, string]>([
    ["changes nothing", { editor: "touch b" }, "Nothing was changed."],
    [
      "writes the same in another way",
      { editor: `printf '{"content":"\\\\u0078","path":"b.txt"}' > "$1"` },
      "Nothing was changed."
    ],
    ["empties the file", { editor: `: > "$1"` }, "The text is empty. Nothing was changed."],
    ["removes the file", { editor: `rm "$1"` }, "The text cannot be used: there is no such file or folder."],
    ["writes no object", { editor: `echo '[1]' > "$1"` }, "The text is not a JSON object, as arguments must be."],
    ["fails", { editor: "exit 3" }, "ended with the status 3. Nothing was changed."],
    ["is ended", { editor: "kill -TERM $$" }, "was ended by SIGTERM. Nothing was changed."],
    [
      "is missing",
      { env: { EDITOR: "/no/such/editor" } },
      'The editor "/no/such/editor" cannot be started; name another one in VISUAL or EDITOR. Nothing was changed.'
    ]
  ])("e approves nothing if the editor %s", async (_, how, message) => {
    const again: Sitting["typed"] = /text (cannot|is not)/.test(message) ? [["Edit it again? [Y/n] ", "n\n"]] : []
    const { status, text, written } = await sit({ ...how, typed: [[ask, "e\n"], ...again, [ask, "\n"]] })
    expect({ status, written }).toEqual({ status: 1, written: undefined })
    expect(text).toContain(message)
    expect(text).toContain("Allow it? [y/a/e/N, or n and a reason] \n")
  })

  it("e says where a text is no JSON, and opens it again as it was left", async () => {
    const editor = `if grep -q broken "$1"; then printf '{"path":"b.txt","content":"mended"}' > "$1"; else printf '{\\n  "path": broken' > "$1"; fi`
    const { status, text, written } = await sit({
      editor,
      typed: [
        [ask, "e\n"],
        ["[Y/n] ", "\n"],
        [ask, "y\n"]
      ]
    })
    expect({ status, written }).toEqual({ status: 0, written: "mended" })
    expect(text).toContain("toolgate: The text cannot be read as JSON: at line 2, column 11, ")
  })

  it("Ctrl-C in the editor ends the editor, and returns to the question", async () => {
    const { status, text, written } = await sitWithProcess({
      editor: `echo ready; trap 'exit 130' INT; while :; do sleep 0.1; done`,
      typed: [
        [ask, "e\n"],
        ["ready", "\u0003"],
        [ask, "y\n"]
      ]
    })
    expect({ status, written }).toEqual({ status: 0, written: "x" })
    expect(text).toMatch(/The editor .* (?:ended with the status 130|was ended by SIGINT)\. Nothing was changed\./)
    // At the question, it ends the call as before.
    expect(await sitWithProcess({ typed: [[ask, "\u0003"]] })).toMatchObject({ status: 130, written: undefined })
  })

  it("a question that is over ends the editor", async () => {
    const { status, text, written } = await sit({
      command: `${write} --ask-timeout 1.5`,
      editor: "echo ready; exec sleep 60",
      typed: [
        [ask, "e\n"],
        ["ready", ""]
      ]
    })
    expect({ status, written }).toEqual({ status: 1, written: undefined })
    expect(text).toContain("got no answer in time")
  })

  it("refuses an edited path that leads out of the folder", async () => {
    // The folder of temporary files, which is not outside, is that of the process.
    const { status, text } = await sitWithProcess({
      editor: `sed -i 's|b.txt|../b.txt|' "$1"`,
      typed: [
        [ask, "e\n"],
        [ask, "y\n"]
      ]
    })
    expect(status).toBe(1)
    expect(text).toMatch(/leads out|outside|leaves/)
  })
})
