import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ApprovalStore, type DecisionOutcome } from "@toolgate/core"
import { Database, openStore, SqlApprovalStore } from "@toolgate/stores"
import { chooseCount } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { expect, it, onTestFinished } from "vitest"
import type { ToolExecution, Toolgate } from "../src/index.ts"
import { describeEach, describeProcesses, newFolder } from "./places.ts"
import { newSharing } from "./storedGates.ts"

const approve = { decision: "approve" } as const
const writing = (path = "a.txt") => ({ id: "1", tool: "write_file", args: { path, content: "new" } })

/** Defers a call. Returns the id of its request. */
const defer = async (gate: Toolgate, call = writing()): Promise<string> => {
  const { pending, executed } = await gate.dispatch(call, { defer: true })
  expect(executed).toBe("no")
  return pending?.approvalId ?? expect.fail("The call is not pending.")
}

/** Returns the id of the first question that a call waits with. */
const firstAsked = async (gate: Toolgate): Promise<string> => {
  for await (const { id } of gate.approvals) return id
  return expect.fail("Nothing was asked.")
}

describeEach("two gates with one store", (newPlace) => {
  it("one keeps waiting while the other approves", async () => {
    const { workspace, open } = await newSharing(await newPlace())
    const [asking, other] = [await open(), await open()]
    const answer = asking.dispatch(writing())
    const id = await firstAsked(other)
    expect(await other.approvals.decide(id, approve, { by: "ada", from: "the other gate" })).toEqual({
      outcome: "decided"
    })
    expect(await answer).toMatchObject({ success: true, executed: "yes" })
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("new")
    expect(await asking.approvals.list()).toEqual([])
  })

  it("a link that leads elsewhere after the approval needs a new approval", async () => {
    const { workspace, open } = await newSharing(await newPlace())
    const [asking, other] = [await open(), await open()]
    for (const name of ["one", "two"]) writeFileSync(join(workspace, name), name)
    const outside = join(newFolder(), "outside")
    writeFileSync(outside, "outside")
    const link = join(workspace, "link")
    const lead = (to: string) => {
      rmSync(link, { force: true })
      symlinkSync(to, link)
    }
    lead("one")
    const id = await defer(asking, writing("link"))
    expect(await other.approvals.decide(id, approve)).toEqual({ outcome: "decided" })
    lead("two")
    expect(await other.resume(id)).toMatchObject({
      executed: "no",
      error: { class: "permission_denied", message: expect.stringContaining("needs a new approval") }
    })
    lead(outside)
    expect(await other.resume(id)).toMatchObject({ executed: "no", error: { why: "FileDenied" } })
    lead("one")
    expect(await other.resume(id)).toMatchObject({ executed: "yes" })
    const read = (path: string) => readFileSync(path, "utf8")
    expect([read(join(workspace, "one")), read(join(workspace, "two")), read(outside)]).toEqual([
      "new",
      "two",
      "outside"
    ])
  })
})

/**
 * Opens a gate with functions that read and change the table of approvals like a person with access to the database.
 */
const tampered = async (at: string) => {
  const { workspace, open, store } = await newSharing(at)
  const gate = await open()
  const runtime = ManagedRuntime.make(Layer.provideMerge(SqlApprovalStore.layer, openStore(store.at)))
  onTestFinished(() => runtime.dispose())
  const database = await runtime.runPromise(Database)
  const rowOf = (id: string) =>
    Effect.runPromise(
      database.read((db) => db.selectFrom("toolgate_approvals").selectAll().where("id", "=", id).executeTakeFirst())
    ).then((row) => row ?? expect.fail("There is no such row."))
  type Row = Awaited<ReturnType<typeof rowOf>>
  const change = (id: string, to: Partial<Row>) =>
    Effect.runPromise(
      database.write((db) => db.updateTable("toolgate_approvals").set(to).where("id", "=", id).execute())
    )
  const remove = (id: string) =>
    Effect.runPromise(
      database.write((db) =>
        db
          .deleteFrom("toolgate_approvals")
          .where("id", "in", [id, "0".repeat(32)])
          .execute()
      )
    )
  const add = (row: Row) =>
    Effect.runPromise(database.write((db) => db.insertInto("toolgate_approvals").values(row).execute()))
  const settled = async (id: string) => {
    while ((await rowOf(id)).state === "claimed") await new Promise((resolve) => setImmediate(resolve))
  }
  const isWritten = () => existsSync(join(workspace, "a.txt"))
  const unwrite = () => rmSync(join(workspace, "a.txt"))
  /** Uses the store of approvals as another process does. */
  const approvals = <A>(use: (store: ApprovalStore["Service"]) => Effect.Effect<A, Error>): Promise<A> =>
    runtime.runPromise(Effect.flatMap(ApprovalStore, use))
  return { gate, approvals, rowOf, change, remove, add, settled, isWritten, unwrite }
}
type Row = Awaited<ReturnType<Awaited<ReturnType<typeof tampered>>["rowOf"]>>

