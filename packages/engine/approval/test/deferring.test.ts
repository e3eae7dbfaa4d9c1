import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type ApprovalDecision,
  type ApprovalQuestion,
  type Args,
  type ExecutionGrant,
  type Resource,
  type ResourceDeclaration,
  refused,
  type ToolExecution,
  unlimited
} from "@toolgate/core"
import { makeExecutionGrant } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { MemoryApprovalStore, sealOutcome } from "../src/index.ts"
import { type Asking, answered, deferred, file, keyed, question, tool, workspace } from "./asking.ts"
import { openGate } from "./openGate.ts"

const approve: ApprovalDecision = { decision: "approve" }
const anId = expect.stringMatching(/^[0-9a-f]{32}$/)

/** A question about a call that is deferred, and the same question of the resumed call. */
const asked = (more: Asking = {}) => question({ ...more, context: { ...deferred, ...more.context } })
const resumed = (id: string, more: Asking = {}) => question({ ...more, given: { id, ...more.given } })

/** Opens two gates over one store: one that asks, and one that resumes, as after a restart. */
const openTwo = async () => {
  const first = await openGate()
  return [first, await openGate({ store: first.store, key: first.key })] as const
}

const claimWith = (gate: Awaited<ReturnType<typeof openGate>>, id: string, { claim }: { readonly claim?: object }) =>
  Effect.runPromise(gate.store.change(id, { to: "claimed", digest: "", mac: "", ...claim }))

const commandOf = (program: string): Resource => ({
  kind: "command",
  argv: [program],
  assigned: [],
  wrapper: false,
  inWorkspace: true,
  paths: [],
  hosts: []
})

