import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hasBubblewrap } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { createToolgate, defineTool, type ToolgateOptions, Type } from "../src/index.ts"

const greet = defineTool({
  name: "greet",
  description: "Greets.",
  parameters: Type.Object({}),
  sideEffects: "EXECUTE",
  command: { argv: ["greet"] }
})

/** Makes folders for a workspace, a store and programs. Unlike `/tmp`, `/var/tmp` is not the command's own. */
const makeFolders = () => {
  const root = realpathSync(mkdtempSync("/var/tmp/toolgate-"))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-")))
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  const install = (folder: string) => {
    mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(join(root, folder, "greet"), `#!/bin/sh\necho ${folder}\n`, { mode: 0o755 })
  }
  const policy = join(root, "toolgate.yaml")
  const follow = (settings: string, asks = "rules: { ask: [greet] }") =>
    writeFileSync(policy, `version: 1\n${asks}\ntools: { greet: { ${settings} } }\n`)
  const open = async (options: Partial<ToolgateOptions> = {}) => {
    const store = { at: join(root, "gate.sqlite"), key: "env:TOOLGATE_TEST_KEY" }
    process.env.TOOLGATE_TEST_KEY = Buffer.alloc(32, 7).toString("base64")
    const gate = await createToolgate({ workspace, policy: { files: [policy] }, tools: [greet], store, ...options })
    onTestFinished(() => gate.close())
    return gate
  }
  return { root, workspace, install, follow, open }
}

const firstCall = { id: "1", tool: "greet", args: {} }

/** Defers a call and approves it. Returns the approval and the card. */
const approve = async (gate: Awaited<ReturnType<ReturnType<typeof makeFolders>["open"]>>) => {
  const judged = await gate.judge(firstCall)
  const { pending } = await gate.dispatch(firstCall, { defer: true })
  const id = pending?.approvalId ?? ""
  const card = (await gate.approvals.list()).find((one) => one.id === id)?.summary ?? ""
  expect(judged.decision === "ask" && judged.card.summary).toBe(card)
  await gate.approvals.decide(id, { decision: "approve" })
  return { id, card }
}

describe("a tool that starts a program of the system", () => {
  it("shows the target of its name, and runs if the name leads there in another PATH too", async () => {
    const { root, install, follow, open } = makeFolders()
    install("first")
    install("second")
    mkdirSync(join(root, "empty"))
    follow("unconfined: true")
    const at = (...folders: ReadonlyArray<string>) => ({
      sandboxes: { environment: { PATH: folders.map((folder) => join(root, folder)).join(":") } }
    })
    const { id, card } = await approve(await open(at("second", "first")))
    expect(card).toContain(`Its program is "${join(root, "second/greet")}".`)
    const other = await (await open(at("first", "second"))).resume(id)
    expect([other.executed, other.error?.message]).toEqual([
      "no",
      expect.stringContaining("the path of the program that its tool starts")
    ])
    const same = await (await open(at("empty", "second"))).resume(id)
    expect([same.success, same.output.content]).toEqual([true, [{ type: "text", text: "second\n" }]])
  })

  it.skipIf(!hasBubblewrap())("and is confined is found where the policy and the sandbox say", async () => {
    const { root, install, follow, open } = makeFolders()
    install("first/bin")
    install("second")
    follow(`path: [${join(root, "second")}]`)
    const first = await approve(await open())
    expect(first.card).toContain(`Its program is "${join(root, "second/greet")}".`)
    follow("allowed: true")
    const systemPaths = { sandboxes: { systemPaths: [join(root, "first")] } }
    const moved = await (await open(systemPaths)).resume(first.id)
    expect(moved.error?.message).toContain("the path of the program that its tool starts")
    const second = await approve(await open(systemPaths))
    expect(second.card).toContain(`Its program is "${join(root, "first/bin/greet")}".`)
    const done = await (await open(systemPaths)).resume(second.id)
    expect(done.output.content).toEqual([{ type: "text", text: "first/bin\n" }])
  })

  it.each([
    ["that covers the call", "rules: { ask: [greet] }"],
    ["that covers the tool", "tool_confirmation: { per_tool: { greet: prompt_once } }"]
  ])("needs a new approval despite an answer %s once the name has another target", async (_covers, asks) => {
    const { root, install, follow, open } = makeFolders()
    install("second")
    mkdirSync(join(root, "first"))
    follow("unconfined: true", asks)
    const cards: Array<string> = []
    const gate = await open({
      sandboxes: { environment: { PATH: `${join(root, "first")}:${join(root, "second")}` } },
      onAsk: ({ summary }) => {
        cards.push(summary)
        return { decision: "approve", scope: "session" }
      }
    })
    for (const id of ["1", "2"]) expect((await gate.dispatch({ ...firstCall, id })).success).toBe(true)
    install("first")
    expect((await gate.dispatch({ ...firstCall, id: "3" })).success).toBe(true)
    expect(cards.map((card) => /Its program is ".*\/(\w+)\/greet"/.exec(card)?.[1])).toEqual(["second", "first"])
  })
})