const inRequest =
  (change: (request: Record<string, unknown>) => object) =>
  ({ request }: Row): Partial<Row> => ({
    request: JSON.stringify({ ...JSON.parse(request), ...change(JSON.parse(request)) })
  })

const inDecision =
  (change: object) =>
  ({ decision }: Row): Partial<Row> => ({ decision: JSON.stringify({ ...JSON.parse(decision ?? "{}"), ...change }) })

/** Changes to columns, and to members of the JSON in them, that leave a call without a valid approval. */
const changes: ReadonlyArray<readonly [string, (row: Row) => Partial<Row>]> = [
  ["id", () => ({ id: "0".repeat(32) })],
  ["state, to one that ends it", () => ({ state: "withdrawn" })],
  ["state, to none", () => ({ state: "nonsense" as "open" })],
  ["digest", () => ({ digest: "0" })],
  ["code", () => ({ mac: "0" })],
  ["expiry", () => ({ due_at: 1 })],
  ["owner, to a process that has ended", () => ({ owner: "0" })],
  ["request, to nothing", () => ({ request: "{}" })],
  ["request, to no JSON", () => ({ request: "nonsense" })],
  ["tool", inRequest(() => ({ tool: "read_file" }))],
  ["class", inRequest(() => ({ sideEffects: "READ" }))],
  ["class, to none", inRequest(() => ({ sideEffects: 7 }))],
  ["agent", inRequest(() => ({ agent: "other" }))],
  ["session", inRequest(() => ({ session: "other" }))],
  ["time of asking", inRequest(() => ({ askedAt: 1 }))],
  ["last time", inRequest(() => ({ expiresAt: 8e15 }))],
  ["waiting", inRequest(() => ({ waits: true }))],
  ["request's digest", inRequest(() => ({ digest: "hmac-sha256:0" }))],
  ["key", inRequest(() => ({ keyId: "0" }))],
  ["seal", inRequest(({ sealed }) => ({ sealed: `${sealed}`.replace(/.$/, (end) => (end === "A" ? "B" : "A")) }))],
  ["decision, to none", () => ({ decision: null })],
  ["decision, to no JSON", () => ({ decision: "nonsense" })],
  ["decision, to a list", () => ({ decision: "[]" })],
  ["decision, to a no", inDecision({ decision: "deny" })],
  ["person", inDecision({ by: "mallory" })],
  ["client", inDecision({ from: "elsewhere" })],
  ["time of the decision", inDecision({ at: 1 })],
  ["seal of the decision", inDecision({ sealed: "s" })],
  ["code of the decision", inDecision({ mac: "hmac-sha256:0" })]
]

const refusedText =
  /needs a new approval|is not valid|was withdrawn|unknown approval ID|has started|begun to, and nobody knows|has expired/