describe("a deferred call", () => {
  it("is answered at once, and its question is listed until it expires", async () => {
    const now = Date.now()
    const gate = await openGate()
    const refusal = await gate.answer(asked())
    expect(refusal).toMatchObject({
      ...refused("ApprovalPending", expect.stringMatching(/^Tool "write_file" needs .* can be resumed\.$/)),
      pending: { approvalId: anId, expiresAt: expect.any(Number) }
    })
    const [listed] = await gate.list()
    const day = 24 * 60 * 60_000
    expect(listed).toMatchObject({ id: anId, callId: "call-1", args: { path: "src/auth.ts" } })
    expect(listed?.expiresAt).toBe((listed?.askedAt ?? 0) + day)
    expect(listed?.askedAt).toBeGreaterThanOrEqual(now)
    expect(gate.told()).toEqual(["requested"])
    const soon = await gate.defer(asked({ context: { defer: { expiresMs: 5000 } } }))
    const found = await gate.find(soon)
    expect((found?.expiresAt ?? 0) - (found?.askedAt ?? 0)).toBe(5000)
  })

  it("is refused for an invalid time", async () => {
    const gate = await openGate()
    for (const expiresMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(await gate.answer(asked({ context: { defer: { expiresMs } } }))).toMatchObject({ why: "InvalidArgs" })
    expect(await gate.list()).toEqual([])
  })

  it("appears in the list without calling onAsk", async () => {
    let times = 0
    const gate = await openGate({
      onAsk: () => {
        times++
        return approve
      }
    })
    await gate.defer(asked())
    expect(times).toBe(0)
  })

  it("may be the child of a recorded script", async () => {
    const gate = await openGate({ timeoutMs: 1 })
    const caller = { kind: "chain", parent: "p", chain: "c", index: 0 } as const
    expect(await gate.answer(asked({ context: { caller } }))).toMatchObject({ why: "ApprovalPending" })
  })

  it("can be resumed by another gate and claimed once", async () => {
    const [first, second] = await openTwo()
    const principal = {
      agent: "agent-1",
      ceiling: { tools: ["write_file"], hosts: [] },
      parent: { agent: "boss", role: "lead", ceiling: { tools: "any" as const } }
    }
    const call = { context: { principal, turn: "turn-9" }, key: "once" }
    const id = await first.defer(asked(call))
    await first.close()
    const found = await second.resumable(id)
    expect(found).toEqual({
      call: { id: "call-1", tool: "write_file", args: { path: "src/auth.ts" }, idempotencyKey: "once" },
      context: {
        session: "session-1",
        turn: "turn-9",
        principal,
        workspace,
        caller: { kind: "direct" },
        deadline: undefined
      },
      defer: {},
      refusal: expect.objectContaining({
        why: "ApprovalPending",
        pending: { approvalId: id, expiresAt: expect.any(Number) }
      })
    })
    expect(await second.decide(id, approve, { by: "alice", from: "console" })).toEqual({ outcome: "decided" })
    expect(second.told()).toEqual(["approve"])
    expect(await second.resumable(id)).toMatchObject({ refusal: undefined })
    const approval = await second.answer(resumed(id, call))
    expect(approval).toEqual({
      id,
      waitedMs: 0,
      by: "alice",
      from: "console",
      at: expect.any(Number),
      shown: keyed,
      claim: { digest: keyed, mac: expect.any(String) },
      files: expect.any(Array)
    })
    expect((await claimWith(second, id, approval as object)).changed).toBe(true)
    expect((await claimWith(second, id, approval as object)).changed).toBe(false)
    const already = { why: "PolicyDenied", message: expect.stringMatching(/is already running/) }
    expect(await second.answer(resumed(id, call))).toMatchObject(already)
    expect(await second.resumable(id)).toMatchObject({
      refusal: { ...already, details: { approvalId: id, outcome: { state: "claimed", executed: "unknown" } } }
    })
    await Effect.runPromise(second.store.change(id, { to: "done", outcome: sealOutcome(second.key, id, answered) }))
    expect(await second.resumable(id)).toMatchObject({
      refusal: {
        ...already,
        message: expect.stringMatching(/has already run\.$/),
        details: { outcome: { state: "done", executed: "yes", output: { content: [{ text: "Written." }] } } }
      }
    })
  })

  it("is resumed with a reference to the policy that asked", async () => {
    const policySource = { source: "/etc/policy.yaml", digest: "sha256:1" }
    const gate = await openGate({ policySource })
    expect(await gate.resumable(await gate.defer(asked()))).toMatchObject({ policy: policySource })
    const policyDigest = "0".repeat(64)
    const id = await gate.defer({ ...asked(), policyDigest })
    expect(await gate.resumable(id)).toMatchObject({ policy: { source: policySource.source, digest: policyDigest } })
  })

  it("keeps the newest outcomes in memory", async () => {
    const gate = await openGate()
    const ids = [await gate.defer(asked()), await gate.defer(asked())]
    for (const id of ids) {
      await gate.decide(id, approve)
      await claimWith(gate, id, (await gate.answer(resumed(id))) as object)
      await Effect.runPromise(gate.store.change(id, { to: "done", outcome: "x".repeat(40 * 1024 * 1024) }))
    }
    const kept = await Promise.all(ids.map((id) => Effect.runPromise(gate.store.get(id))))
    expect(kept.map((row) => [row?.state, row?.outcome?.length])).toEqual([
      ["done", undefined],
      ["done", 40 * 1024 * 1024]
    ])
  })

  it("stores its outcome without long or unreadable output", async () => {
    const gate = await openGate()
    const ids = [await gate.defer(asked()), await gate.defer(asked())]
    const long: ToolExecution = {
      ...answered,
      output: { ...answered.output, content: [{ type: "text", text: "x".repeat(300_000) }] }
    }
    const outcomes = [sealOutcome(gate.key, ids[0] ?? "", long), sealOutcome(gate.key, "another", answered)]
    for (const [at, id] of ids.entries()) {
      await gate.decide(id, approve)
      await claimWith(gate, id, (await gate.answer(resumed(id))) as object)
      await Effect.runPromise(gate.store.change(id, { to: "done", outcome: outcomes[at] ?? "" }))
    }
    const [first, second] = await Promise.all(
      ids.map(async (id) => (await gate.resumable(id))?.refusal?.details.outcome)
    )
    expect(first).toMatchObject({ executed: "yes", output: { content: [{ text: expect.stringMatching(/too long/) }] } })
    expect(second).toEqual({ state: "done", executed: "yes" })
  })

  it("cannot be resumed if it is denied, withdrawn, expired or unknown", async () => {
    const gate = await openGate()
    const [denied, withdrawn, expired] = [
      await gate.defer(asked()),
      await gate.defer(asked()),
      await gate.defer(asked({ context: { defer: { expiresMs: 1 } } }))
    ]
    await gate.decide(denied, { decision: "deny", reason: "Not on this branch." })
    await Effect.runPromise(gate.store.change(withdrawn, { to: "withdrawn" }))
    await expect.poll(async () => (await gate.list()).map(({ id }) => id)).not.toContain(expired)
    const refusals = [
      { why: "UserDenied", message: expect.stringMatching(/the reason "Not on this branch\."\.$/) },
      { why: "Cancelled" },
      { why: "ApprovalExpired", message: expect.stringMatching(/needs a new approval/) }
    ]
    for (const [at, id] of [denied, withdrawn, expired].entries()) {
      expect(await gate.answer(resumed(id))).toMatchObject(refusals[at] as object)
      expect(await gate.resumable(id)).toMatchObject({ refusal: refusals[at] })
    }
    expect(await gate.decide(expired, approve)).toMatchObject({ outcome: "over", ended: "expired" })
    expect(await gate.resumable("never")).toBe(undefined)
    expect(await gate.answer(resumed("never"))).toMatchObject({ message: expect.stringMatching(/no such approval/) })
  })

  it("expires even after approval", async () => {
    const gate = await openGate()
    const id = await gate.defer(asked({ context: { defer: { expiresMs: 60_000 } } }))
    await gate.decide(id, approve)
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await gate.answer(resumed(id))).toMatchObject({ why: "ApprovalExpired" })
    // The clock is set back, and nothing comes to life.
    vi.useRealTimers()
    expect(await gate.answer(resumed(id))).toMatchObject({ why: "ApprovalExpired" })
  })
})

