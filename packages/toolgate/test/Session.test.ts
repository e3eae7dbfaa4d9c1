import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { AuditLogUnavailable, WorkspaceInvalid } from "../src/effect.ts"
import { builtins, defineTool, type Session, Type } from "../src/index.ts"
import type { SessionCallOptions, SessionOptions } from "../src/SessionOptions.ts"
import { newFolder, note, noting, opened, take, textOf } from "./asking.ts"

const approve = { decision: "approve" } as const

/** A tool that does nothing, for tests about who calls it. */
const whoami = defineTool({
  name: "whoami",
  description: "Tells who asks.",
  parameters: Type.Object({}),
  sideEffects: "NONE",
  execute: () => "you"
})

const asking = { id: "1", tool: "whoami", args: {} }

/** Opens a gate with a hook that records each call's context. */
const watched = async () => {
  const seen: Array<unknown> = []
  const gate = await opened({
    onAsk: "wait",
    tools: [note, whoami, ...builtins()],
    hooks: [
      {
        onToolCall: (_call, { session, turn, principal, workspace, deadline }) => {
          seen.push({ session, turn, principal, workspace, hasDeadline: deadline !== undefined })
        }
      }
    ]
  })
  return { gate, seen }
}

describe("a session", () => {
  it("makes every call for its own principal, in any turn and with any deadline", async () => {
    const { gate, seen } = await watched()
    const workspace = newFolder()
    const session = await gate.session({
      id: "alice",
      agent: "a",
      role: "r",
      task: "t",
      onBehalfOf: "alice@example.org",
      readOnly: true,
      noWeb: true,
      limits: { wallMs: 5000 },
      workspace
    })
    await session.dispatch(asking)
    await session.dispatch(asking, { turn: "2", timeoutMs: 10_000, signal: new AbortController().signal })
    await session.dispatchAll([asking], { turn: "3", concurrency: 1 })
    const principal = {
      agent: "a",
      role: "r",
      task: "t",
      onBehalfOf: "alice@example.org",
      ceiling: { tools: "any", readOnly: true, noWeb: true, limits: { wallMs: 5000 } }
    }
    const who = { session: "alice", principal, workspace }
    expect(seen).toEqual([
      { ...who, turn: "default", hasDeadline: false },
      { ...who, turn: "2", hasDeadline: true },
      { ...who, turn: "3", hasDeadline: false }
    ])
  })

  it("has the gate's defaults, and its folder, unless options override them", async () => {
    const { gate, seen } = await watched()
    const session = await gate.session({ id: "s" })
    await session.dispatch(asking)
    await gate.dispatch(asking, { session: "s" })
    expect(seen[0]).toEqual(seen[1])
  })

  it("is not affected by later changes to its options", async () => {
    const { gate, seen } = await watched()
    const limits = { wallMs: 5000 }
    const options = { id: "alice", agent: "a", limits }
    const session = await gate.session(options)
    Object.assign(options, { agent: "b", id: "bob" })
    limits.wallMs = 1e9
    await session.dispatch(asking)
    expect(seen).toMatchObject([{ session: "alice", principal: { agent: "a", ceiling: { limits: { wallMs: 5000 } } } }])
  })

  it.each([
    { session: "bob" },
    { agent: "root" },
    { role: "admin" },
    { onBehalfOf: "root" },
    { task: "other" },
    { readOnly: false },
    { noWeb: false },
    { limits: {} },
    { workspace: "/" },
    { id: "bob" },
    { concurency: 1 }
  ])("refuses %o in a call, and answers within the session", async (options) => {
    const { gate, seen } = await watched()
    const session = await gate.session({ id: "alice", agent: "a", readOnly: true })
    const refusal = { executed: "no", error: { class: "validation_error", why: "InvalidArgs" } }
    const events = gate.events()
    const answers = [
      await session.dispatch(asking, options as SessionCallOptions),
      ...(await session.dispatchAll([asking], options as SessionCallOptions))
    ]
    expect(answers).toMatchObject([refusal, refusal])
    expect(answers[0]?.error?.message).toContain(`unknown option "${Object.keys(options)[0]}"`)
    expect(seen).toEqual([])
    expect(await events.next()).toMatchObject({ value: { session: "alice", agent: "a" } })
    expect(await events.next()).toMatchObject({ value: { session: "alice", agent: "a" } })
  })

  it("lists the tools that its agent may see", async () => {
    const { gate } = await watched()
    const session = await gate.session({ id: "alice", readOnly: true })
    expect(session.tools.list()).toEqual(gate.tools.list({ session: "alice", readOnly: true }))
    expect([session.canUseTool("note"), session.canUseTool("whoami"), session.canUseTool("nothing")]).toEqual([
      false,
      true,
      false
    ])
  })

  it("lists and decides only its own questions", async () => {
    const { gate } = await watched()
    const [alice, bob] = [await gate.session({ id: "alice" }), await gate.session({ id: "bob" })]
    const readers = [alice, bob].map(({ approvals }) => take(approvals, 1))
    const answers = [alice, bob].map((session, at) => session.dispatch(noting(["a", "b"][at])))
    const [first = "", second = ""] = (await Promise.all(readers)).map(([question]) => question?.id)
    expect((await gate.approvals.list()).map(textOf)).toEqual(["a", "b"])
    expect((await bob.approvals.list()).map(textOf)).toEqual(["b"])
    expect(await bob.approvals.decide(first, approve)).toMatchObject({ outcome: "unknown" })
    expect(await alice.approvals.decide(first, approve)).toEqual({ outcome: "decided" })
    expect(await bob.approvals.decide(first, approve)).toMatchObject({ outcome: "unknown" })
    expect(await alice.approvals.decide(first, approve)).toMatchObject({ outcome: "over", ended: "approve" })
    expect(await gate.approvals.decide(second, { decision: "deny" })).toEqual({ outcome: "decided" })
    expect((await Promise.all(answers)).map(({ success }) => success)).toEqual([true, false])
  })

  it("cancels its calls, and continues", async () => {
    const { gate } = await watched()
    const [alice, bob] = [await gate.session({ id: "alice" }), await gate.session({ id: "bob" })]
    const answer = alice.dispatch(noting())
    const others = bob.dispatch(noting())
    await take(alice.approvals, 1)
    await alice.cancel()
    expect(await answer).toMatchObject({ executed: "no", error: { why: "Cancelled" } })
    expect(await alice.dispatch(asking)).toMatchObject({ success: true })
    const [open] = await take(bob.approvals, 1)
    await bob.approvals.decide(open?.id ?? "", approve)
    expect(await others).toMatchObject({ success: true })
  })

  it("ends with its calls, its readers and its stored answers, and refuses later calls", async () => {
    const { gate } = await watched()
    const alice = await gate.session({ id: "alice" })
    const kept = alice.dispatch(noting("kept"))
    const [question] = await take(alice.approvals, 1)
    await alice.approvals.decide(question?.id ?? "", { decision: "approve", scope: "session" })
    expect([await kept, await alice.dispatch(noting("kept"))]).toMatchObject([{ success: true }, { success: true }])

    const answer = alice.dispatch(noting())
    const mine = alice.approvals[Symbol.asyncIterator]()
    await mine.next()
    const reading = mine.next()
    const [all, other] = [gate.approvals[Symbol.asyncIterator](), await gate.session({ id: "bob" })]
    await alice.end()
    expect(await answer).toMatchObject({ executed: "no", error: { why: "Cancelled" } })
    expect(await reading).toEqual({ done: true, value: undefined })
    const ended = {
      executed: "no",
      error: { why: "Cancelled", message: 'Session "alice" has ended; nothing was run.' }
    }
    expect(await alice.dispatch(asking)).toMatchObject(ended)
    expect(await alice.dispatchAll([asking])).toMatchObject([ended])
    const heard: Array<string> = []
    await alice.dispatch(asking, { onEvent: ({ type }) => heard.push(type) })
    expect(heard).toEqual(["tool.failed"])

    const again = await gate.session({ id: "alice" })
    void again.dispatch(noting("kept"))
    expect((await take(again.approvals, 1)).map(textOf)).toEqual(["kept"])
    expect((await all.next()).value?.args).toEqual({ text: "kept" })
    expect(await other.dispatch(asking)).toMatchObject({ success: true })
  })

  it("is distinct from a session with the same name that is opened after its end", async () => {
    const { gate } = await watched()
    const before = await gate.session({ id: "alice" })
    await before.end()
    const after = await gate.session({ id: "alice" })
    const answer = after.dispatch(noting())
    const [question] = await take(after.approvals, 1)
    expect(await before.approvals.list()).toEqual([])
    expect(await before.approvals.decide(question?.id ?? "", approve)).toMatchObject({ outcome: "unknown" })
    await Promise.all([before.cancel(), before.end()])
    expect(await after.approvals.decide(question?.id ?? "", approve)).toEqual({ outcome: "decided" })
    expect(await answer).toMatchObject({ success: true })
  })

  it("ends its readers with the gate", async () => {
    const { gate } = await watched()
    const { approvals, dispatch } = await gate.session({ id: "alice" })
    const reading = take(approvals, 1)
    await gate.close()
    expect(await reading).toEqual([])
    expect(await dispatch(asking)).toMatchObject({ executed: "no" })
  })
})

