// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findFailedRows } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { builtins, createToolgate, defineTool, shell, type Toolgate, type ToolgateOptions, Type } from "../src/index.ts"

const open = async (options: Partial<ToolgateOptions> = {}) => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-")))
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  const write = (name: string, text: string, mode = 0o644) => {
    writeFileSync(join(workspace, name), text)
    chmodSync(join(workspace, name), mode)
  }
  const asked: { during: () => void; cards: Array<string> } = { during: () => {}, cards: [] }
  const gate = await createToolgate({
    workspace,
    policy: { files: [] },
    tools: [...builtins(), shell],
    onAsk: ({ summary }) => {
      asked.cards.push(summary)
      asked.during()
      return { decision: "approve" }
    },
    ...options
  })
  onTestFinished(() => gate.close())
  const clear = () => {
    for (const name of readdirSync(workspace)) rmSync(join(workspace, name), { recursive: true })
  }
  return { gate, workspace, write, asked, clear, text: (name: string) => readFileSync(join(workspace, name), "utf8") }
}

let calls = 0
const call = (tool: string, args: object) => ({ id: `call-${++calls}`, tool, args })

/** The two ways to approve a call: its gate waits, or it is deferred and resumed. */
const ways = {
  "whose gate waits": async (
    gate: Toolgate,
    tool: string,
    args: object,
    during: () => void,
    asked: { during: () => void }
  ) => {
    asked.during = during
    return gate.dispatch(call(tool, args))
  },
  "that is deferred": async (gate: Toolgate, tool: string, args: object, during: () => void) => {
    const { pending } = await gate.dispatch(call(tool, args), { defer: true })
    during()
    await gate.approvals.decide(pending?.approvalId ?? "", { decision: "approve" })
    return gate.resume(pending?.approvalId ?? "")
  }
}

const patch = { path: "a.sh", old_text: "exit 0", new_text: "exit 1" }

describe.each(Object.entries(ways))("a call %s", (_name, approve) => {
  it("does not overwrite a file that changed between the question and the approval", async () => {
    const { gate, write, text, asked } = await open()
    write("a.sh", "echo safe\nexit 0\n")
    const refused = await approve(gate, "patch_file", patch, () => write("a.sh", "evil\nexit 0\n"), asked)
    expect([refused.success, refused.executed]).toEqual([false, "no"])
    expect(refused.error?.message).toContain("the contents of the files that it would change")
    expect(text("a.sh")).toBe("evil\nexit 0\n")
    const done = await approve(gate, "patch_file", patch, () => {}, asked)
    expect([done.success, text("a.sh")]).toEqual([true, "evil\nexit 1\n"])
  })

  const scripts: ReadonlyArray<readonly [string, string, number]> = [
    ["./deploy.sh now", "deploy.sh", 0o755],
    ["sh deploy.sh now", "deploy.sh", 0o644],
    ["env A=1 sh ./deploy.sh", "deploy.sh", 0o644],
    ["make", "Makefile", 0o644],
    ["make -C .", "makefile", 0o644],
    ["npm run build", "package.json", 0o644],
    ["node ./task", "task.js", 0o644],
    ["python3 -m task", "task.py", 0o644],
    ["awk -forders", "orders", 0o644],
    ["sed --fil=orders deploy.sh", "orders", 0o644],
    ["runner-without-a-name orders", "orders", 0o644]
  ]

  it("does not run a changed script, however it is named", async () => {
    const { gate, write, workspace, asked, clear } = await open()
    const failed = await findFailedRows(
      scripts.map((row) => [row[0], row] as const),
      async ([command, name, mode]) => {
        clear()
        write(name, "#!/bin/sh\necho safe\n", mode)
        const change = () => appendFileSync(join(workspace, name), "echo evil\n")
        const refused = await approve(gate, "shell", { command }, change, asked)
        expect([refused.success, refused.executed]).toEqual([false, "no"])
        expect(refused.error?.message).toContain("the contents of the programs or scripts that it would run")
        // What it runs is approved again as it is now. Not every program is on each machine, and not each text means something to it.
        const done = await approve(gate, "shell", { command }, () => {}, asked)
        expect([done.executed, done.error?.message ?? ""]).toEqual(["yes", expect.not.stringContaining("new approval")])
      }
    )
    expect(failed).toEqual({})
  })

  const loaded: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string]> = [
    ["node a.js", { "a.js": "require('./b')", "b.js": "" }, "b.js"],
    ["sh x.sh", { "x.sh": ". ./b", b: "true" }, "b"],
    ["python3 a.py", { "a.py": "import json" }, "json.py"],
    ["sh x.sh", {}, "x.sh"],
    ["BASH_ENV=./x bash -c true", { x: "true" }, "x"],
    ["BASH_ENV=$PWD/x bash -c true", { x: "true" }, "x"],
    ["ENV=./x; export ENV; sh -ic true", { x: "true" }, "x"],
    ["PAGER=./x git log", { x: "true" }, "x"],
    ["LD_PRELOAD=./x.so ls", { "x.so": "" }, "x.so"],
    ["PYTHONPATH=lib python3 -c 'import x'", { "lib/x.py": "" }, "lib/x.py"],
    ["NODE_OPTIONS=--require=./x.cjs node -e 0", { "x.cjs": "" }, "x.cjs"],
    ["node --test", { "t/a.test.js": "" }, "t/a.test.js"]
  ]

  it("does not run a command after a file that it loads was changed or created", async () => {
    const { gate, write, asked, workspace, clear } = await open()
    const failed = await findFailedRows(
      loaded.map((row) => [`${row[0]} ${row[2]}`, row] as const),
      async ([command, files, changed]) => {
        clear()
        for (const folder of ["lib", "t"]) mkdirSync(join(workspace, folder))
        for (const [name, text] of Object.entries(files)) write(name, text)
        const refused = await approve(gate, "shell", { command }, () => write(changed, "evil"), asked)
        expect([refused.success, refused.executed]).toEqual([false, "no"])
        expect(refused.error?.message).toContain("the contents of the programs or scripts that it would run")
      }
    )
    expect(failed).toEqual({})
  })

  it("runs if a file changed that its command only reads", async () => {
    const { gate, write, asked } = await open()
    write("notes.log", "one\n")
    const done = await approve(
      gate,
      "shell",
      { command: "cat notes.log; touch done" },
      () => write("notes.log", "two\n"),
      asked
    )
    expect([done.error?.message, done.success]).toEqual([undefined, true])
  })
})