describeEach("a row that was changed by hand", (newPlace) => {
  it("is never an approval, is reported, and hides no others", async () => {
    const { gate, rowOf, change, isWritten, remove } = await tampered(await newPlace())
    const beside = await defer(gate)
    for (const [what, how] of changes) {
      const id = await defer(gate)
      await gate.approvals.decide(id, approve)
      await change(id, how(await rowOf(id)))
      const { executed, error } = await gate.resume(id)
      expect([what, executed, isWritten()]).toEqual([what, "no", false])
      expect([what, error?.message]).toEqual([what, expect.stringMatching(refusedText)])
      expect([what, await gate.approvals.list()]).toMatchObject([what, [{ id: beside }]])
      await remove(id)
    }
  })

  it("of an open question cannot be decided, or its decision is void", async () => {
    const { gate, rowOf, change, isWritten, remove } = await tampered(await newPlace())
    const beside = await defer(gate)
    // No decision exists yet, so the decision's columns are overwritten, and then the call may run.
    for (const [what, how] of changes.filter(([name]) => !/decision|code|person|client/.test(name))) {
      const id = await defer(gate)
      await change(id, how(await rowOf(id)))
      await gate.approvals.decide(id, approve)
      const { executed, error } = await gate.resume(id)
      expect([what, executed, isWritten()]).toEqual([what, "no", false])
      expect([what, error?.message]).toEqual([what, expect.stringMatching(refusedText)])
      expect([what, (await gate.approvals.list()).map((one) => one.id)]).toEqual([
        what,
        expect.arrayContaining([beside])
      ])
      await remove(id)
    }
  })

  it("is not approved by its state alone, and does not run twice", async () => {
    const { gate, rowOf, change, isWritten, settled } = await tampered(await newPlace())
    const open = await defer(gate)
    await change(open, { state: "approved" })
    expect(await gate.resume(open)).toMatchObject({ executed: "no", error: { class: "permission_denied" } })
    const denied = await defer(gate)
    await gate.approvals.decide(denied, { decision: "deny" })
    await change(denied, { state: "approved", due_at: 8e15 })
    expect(await gate.resume(denied)).toMatchObject({ executed: "no", error: { class: "permission_denied" } })
    expect(isWritten()).toBe(false)
    const ran = await defer(gate)
    await gate.approvals.decide(ran, approve)
    expect(await gate.resume(ran)).toMatchObject({ executed: "yes" })
    await settled(ran)
    await change(ran, { state: "approved" })
    expect(await gate.resume(ran)).toMatchObject({ executed: "no", error: { class: "permission_denied" } })
    expect((await rowOf(ran)).state).toBe("approved")
  })

  it("is known to have run, and decides nothing, if it was reset as a whole to a time before its call ran", async () => {
    const { gate, rowOf, change, remove, add, settled, isWritten, unwrite } = await tampered(await newPlace())
    const id = await defer(gate)
    const open = await rowOf(id)
    await gate.approvals.decide(id, approve)
    const approved = await rowOf(id)
    expect(await gate.resume(id)).toMatchObject({ executed: "yes" })
    await settled(id)
    const { outcome } = await rowOf(id)
    unwrite()
    for (const row of [approved, { ...approved, outcome }, { ...approved, owner: null, due_at: 8e15 }, open]) {
      await change(id, row)
      const again = await gate.resume(id)
      expect(again).toMatchObject({
        executed: "no",
        error: { message: expect.stringMatching(/has already run|has started/) }
      })
      expect(again.error?.details).toMatchObject({ outcome: { executed: row.outcome === null ? "unknown" : "yes" } })
      expect(await gate.approvals.list()).toEqual([])
      expect(await gate.approvals.decide(id, approve)).toMatchObject({ outcome: "over" })
    }
    await remove(id)
    await add(approved)
    expect(await gate.resume(id)).toMatchObject({ executed: "no", error: { why: "PolicyDenied" } })
    expect(isWritten()).toBe(false)
    // An unclaimed approval runs its call, even if its row was missing meanwhile.
    const other = await defer(gate)
    await gate.approvals.decide(other, approve)
    const kept = await rowOf(other)
    await remove(other)
    await add(kept)
    expect(await gate.resume(other)).toMatchObject({ executed: "yes" })
  })

  it("does not restore a withdrawn approval", async () => {
    const { gate, rowOf, change, approvals, isWritten } = await tampered(await newPlace())
    const id = await defer(gate)
    await gate.approvals.decide(id, approve)
    const approved = await rowOf(id)
    expect(await approvals((store) => store.change(id, { to: "withdrawn" }))).toMatchObject({ changed: true })
    await change(id, approved)
    expect(await gate.resume(id)).toMatchObject({
      executed: "no",
      error: { message: expect.stringMatching(/withdrawn/) }
    })
    expect(isWritten()).toBe(false)
  })

  it("lasts only as long as was sealed, with any time in the table", async () => {
    const { gate, change, isWritten } = await tampered(await newPlace())
    const { pending } = await gate.dispatch(writing(), { defer: { expiresMs: 300 } })
    const { approvalId: id, expiresAt } = pending ?? expect.fail("The call is not pending.")
    await gate.approvals.decide(id, approve)
    await change(id, { due_at: 8e15 })
    while (Date.now() <= expiresAt) await new Promise((resolve) => setImmediate(resolve))
    expect(await gate.resume(id)).toMatchObject({ executed: "no", error: { why: "ApprovalExpired" } })
    expect(isWritten()).toBe(false)
  })

  it("is visible only in its own session", async () => {
    const { gate, rowOf, change } = await tampered(await newPlace())
    const [own, other] = [await gate.session({ id: "own" }), await gate.session({ id: "other" })]
    const ids = await Promise.all([own, other].map((session) => session.dispatch(writing(), { defer: true })))
    const [mine = "", theirs = ""] = ids.map(({ pending }) => pending?.approvalId)
    await change(theirs, { session: (await rowOf(mine)).session })
    expect((await own.approvals.list()).map(({ id }) => id)).toEqual([mine])
  })

  it("takes nothing from another approved row", async () => {
    const { gate, rowOf, change, isWritten } = await tampered(await newPlace())
    const [yes, no] = [await defer(gate, writing("b.txt")), await defer(gate)]
    await gate.approvals.decide(yes, approve)
    const { id: _id, place: _place, ...row } = await rowOf(yes)
    const { state, decision, mac, request, digest, due_at } = row
    for (const copied of [{ state, decision, mac }, { state, decision, mac, digest, due_at }, { request }, row]) {
      const before = await rowOf(no)
      await change(no, copied)
      expect(await gate.resume(no)).toMatchObject({
        executed: "no",
        error: { class: "permission_denied", message: expect.stringContaining("needs a new approval") }
      })
      await change(no, before)
    }
    expect(isWritten()).toBe(false)
    expect(await gate.resume(yes)).toMatchObject({ executed: "yes" })
  })
})