describe("a session's folder", () => {
  const writing = (session: Session, path: string) =>
    session.dispatch({ id: "w", tool: "write_file", args: { path, content: "new" } })

  it("is the workspace of its calls only", async () => {
    const [mine, common] = [newFolder(), newFolder()]
    const gate = await opened({ workspace: common, policy: "host", tools: builtins() })
    const session = await gate.session({ id: "alice", workspace: mine })
    expect(await writing(session, "a.txt")).toMatchObject({ success: true })
    expect([existsSync(join(mine, "a.txt")), existsSync(join(common, "a.txt"))]).toEqual([true, false])
    expect(await writing(session, join(common, "a.txt"))).toMatchObject({ success: false, executed: "no" })
  })

  it("must exist", async () => {
    const gate = await opened()
    const missing = join(newFolder(), "missing")
    await expect(gate.session({ id: "alice", workspace: missing })).rejects.toThrow(WorkspaceInvalid)
    await expect(gate.session({ id: "alice", workspace: 7 as never })).rejects.toThrow(
      new TypeError('A session needs "workspace": the path of a folder, as in "."')
    )
  })

  it("cannot be a folder where calls could change the record", async () => {
    const record = newFolder()
    const gate = await opened({ audit: { folder: join(record, "audit") } })
    for (const workspace of [record, join(record, "audit")])
      await expect(gate.session({ id: "alice", workspace })).rejects.toThrow(AuditLogUnavailable)
  })

  it("gives no access to files that the policy reserves", async () => {
    const folder = newFolder()
    mkdirSync(join(folder, "kept"))
    const policy = join(folder, "kept", "toolgate.yaml")
    const text = "version: 1\nrules: { allow: [write_file] }\n"
    writeFileSync(policy, text)
    const gate = await opened({ policy: { files: [policy] }, tools: builtins() })
    for (const [workspace, path] of [
      [folder, "kept/toolgate.yaml"],
      [join(folder, "kept"), "toolgate.yaml"]
    ] as const) {
      const session = await gate.session({ id: path, workspace })
      expect(await writing(session, path)).toMatchObject({ executed: "no", error: { slug: "fs_denied" } })
      expect(await writing(session, "free.txt")).toMatchObject({ success: true })
    }
    expect(readFileSync(policy, "utf8")).toBe(text)
  })
})

describe("the options of a session", () => {
  it.each([
    [undefined, 'Cannot open the session: "id" must be a non-empty string, as in { id: "alice" }.'],
    [{}, 'Cannot open the session: "id" must be a non-empty string, as in { id: "alice" }.'],
    [{ id: "" }, 'Cannot open the session: "id" must be a non-empty string, as in { id: "alice" }.'],
    [{ id: 7 }, 'Cannot open the session: "id" must be a non-empty string, as in { id: "alice" }.'],
    [{ id: "a", readonly: true }, 'Cannot open the session: unknown option "readonly"; did you mean "readOnly"?'],
    [{ id: "a", limits: { wall: 1 } }, expect.stringContaining('unknown option "limits.wall"')],
    [{ id: "a", session: "b" }, expect.stringContaining('unknown option "session"')]
  ])("are refused with a message: %o", async (options, message) => {
    const gate = await opened()
    const refused = await gate.session(options as SessionOptions).catch((error) => error)
    expect(refused).toBeInstanceOf(TypeError)
    expect(refused.message).toEqual(message)
  })
})