describe("an approval serves only its own call", () => {
  const limits = { ...unlimited(), wallMs: 1000 }
  const granted: ExecutionGrant = makeExecutionGrant({
    limits,
    access: {
      files: [{ path: workspace, mode: "rw", scope: "tree" }],
      hosts: [{ host: "*.a.org", port: 443 }],
      env: ["HOME"]
    }
  })
  const wider = (more: Partial<ExecutionGrant["access"]>) => ({
    grant: { ...granted, access: { ...granted.access, ...more } }
  })
  const definition = "the definition of the tool"
  const grant = "the grant, which is wider"

  it.each<[string, Asking, string]>([
    ["id", { id: "call-2" }, "the id of the call"],
    ["idempotency key", { key: "k" }, "the idempotency key"],
    ["agent", { context: { principal: { agent: "agent-2", ceiling: { tools: "any" } } } }, "the agent or its bounds"],
    ["ceiling", { context: { principal: { agent: "agent-1", ceiling: { tools: [] } } } }, "the agent or its bounds"],
    ["session", { context: { session: "session-2" } }, "the session"],
    ["workspace", { context: { workspace: "/other" as typeof workspace } }, "the workspace"],
    ["caller", { context: { caller: { kind: "chain", parent: "p", chain: "p", index: 0 } } }, "the caller"],
    ["definition", { digest: "another" }, definition],
    ["tool", { tool: tool("other") }, definition],
    ["arguments", { args: { path: "src/auth.ts", more: true } }, "the arguments"],
    ["resources", { resources: [file("/etc/passwd")] }, "what the arguments point at"],
    ["sandbox", { grant: { ...granted, sandbox: "wasm" } }, grant],
    ["confinement", { grant: { ...granted, confinement: "waived" } }, grant],
    ["limit", { grant: { ...granted, limits: { ...limits, wallMs: 1001 } } }, grant],
    ["missing limit", { grant: { ...granted, limits: unlimited() } }, grant],
    ["file", wider({ files: [{ path: "/" as typeof workspace, mode: "r", scope: "tree" }] }), grant],
    ["host", wider({ hosts: [{ host: "**.a.org", port: 443 }] }), grant],
    ["port", wider({ hosts: [{ host: "*.a.org", port: "any" }] }), grant],
    ["any host", wider({ hosts: "any" }), grant],
    ["variable", wider({ env: ["HOME", "PATH"] }), grant],
    ["folder of programs", wider({ path: ["/opt"] }), grant]
  ])("not a call with another %s", async (_name, other, noun) => {
    const gate = await openGate()
    const id = await gate.defer(asked({ grant: granted }))
    await gate.decide(id, approve)
    expect(await gate.answer(resumed(id, { grant: granted, ...other }))).toMatchObject({
      why: "PolicyDenied",
      message: expect.stringMatching(/needs a new approval\. The call differs from the approved one in /),
      details: { approvalId: id, differs: expect.arrayContaining([noun]) }
    })
    expect(await gate.answer(resumed(id, { grant: granted }))).toMatchObject({ id })
  })

  it("not a call with a narrower grant", async () => {
    const gate = await openGate()
    const id = await gate.defer(asked({ grant: { ...granted, confinement: "waived" } }))
    await gate.decide(id, approve)
    const except = [{ pattern: "/ws/.git/**", mode: "w" as const }]
    const narrower: ExecutionGrant = {
      ...granted,
      limits: { ...limits, wallMs: 10, cpuMs: 10 },
      access: {
        files: [{ path: workspace, mode: "r", scope: "tree", except }],
        hosts: [{ host: "b.a.org", port: 443 }],
        env: []
      }
    }
    expect(await gate.answer(resumed(id, { grant: narrower }))).toMatchObject({ id })
  })

  it("not a call with a grant that lacks an exception", async () => {
    const gate = await openGate()
    const except = [{ pattern: "/ws/.git/**", mode: "w" as const }]
    const files = [{ path: workspace, mode: "rw" as const, scope: "tree" as const }]
    const id = await gate.defer(asked(wider({ files: files.map((one) => ({ ...one, except })) })))
    await gate.decide(id, approve)
    expect(await gate.answer(resumed(id, wider({ files })))).toMatchObject({ details: { differs: [grant] } })
  })

  it("not a call of a waiting gate", async () => {
    const gate = await openGate()
    const { id, answer } = await gate.ask(question())
    const waits = { message: expect.stringMatching(/is still waiting for this approval/) }
    expect(await gate.answer(resumed(id))).toMatchObject(waits)
    expect(await gate.resumable(id)).toMatchObject({ refusal: waits })
    await gate.decide(id, approve)
    expect(await answer).toMatchObject({ id })
    expect(await gate.answer(resumed(id))).toMatchObject(waits)
    expect(await gate.resumable(id)).toMatchObject({ refusal: waits })
  })

  describe("if the files that it would change", () => {
    const inFolder = () => {
      const folder = mkdtempSync(join(tmpdir(), "toolgate-approval-"))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const [path, other] = [join(folder, "file"), join(folder, "other")]
      const call = { resources: [file(path, "rw"), file(other), file(join(folder, "read"), "r")] }
      return { folder, path, other, call }
    }

    it.each<[string, (path: string) => void]>([
      ["were changed", (path) => writeFileSync(path, "Before?")],
      ["are gone", (path) => rmSync(path)],
      ["have come", (path) => writeFileSync(join(path, "../other"), "")]
    ])("%s, a new approval is needed", async (_name, change) => {
      const { path, call } = inFolder()
      writeFileSync(path, "Before.")
      const gate = await openGate()
      const id = await gate.defer(asked(call))
      await gate.decide(id, approve)
      expect(await gate.answer(resumed(id, call))).toMatchObject({ id })
      change(path)
      expect(await gate.answer(resumed(id, call))).toMatchObject({
        details: { differs: ["the contents of the files that it would change"] }
      })
    })

    it("are unchanged, the approval is valid", async () => {
      const { folder, path, call } = inFolder()
      writeFileSync(path, "Before.")
      const gate = await openGate()
      const id = await gate.defer(asked(call))
      await gate.decide(id, approve)
      writeFileSync(join(folder, "read"), "Read.")
      writeFileSync(path, "Before.")
      expect(await gate.answer(resumed(id, call))).toMatchObject({ id })
    })

    it("are too long to read, the approval depends on their times", async () => {
      const { path, call } = inFolder()
      writeFileSync(path, Buffer.alloc(9 * 1024 * 1024))
      const gate = await openGate()
      const id = await gate.defer(asked(call))
      await gate.decide(id, approve)
      expect(await gate.answer(resumed(id, call))).toMatchObject({ id })
      writeFileSync(path, Buffer.alloc(9 * 1024 * 1024))
      expect(await gate.answer(resumed(id, call))).toMatchObject({ why: "PolicyDenied" })
    })
  })
})