describeEach("an approval that is edited into a path outside", (newPlace) => {
  it("is refused, for a waiting and a deferred call, and writes nothing", async () => {
    const { workspace, open } = await newSharing(await newPlace())
    const [asking, other] = [await open(), await open()]
    const outside = newFolder()
    symlinkSync(outside, join(workspace, "door"))
    for (const path of ["../escaped", join(outside, "a"), "door/a", ".git/hooks/pre-commit/../../../../a"]) {
      const edited = { ...approve, args: { path, content: "new" } }
      const id = await defer(asking)
      expect(await other.approvals.decide(id, edited)).toEqual({ outcome: "decided" })
      const resumed = await other.resume(id)
      const answer = asking.dispatch(writing())
      await other.approvals.decide(await firstAsked(other), edited)
      for (const { executed, error } of [resumed, await answer])
        expect([path, executed, error?.why]).toEqual([path, "no", "FileDenied"])
      expect(await other.resume(id)).toMatchObject({ executed: "no" })
    }
    expect([existsSync(join(workspace, "..", "escaped")), existsSync(join(outside, "a"))]).toEqual([false, false])
    expect(existsSync(join(workspace, "a.txt"))).toBe(false)
    const id = await defer(asking)
    await other.approvals.decide(id, { ...approve, args: { path: "b.txt", content: "edited" } })
    expect(await asking.resume(id)).toMatchObject({ executed: "yes", arguments: { path: "b.txt" } })
    expect(readFileSync(join(workspace, "b.txt"), "utf8")).toBe("edited")
  })
})

describeProcesses("several processes with one store", (newPlace) => {
  it("run a call with one key once, and answer all callers with its outcome", async () => {
    const { start, done } = await newSharing(await newPlace())
    const gates = await Promise.all([1, 2, 3].map(() => start("host")))
    const callAll = (more: object): Promise<ReadonlyArray<ToolExecution>> =>
      Promise.all(
        gates.map((call, n) => call("dispatch", { id: `${n}`, tool: "note", args: { text: "keyed" }, ...more }))
      )
    const answers = await callAll({ idempotencyKey: "k" })
    expect(done()).toEqual(["keyed"])
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(2)
    const outcomes = answers.map(({ success, executed, output }) => JSON.stringify([success, executed, output.content]))
    expect(new Set(outcomes).size).toBe(1)
    await callAll({})
    expect(done()).toHaveLength(4)
  })

  it("run an approved call once, and let only one of many clients decide", async () => {
    const [rounds, clients] = [chooseCount(4, 40), chooseCount(50, 500)]
    const { start, open, done } = await newSharing(await newPlace())
    const gates = await Promise.all([1, 2, 3].map(() => start()))
    const gate = await open()
    const lines = Array.from({ length: rounds }, (_, round) => `round ${round}`)
    const ask = async (text: string): Promise<string> => {
      const asked = await gates[0]?.("dispatch", { id: text, tool: "note", args: { text } }, { defer: true })
      return asked.pending.approvalId
    }
    for (const text of lines) {
      const id = await ask(text)
      await gate.approvals.decide(id, approve)
      const answers: ReadonlyArray<ToolExecution> = await Promise.all(gates.map((call) => call("resume", id)))
      expect(answers.map(({ executed }) => executed).toSorted()).toEqual(["no", "no", "yes"])
    }
    expect(done()).toEqual(lines)

    const id = await ask("a")
    const outcomes: ReadonlyArray<DecisionOutcome> = (
      await Promise.all(gates.map((call) => call("decide", id, clients)))
    ).flat()
    expect(outcomes).toHaveLength(3 * clients)
    expect(outcomes.filter(({ outcome }) => outcome === "decided")).toHaveLength(1)
    const told = new Set(outcomes.flatMap((each) => (each.outcome === "over" ? [`${each.ended} ${each.by}`] : [])))
    expect([...told]).toEqual([expect.stringMatching(/^(approve|deny) \d+-\d+$/)])
    expect(outcomes.filter(({ outcome }) => outcome === "over")).toHaveLength(3 * clients - 1)
    const [said = ""] = told
    // Only these processes have this tool, and each may resume.
    const resumed = await gates[1]?.("resume", id)
    expect([said.split(" ")[0], resumed.executed]).toEqual(
      resumed.executed === "yes" ? ["approve", "yes"] : ["deny", "no"]
    )
    expect(done()).toEqual(resumed.executed === "yes" ? [...lines, "a"] : lines)
    expect(await gate.approvals.list()).toEqual([])
  })
})