it("asks again despite a session's answer once a loaded file has changed, and shows the compared files", async () => {
  const { gate, write, asked } = await open({
    onAsk: ({ summary, inspectable, maySpanSession }) => {
      asked.cards.push(summary)
      expect([inspectable, maySpanSession]).toEqual([true, true])
      return { decision: "approve", scope: "session" }
    }
  })
  const session = await gate.session({ id: "s", agent: "a" })
  write("x.sh", ". ./lib.sh\n")
  write("lib.sh", "true\n")
  const run = async () => (await session.dispatch(call("shell", { command: "sh x.sh" }))).success
  expect([await run(), await run(), asked.cards.length]).toEqual([true, true, 1])
  write("lib.sh", "echo evil\n")
  expect([await run(), asked.cards.length]).toEqual([true, 2])
  expect(asked.cards[0]).toMatch(
    /These files run, or may be loaded.*\n {2}".*x\.sh", sha256:[0-9a-f]{64}\n {2}".*lib\.sh", sha256:/
  )
})

it("says that not everything is shown if a script computes what it loads", async () => {
  const shown: Array<readonly [boolean, boolean, string]> = []
  const { gate, write } = await open({
    onAsk: ({ summary, inspectable, maySpanSession }) => {
      shown.push([inspectable, maySpanSession, summary])
      return { decision: "deny" }
    }
  })
  const session = await gate.session({ id: "s", agent: "a" })
  write("x.sh", '. "$1"\n')
  await session.dispatch(call("shell", { command: "sh x.sh y" }))
  expect(shown).toEqual([[false, false, expect.stringContaining("Not compared: files whose names are computed.")]])
  expect(shown[0]?.[2]).toContain("uninspectable: it also loads files that are not shown")
})

it("compares a file again when an approved call begins, because that may be long after the approval", async () => {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const slow = defineTool({
    name: "slow",
    description: "Holds the only slot of the session.",
    parameters: Type.Object({}),
    sideEffects: "NONE",
    execute: async () => {
      begun.resolve()
      await held.promise
      return "done"
    }
  })
  const answered = Promise.withResolvers<void>()
  const { gate, write, text } = await open({
    tools: [...builtins(), slow],
    limits: { callsPerSession: 1 },
    onAsk: () => {
      setImmediate(answered.resolve)
      return { decision: "approve" }
    }
  })
  write("a.sh", "echo safe\nexit 0\n")
  const first = gate.dispatch(call("slow", {}))
  await begun.promise
  const second = gate.dispatch(call("patch_file", patch))
  await answered.promise
  // The call is approved, and waits for its slot: a comparison at the approval alone would have noticed nothing.
  expect(text("a.sh")).toBe("echo safe\nexit 0\n")
  write("a.sh", "evil\nexit 0\n")
  held.resolve()
  expect((await first).success).toBe(true)
  expect((await second).error?.message).toContain("the contents of the files that it would change")
  expect(text("a.sh")).toBe("evil\nexit 0\n")
})

it("shows what an HTTP tool of a catalogue sends, and binds the approval to that", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-")))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const catalogue = join(folder, "tools.yaml")
  const entry = (path: string) =>
    writeFileSync(
      catalogue,
      `tools:
  - name: archive
    description: Archives an item.
    parameters: { id: { type: string, required: true } }
    implementation:
      http:
        method: POST
        url: "http://127.0.0.1:9/v1/{id}/${path}?dry_run=true"
        headers: { X-Mode: "\${env:MODE}" }
        body: { amount: 1 }
`
    )
  const store = { at: join(folder, "gate.sqlite"), key: "env:TOOLGATE_TEST_KEY" }
  process.env.TOOLGATE_TEST_KEY = Buffer.alloc(32, 7).toString("base64")
  entry("archive")
  const asking = await open({ catalogue, store })
  const { pending } = await asking.gate.dispatch(call("archive", { id: "42" }), { defer: true })
  const id = pending?.approvalId ?? ""
  const [shown] = await asking.gate.approvals.list()
  expect(shown?.inspectable).toBe(true)
  for (const part of ['method: "POST"', "/v1/{id}/archive?dry_run=true", '"amount": 1', '"X-Mode": "${env:MODE}"'])
    expect(shown?.summary).toContain(part)
  await asking.gate.approvals.decide(id, { decision: "approve" })
  await asking.gate.close()
  const resumed = async () => {
    const { gate } = await open({ catalogue, store, workspace: asking.workspace })
    const { error } = await gate.resume(id)
    await gate.close()
    return error?.message
  }
  entry("delete")
  expect(await resumed()).toContain("The call differs from the approved one in the definition of the tool")
  entry("archive")
  // Nothing listens there: the request was made, and failed.
  expect(await resumed()).toContain("127.0.0.1:9")
})