describe("arguments that are edited and approved", () => {
  const edited = { path: "docs/note.md" }
  const proposed = { path: "src/auth.ts" }
  const editedCall = { args: edited, resources: [file("/ws/docs/note.md")] }
  const needsNew = (...differs: ReadonlyArray<string>) => ({ why: "PolicyDenied", details: { differs } })

  it("come with the answer and apply to exactly this call", async () => {
    const gate = await openGate()
    const { id, answer } = await gate.ask(question())
    await gate.decide(id, { decision: "approve", args: edited })
    expect(await answer).toMatchObject({ id, args: edited })
    const approval = await gate.answer(resumed(id, { ...editedCall, given: { id, proposed } }))
    expect(approval).toMatchObject({ id, claim: { digest: keyed } })
    expect(approval).not.toHaveProperty("args")
    expect((await claimWith(gate, id, approval as object)).changed).toBe(true)
  })

  it("come with a resumed call too", async () => {
    const [first, second] = await openTwo()
    const id = await first.defer(asked())
    await first.decide(id, { decision: "approve", args: edited })
    const moved = { resources: [file("/ws/elsewhere.ts")] }
    expect(await second.answer(resumed(id, moved))).toMatchObject({ id, args: edited })
    expect(await second.answer(resumed(id, { ...editedCall, given: { id, proposed } }))).toMatchObject({ id })
  })

  it("keep the shown resources of unedited arguments", async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolgate-edited-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [from, to] = [join(folder, "from"), join(folder, "to")]
    writeFileSync(from, "before")
    const move = tool("move_file", {
      resources: [
        { kind: "file", arg: "/from", mode: "rw", within: "workspace" },
        { kind: "file", arg: "/to", mode: "w", within: "workspace" }
      ]
    })
    const call = (args: Record<string, string>, ...paths: ReadonlyArray<string>): Asking => ({
      tool: move,
      args,
      resources: paths.map((path) => file(path, "rw"))
    })
    const [was, now] = [
      { from: "a", to: "b" },
      { from: "a", to: "c" }
    ]
    const gate = await openGate()
    const id = await gate.defer(asked(call(was, from, to)))
    await gate.decide(id, { decision: "approve", args: now })
    const given = { id, proposed: was }
    const resume = (first: string) => gate.answer(question({ ...call(now, first, join(folder, "c")), given }))
    expect(await resume(from)).toMatchObject({ id })
    expect(await resume(join(folder, "elsewhere"))).toMatchObject(
      needsNew("what the arguments point at", "the contents of the files that it would change")
    )
    writeFileSync(from, "after")
    expect(await resume(from)).toMatchObject(needsNew("the contents of the files that it would change"))
  })

  it("point at the resources that were shown, even beside commands with any number of resources", async () => {
    const declared: ReadonlyArray<ResourceDeclaration> = [
      { kind: "file", arg: "/log", mode: "w", within: "workspace" },
      { kind: "shell", arg: "/command" },
      { kind: "file", arg: "/out", mode: "w", within: "workspace" }
    ]
    const was = { log: "log", command: "a; b", out: "out", note: "" }
    const call = (args: typeof was, log: string, out: string, commands = args.command): Asking => ({
      tool: tool("run_logged", { resources: declared }),
      args,
      resources: [file(`/workspace/${log}`), ...commands.split("; ").map(commandOf), file(`/workspace/${out}`)]
    })
    const gate = await openGate()
    const resume = async (edit: Partial<typeof was>, log: string, out: string, commands?: string) => {
      const now = { ...was, ...edit }
      const id = await gate.defer(asked(call(was, "log", "out")))
      await gate.decide(id, { decision: "approve", args: now })
      return gate.answer(question({ ...call(now, log, out, commands), given: { id, proposed: was } }))
    }
    const granted = { id: expect.any(String), waitedMs: 0 }
    const refused = needsNew("what the arguments point at", "the contents of the files that it would change")
    for (const edited of ["c", "c; d", "c; d; e", "b; a"]) {
      expect(await resume({ command: edited }, "log", "out")).toMatchObject(granted)
      expect(await resume({ command: edited }, "elsewhere", "out")).toMatchObject(refused)
      expect(await resume({ command: edited }, "log", "elsewhere")).toMatchObject(refused)
      expect(await resume({ command: edited, log: "other" }, "other", "out")).toMatchObject(granted)
      expect(await resume({ command: edited, log: "other" }, "other", "elsewhere")).toMatchObject(refused)
    }
    expect(await resume({ out: "other" }, "log", "other")).toMatchObject(granted)
    const meansElse = needsNew("what the arguments point at")
    for (const commands of ["a", "a; c", "a; b; c"])
      expect(await resume({ note: "edited" }, "log", "out", commands)).toMatchObject(meansElse)
  })

  it("point at the resources that were shown, even if the tool declares a host and a command", async () => {
    const declared: ReadonlyArray<ResourceDeclaration> = [
      { kind: "host", host: "a.com", port: 443 },
      { kind: "command", argv: ["cp", "--", "{from}", "{to}"] }
    ]
    const was = { from: "a", to: "b", note: "" }
    const host = { kind: "host", host: "a.com", port: 443 } as const
    const call = (args: typeof was, ran: string, reached: Resource = host): Asking => ({
      tool: tool("copy", { resources: declared }),
      args,
      resources: [reached, commandOf(ran)]
    })
    const gate = await openGate()
    const resume = async (edit: Partial<typeof was>, ran: string, reached?: Resource) => {
      const now = { ...was, ...edit }
      const id = await gate.defer(asked(call(was, "cp -- a b")))
      await gate.decide(id, { decision: "approve", args: now })
      return gate.answer(question({ ...call(now, ran, reached), given: { id, proposed: was } }))
    }
    const granted = { id: expect.any(String), waitedMs: 0 }
    const refused = needsNew("what the arguments point at")
    expect(await resume({ to: "c" }, "cp -- a c")).toMatchObject(granted)
    expect(await resume({ note: "edited" }, "cp -- a b")).toMatchObject(granted)
    expect(await resume({ note: "edited" }, "cp -- a elsewhere")).toMatchObject(refused)
    expect(await resume({ to: "c" }, "cp -- a c", { ...host, host: "b.com" })).toMatchObject(refused)
  })

  it("point at the resources that were shown, even in lists", async () => {
    const declared: ReadonlyArray<ResourceDeclaration> = ["/from/*", "/edits/*/path"].map((arg) => ({
      kind: "file",
      arg,
      mode: "r",
      within: "workspace"
    }))
    const was = { from: ["a", "b"], edits: [{ path: "c" }] }
    const gate = await openGate()
    const resume = async (now: typeof was, ...paths: ReadonlyArray<string>) => {
      const call = (args: typeof was, names: ReadonlyArray<string>): Asking => ({
        tool: tool("read_many", { resources: declared }),
        args,
        resources: names.map((name) => file(`/workspace/${name}`))
      })
      const id = await gate.defer(asked(call(was, ["a", "b", "c"])))
      await gate.decide(id, { decision: "approve", args: now })
      return gate.answer(question({ ...call(now, paths), given: { id, proposed: was } }))
    }
    const granted = { id: expect.any(String), waitedMs: 0 }
    const now = { from: ["d", "e", "f"], edits: [{ path: "g" }] }
    expect(await resume(now, "d", "e", "f", "g")).toMatchObject(granted)
    const noted = { ...was, note: "edited" }
    expect(await resume(noted, "a", "b", "c")).toMatchObject(granted)
    const meansElse = needsNew("what the arguments point at", "the contents of the files that it would change")
    expect(await resume(noted, "a", "b", "elsewhere")).toMatchObject(meansElse)
    expect(await resume(noted, "elsewhere", "b", "c")).toMatchObject(meansElse)
  })

  it("point at the resources that were shown, even without a file whose absence means nothing", async () => {
    const within = "workspace" as const
    const declared: ReadonlyArray<ResourceDeclaration> = [
      { kind: "file", arg: "/path", mode: "r", within, absent: "nothing" },
      { kind: "file", arg: "/out", mode: "r", within }
    ]
    const call = (args: Args, ...names: ReadonlyArray<string>): Asking => ({
      tool: tool("convert", { resources: declared }),
      args,
      resources: names.map((name) => file(`/workspace/${name}`))
    })
    const was = { path: "a", out: "out" }
    const now = { text: "b", out: "out" }
    const gate = await openGate()
    const resume = async (...names: ReadonlyArray<string>) => {
      const id = await gate.defer(asked(call(was, "a", "out")))
      await gate.decide(id, { decision: "approve", args: now })
      return gate.answer(question({ ...call(now, ...names), given: { id, proposed: was } }))
    }
    expect(await resume("out")).toMatchObject({ id: expect.any(String), waitedMs: 0 })
    const meansElse = needsNew("what the arguments point at", "the contents of the files that it would change")
    expect(await resume("elsewhere")).toMatchObject(meansElse)
  })

  it.each<[string, Asking, ReadonlyArray<string>]>([
    ["arguments", { args: { path: "docs/other.md" } }, ["the arguments"]],
    ["more arguments", { args: { ...edited, mode: 0o777 } }, ["the arguments"]],
    [
      "first arguments",
      { given: { id: "", proposed: { path: "src/other.ts" } } },
      ["the arguments that were asked for"]
    ],
    ["session", { context: { session: "other" } }, ["the session"]],
    ["definition", { digest: "another" }, ["the definition of the tool"]]
  ])("are not approved for a call with other %s", async (_name, other, differs) => {
    const gate = await openGate()
    const { id } = await gate.ask(question())
    await gate.decide(id, { decision: "approve", args: edited })
    const given = { proposed, ...other.given, id }
    expect(await gate.answer(question({ ...editedCall, ...other, given }))).toMatchObject(needsNew(...differs))
  })

  it("do not bypass the approval of the original ones", async () => {
    const gate = await openGate()
    const id = await gate.defer(asked())
    await gate.decide(id, approve)
    expect(await gate.answer(resumed(id, { ...editedCall, given: { id, proposed } }))).toMatchObject(
      needsNew("the arguments")
    )
  })

  it("apply to one call, even if every answer applies to the session", async () => {
    const gate = await openGate()
    const once: Asking = { covers: "tool", onlyOnce: true }
    const { id, answer } = await gate.ask(question(once))
    await gate.decide(id, { decision: "approve", args: edited })
    await answer
    const next: ApprovalQuestion = question(once)
    expect((await gate.ask(next)).id).not.toBe(id)
  })
})

