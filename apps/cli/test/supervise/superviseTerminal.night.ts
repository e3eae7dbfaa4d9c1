import { existsSync, readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { atTerminal, callingRunner, hasTerminal, project } from "../supervised.ts"

const calling = (calls: ReadonlyArray<readonly [string, unknown]>) => [
  process.execPath,
  callingRunner,
  JSON.stringify(calls)
]

/** Returns a function that answers each prompt when it appears. */
const answers = (given: ReadonlyArray<string>) => {
  let asked = 0
  return (seen: string, type: (text: string) => void) => {
    for (const prompts = seen.split("Allow it?").length - 1; asked < prompts; asked++) type(given[asked] ?? "")
  }
}

const writes = [
  ["write_file", { path: "b.txt", content: "x" }],
  ["write_file", { path: "c.txt", content: "x" }]
] as const

describe.skipIf(!hasTerminal)("toolgate supervise at a terminal (skipped without util-linux script)", () => {
  it("asks one question after another, and reports each decision", async () => {
    const at = project()
    const { status, text } = await atTerminal(at, ["--no-audit"], calling(writes), answers(["y\n", "n not that\n"]))
    expect(status).toBe(0)
    const [, first = "", second = "", ...more] = text.split('Tool "write_file" changes files')
    expect(more).toEqual([])
    // The first question is answered before the second is shown.
    expect(first).toContain("Allow it? [y/s/a/e/N, or n and a reason] y\n")
    expect(second).toContain("Allow it? [y/s/a/e/N, or n and a reason] n not that\n")
    expect(text).toMatch(/^toolgate: ✓ write_file "b\.txt": approved by a person \(host, /m)
    expect(text).toMatch(/^toolgate: ✗ write_file "c\.txt": denied: .*"not that"/m)
    expect(text).toContain("toolgate: 2 calls: 1 allowed (1 by a person), 1 denied, 0 failed.\n")
    expect([existsSync(join(at.cwd, "b.txt")), existsSync(join(at.cwd, "c.txt"))]).toEqual([true, false])
  })

  it("does not repeat what two questions have in common", async () => {
    const at = project()
    const { text } = await atTerminal(at, ["--no-audit"], calling(writes), answers(["y\n", "y\n"]))
    expect(text.match(/^Asked because: .*/gm)).toHaveLength(1)
    expect(text.match(/^For the session: .*/gm)).toHaveLength(1)
    expect(text.match(/^You have \d+ seconds .*/gm)).toHaveLength(1)
    expect(text.match(/^ {2}file to write: .*/gm)).toHaveLength(2)
    expect(text).toContain("Everything else is the same as in the question before.\nAllow it? [y/s/a/e/N")
  })

  it("asks once about a tool that is then allowed for the session", async () => {
    const at = project()
    const same = [writes[0], writes[1], writes[0]]
    const { status, text } = await atTerminal(at, ["--no-audit"], calling(same), answers(["s\n", "n\n"]))
    expect(status).toBe(0)
    expect(text.split("Allow it?")).toHaveLength(3)
    expect(text).toContain("toolgate: 3 calls: 2 allowed")
  })

  it("writes nothing into a question that is open", async () => {
    const at = project()
    const calls = [writes[0], ["list_dir", {}], ["Fly", {}]] as const
    const answered = join(at.cwd, "answered")
    let isAsked = false
    const { text } = await atTerminal(at, ["--no-audit"], [...calling(calls), answered], async (seen, type) => {
      if (isAsked || !seen.includes("Allow it?")) return
      isAsked = true
      // The test waits until both other calls are answered, and the runner has printed that, before answering the
      // question.
      while (!existsSync(answered) || readFileSync(answered).length < 2) await new Promise(setImmediate)
      type("y\n")
    })
    const from = text.indexOf('Tool "write_file" changes files')
    const question = text.slice(from, text.indexOf("a reason] y\n"))
    expect(question).toContain("Allow it?")
    expect(question).not.toContain("toolgate:")
    expect(question).not.toContain("tool_response")
    expect(text).toMatch(/a reason\] y\n(toolgate: .*\n)*toolgate: ✓ list_dir: allowed/)
  })

  it("writes nothing that is logged into a question that is open", async () => {
    const at = project({
      "run.sh": `refused() {
  echo '{"op":"agent_start","agent_id":"'$1'","agent":"child","command":["true"],"ceiling":{"no_web":false}}' >&3
  read -r answer <&3
}
mkfifo asked
read -r hello <&3
refused 1
echo '{"op":"tool_call","tool_call_id":"1","tool":"write_file","args":{"path":"b.txt","content":"x"}}' >&3
read -r pending <&3
read -r question <asked
refused 2
: >refused
read -r written <&3`
    })
    const answer = async (type: (text: string) => void) => {
      await writeFile(join(at.cwd, "asked"), "\n")
      while (!existsSync(join(at.cwd, "refused"))) await new Promise(setImmediate)
      type("y\n")
    }
    let answered: Promise<void> | undefined
    const flags = ["--no-audit", "--no-web", "--log-level", "info"]
    const { text } = await atTerminal(at, flags, ["sh", "run.sh"], (seen, type) => {
      if (seen.includes("Allow it?")) answered ??= answer(type)
    })
    await answered
    const [question = "", after = ""] = text.slice(text.indexOf('Tool "write_file"')).split("a reason] y\n")
    expect(question).toContain("Allow it?")
    expect(question).not.toContain("child")
    expect(after).toMatch(/^\[[\d:.]+\] INFO: A child agent was refused/m)
    expect(after).toMatch(/^toolgate: ✗ Agent "default" may not start "child": /m)
  })

  it("reports once that a child may not start", async () => {
    const child = ["start", { agent: "child", command: ["true"], ceiling: { no_web: false } }] as const
    const { text } = await atTerminal(project(), ["--no-audit", "--no-web"], calling([child]))
    expect(text.split("to reach the network")).toHaveLength(3)
    expect(text).toMatch(/^toolgate: ✗ Agent "default" may not start "child": .*to reach the network/m)
    expect(text).not.toContain("WARN")
  })

  it("escapes a runner's control characters, so that it cannot forge a line", async () => {
    const at = project({
      "run.sh": [
        `printf 'toolgate: all is well\\n'`,
        `printf 'tool'; printf 'gate: split\\n'`,
        `printf '%*s' 80 ''; printf 'TOOLGATE: wrapped\\n'`,
        `printf '\\033]0;title\\007\\033[31mred\\rover\\r\\n' >&2`,
        `printf '\\342\\202'; printf '\\254\\n'`
      ].join("\n")
    })
    const { status, text } = await atTerminal(at, ["--no-audit"], ["sh", "run.sh"])
    expect(status).toBe(0)
    expect(text).not.toContain("\u001b")
    expect(text).toContain("toolgate\\u003a all is well\n")
    expect(text).toContain("toolgate\\u003a split\n")
    expect(text).toContain("TOOLGATE\\u003a wrapped\n")
    expect(text).toContain("\\u001b]0;title\\u0007\\u001b[31mred\\u000dover")
    expect(text).toContain("€\n")
    expect(text.split("\n").filter((line) => line.startsWith("toolgate:"))).toHaveLength(3)
  })

  it("ends the line that a runner leaves open at its end", async () => {
    const { text } = await atTerminal(project(), ["--no-audit"], ["sh", "-c", "printf open"])
    expect(text).toContain('open\ntoolgate: Runner "default" ended by itself.')
  })

  it("does not let a runner's unfinished line delay its own", async () => {
    const at = project({
      "run.sh": `printf 'still open'; ${process.execPath} ${callingRunner} '[["list_dir",{}]]' >/dev/null; read answer`
    })
    const { text } = await atTerminal(at, ["--no-audit"], ["sh", "run.sh"])
    expect(text).toMatch(/still open\ntoolgate: ✓ list_dir: allowed/)
  })

  it("ends on Ctrl-C, and withdraws the question", async () => {
    const at = project()
    const { status, text } = await atTerminal(at, ["--no-audit"], calling(writes), answers(["\u0003"]))
    expect(status).toBe(130)
    expect(text.split("Allow it?")).toHaveLength(2)
    expect(text).toContain("toolgate: Stopping the runner. Press Ctrl-C again to kill it immediately.\n")
    expect(text).toContain('toolgate: Runner "default" was stopped: you interrupted it.')
    expect(existsSync(join(at.cwd, "b.txt"))).toBe(false)
  })

  it("ends at once on the second Ctrl-C, including all of the runner's processes", async () => {
    const at = project({
      "run.sh": "trap '' TERM INT\nsetsid sleep 1000 &\necho \"$$ $! ready\"\nwhile :; do sleep 1; done\n"
    })
    let typed = 0
    const { status, text } = await atTerminal(at, ["--no-audit"], ["sh", "run.sh"], (seen, type) => {
      const next = ["ready", "asked to end"][typed]
      if (next === undefined || !seen.includes(next)) return
      typed++
      type("\u0003")
    })
    expect(status).toBe(130)
    const pids = /^(\d+) (\d+) ready$/m.exec(text)?.slice(1) ?? []
    expect(pids).toHaveLength(2)
    expect(pids.filter((pid) => isAlive(pid))).toEqual([])
  })

  it("asks an agent's escalation, and answers it in words", async () => {
    const at = project()
    const escalating = calling([["escalate", { reason: "May I merge?" }]])
    let isAnswered = false
    const { text } = await atTerminal(at, ["--policy", "host", "--toolbox", "routing"], escalating, (seen, type) => {
      if (isAnswered || !seen.includes("if you like] ")) return
      isAnswered = true
      type("y once the tests pass\n")
    })
    expect(text).toContain("Your answer? [y/N, then a message for the agent if you like] ")
    expect(text).toContain('"note":"once the tests pass"')
    expect(text).toMatch(/✓ escalate.*: allowed/)
    expect(text).not.toContain("Allow it?")
  })
})

const isAlive = (pid: string): boolean => {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}