describe("a deferred question", () => {
  it("is withdrawn if its call will not be repeated", async () => {
    const gate = await openGate()
    const [one, other] = [await gate.defer(asked()), await gate.defer(asked({ id: "call-2" }))]
    await gate.withdraw([one, "unknown"])
    expect((await gate.list()).map(({ id }) => id)).toEqual([other])
    expect(gate.told()).toEqual(["requested", "requested", "withdrawn"])
    expect(await gate.decide(one, approve)).toMatchObject({ outcome: "over", ended: "withdrawn" })
    await gate.withdraw([one])
    expect(gate.told()).toHaveLength(3)
  })

  it.each(["approve", "deny"] as const)("is not withdrawn if it is decided at that moment: %s", async (decision) => {
    const store = MemoryApprovalStore.make()
    let deciding = async (): Promise<unknown> => undefined
    const list: typeof store.list = (filter) =>
      Effect.tap(store.list(filter), () =>
        Effect.promise(() => {
          const decide = deciding
          deciding = async () => undefined
          return decide()
        })
      )
    const gate = await openGate({ store: { ...store, list } })
    const id = await gate.defer(asked())
    deciding = () => gate.decide(id, { decision })
    await gate.withdraw([id])
    expect(gate.told()).toEqual(["requested", decision])
    expect((await Effect.runPromise(store.get(id)))?.state).toBe(decision === "approve" ? "approved" : "denied")
  })

  it("is withdrawn if its call ends before it is asked", async () => {
    const store = MemoryApprovalStore.make()
    const kept = Promise.withResolvers<void>()
    const add: typeof store.add = (approval, keys) =>
      Effect.uninterruptible(Effect.tap(store.add(approval, keys), () => Effect.promise(() => kept.promise)))
    const gate = await openGate({ store: { ...store, add } })
    const { id, interrupt } = await gate.ask(asked())
    const interrupted = interrupt()
    kept.resolve()
    await interrupted
    expect([await gate.list(), gate.told()]).toEqual([[], []])
    expect((await Effect.runPromise(store.get(id)))?.state).toBe("withdrawn")
  })
})
