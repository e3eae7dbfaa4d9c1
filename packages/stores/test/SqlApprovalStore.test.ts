import { type ApprovalState, ApprovalStore, type StoredApproval } from "@toolgate/core"
import { makeNewApproval, testApprovalStore } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sql } from "kysely"
import { describe, expect, it } from "vitest"
import { Database, openStore, SqlApprovalStore } from "../src/index.ts"
import { approved, claimed } from "./approvalChanges.ts"
import { startGate } from "./gates.ts"
import { describeEach } from "./places.ts"

const approvalsAt = (place: string, now?: () => number) =>
  Layer.provideMerge(SqlApprovalStore.layer, openStore(place, { now }))

/** Uses a store as one gate does. */
const using = <A, E>(
  place: string,
  use: (store: ApprovalStore["Service"], database: Database["Service"]) => Effect.Effect<A, E>,
  now?: () => number
): Promise<A> =>
  Effect.runPromise(
    Effect.gen(function* () {
      return yield* use(yield* ApprovalStore, yield* Database)
    }).pipe(Effect.provide(approvalsAt(place, now)))
  )

const statesAt = (place: string, ...all: ReadonlyArray<{ readonly id: string }>) =>
  using(place, ({ get }) => Effect.forEach(all, ({ id }) => Effect.map(get(id), (one) => one?.state)))

describeEach("approvals", (newPlace) => {
  testApprovalStore({ describe, it }, (now) =>
    Layer.unwrap(Effect.map(Effect.promise(newPlace), (place) => approvalsAt(place, now)))
  )

  it("outlive their process", async () => {
    const place = await newPlace()
    const asked = makeNewApproval({ waits: false })
    await using(place, ({ add }) => add(asked))
    const stored = { ...asked, state: "open", decision: undefined, outcome: undefined }
    expect(await using(place, ({ list }) => list())).toEqual([stored])
  })

  it("are decided by one process while another listens", async () => {
    const place = await newPlace()
    const other = await startGate(place)
    const asked = makeNewApproval()
    await using(place, ({ add, get, listen }) =>
      Effect.gen(function* () {
        yield* add(asked)
        const decided = Promise.withResolvers<StoredApproval>()
        const look = () =>
          void Effect.runPromise(get(asked.id)).then((found) => found?.state === "approved" && decided.resolve(found))
        yield* listen(look)
        yield* Effect.promise(() => other.call("change", asked.id, approved))
        expect(yield* Effect.promise(() => decided.promise)).toMatchObject({ decision: approved.decision })
      }).pipe(Effect.scoped)
    )
  })

  it("that this process has added or changed reach its listeners before it continues", async () => {
    await using(await newPlace(), ({ add, listen }) =>
      Effect.gen(function* () {
        let heard = 0
        const watching = Promise.withResolvers<void>()
        yield* listen(() => {
          heard++
          watching.resolve()
        })
        // The first notification says that changes may have been missed before it.
        yield* Effect.promise(() => watching.promise)
        heard = 0
        yield* add(makeNewApproval())
        expect(heard).toBeGreaterThan(0)
      }).pipe(Effect.scoped)
    )
  })

  it("of a killed process are withdrawn if it waited and unknown if it ran; its neighbour's stay", async () => {
    const place = await newPlace()
    const [killed, neighbour] = await Promise.all([startGate(place), startGate(place)])
    const asked = { open: makeNewApproval(), approved: makeNewApproval(), claimed: makeNewApproval({ waits: false }) }
    const deferred = makeNewApproval({ waits: false })
    const others = { open: makeNewApproval(), claimed: makeNewApproval({ waits: false }) }
    for (const one of [asked.open, asked.approved, asked.claimed, deferred]) await killed.call("add", one)
    for (const one of [others.open, others.claimed]) await neighbour.call("add", one)
    for (const [gate, one] of [
      [killed, asked.claimed],
      [neighbour, others.claimed]
    ] as const) {
      await gate.call("change", one.id, approved)
      await gate.call("change", one.id, claimed)
    }
    await neighbour.call("change", asked.approved.id, approved)
    const mine = [asked.open, asked.approved, asked.claimed, deferred]
    await using(place, ({ sweep }) => sweep())
    expect(await statesAt(place, ...mine)).toEqual(["open", "approved", "claimed", "open"])
    await killed.kill()
    await using(place, ({ sweep }) => sweep())
    expect(await statesAt(place, ...mine)).toEqual(["withdrawn", "withdrawn", "unknown", "open"])
    expect(await statesAt(place, others.open, others.claimed)).toEqual(["open", "claimed"])
  })

  it("that were claimed or withdrawn stay so when their rows are restored to an earlier state, even those of an older version", async () => {
    const place = await newPlace()
    const ran = makeNewApproval({ waits: false })
    const takenBack = makeNewApproval({ waits: false })
    const takenBackLater = makeNewApproval({ waits: false })
    const usable = makeNewApproval({ waits: false })
    const all = [ran, takenBack, takenBackLater, usable]
    const now = () => ran.askedAt
    const setBack = ({ write }: Database["Service"], state: ApprovalState, ...some: ReadonlyArray<typeof ran>) =>
      write((db) =>
        db
          .updateTable("toolgate_approvals")
          .set({ state, due_at: ran.expiresAt })
          .where(
            "id",
            "in",
            some.map(({ id }) => id)
          )
          .execute()
      )
    await using(
      place,
      ({ add, change, get, list }, database) =>
        Effect.gen(function* () {
          for (const one of all) {
            yield* add(one)
            yield* change(one.id, approved)
          }
          expect((yield* change(ran.id, claimed)).changed).toBe(true)
          expect((yield* change(takenBack.id, { to: "withdrawn" })).changed).toBe(true)
          for (const step of [claimed, { to: "done" }, { to: "withdrawn" }] as const)
            expect((yield* change(takenBackLater.id, step)).changed).toBe(true)
          yield* setBack(database, "done", takenBackLater)
          expect((yield* get(takenBackLater.id))?.state).toBe("withdrawn")
          for (const [{ id }, state] of [
            [ran, "unknown"],
            [takenBack, "withdrawn"],
            [takenBackLater, "withdrawn"]
          ] as const) {
            yield* setBack(database, "approved", ...all)
            expect(yield* change(id, claimed)).toMatchObject({ changed: false, approval: { state } })
            expect((yield* get(id))?.state).toBe(state)
            expect((yield* list({ states: ["approved"] })).map((one) => one.id)).toEqual([usable.id])
            yield* setBack(database, "open", ...all)
            for (const to of [approved, { to: "withdrawn" }, { to: "expired" }] as const)
              expect((yield* change(id, to)).changed).toBe(false)
          }
          // As an older version has left them.
          yield* setBack(database, "done", ran)
          yield* setBack(database, "withdrawn", takenBack, takenBackLater)
          yield* setBack(database, "approved", usable)
          yield* database.write(async (db) => {
            const artifacts = ["toolgate_artifacts", "toolgate_artifact_parts"]
            const runs = ["toolgate_chain_runs", "toolgate_chain_entries", "toolgate_chain_ways"]
            const tokens = ["toolgate_tokens", "toolgate_revoked_tokens", "toolgate_sessions"]
            for (const table of [
              "toolgate_spent_approvals",
              "toolgate_approval_history",
              ...artifacts,
              ...runs,
              ...tokens
            ])
              await db.schema.dropTable(table).execute()
            for (const index of ["asker", "call", "session_state", "agent", "tool"])
              await db.schema.dropIndex(`toolgate_approvals_by_${index}`).execute()
            for (const column of ["asker", "call", "agent", "tool"])
              await db.schema.alterTable("toolgate_approvals").dropColumn(column).execute()
            await sql`delete from toolgate_migrations where name >= '0006'`.execute(db)
            await sql`alter table toolgate_clock drop column seen`.execute(db)
          })
        }),
      now
    )
    await using(
      place,
      ({ change, list, history }, database) =>
        Effect.gen(function* () {
          yield* setBack(database, "approved", ...all)
          for (const one of all) expect((yield* change(one.id, claimed)).changed).toBe(one === usable)
          // What an older version has stored is found by its agent and tool, and has what is known of its history.
          const { agent, tool } = usable
          const states = ["claimed"] as const
          expect((yield* list({ agent, tool, states, limit: 1 })).map(({ id }) => id)).toEqual([usable.id])
          expect(yield* list({ agent: "another", states, limit: 1 })).toEqual([])
          const { at, by, from } = approved.decision
          expect(yield* history(usable.id)).toEqual([
            { kind: "asked", at: usable.askedAt, by: usable.agent },
            { kind: "claimed", at: usable.askedAt },
            { kind: "approved", at, by, from }
          ])
        }),
      now
    )
  })

  it.each([
    ["at the top", '"agent":"another"'],
    ["with one value", '"agent":"an_agent"'],
    ["in another spelling", '"\\u0061gent":"another"'],
    ["in an object", '"x":{"y":1,"y":2}'],
    ["in a list", '"x":[{"y":1,"y":2}]'],
    ["with the name of the prototype", '"__proto__":{},"__proto__":{}']
  ])("are unreadable if their row repeats a member %s", async (_how, member) => {
    // A seal covers only the request itself. The fields for lists are outside the seal, and must not be ambiguous.
    const asked = makeNewApproval({ waits: false })
    await using(await newPlace(), ({ add, get, list }, { write }) =>
      Effect.gen(function* () {
        yield* add(asked)
        yield* write(async (db) => {
          const { request } = await db.selectFrom("toolgate_approvals").select("request").executeTakeFirstOrThrow()
          await db
            .updateTable("toolgate_approvals")
            .set({ request: request.replace(/\}$/, `,${member}}`) })
            .execute()
        })
        expect(yield* get(asked.id)).toMatchObject({ id: asked.id, tool: "", agent: "", digest: "", sealed: "" })
        expect(yield* list()).toMatchObject([{ id: asked.id, agent: "" }])
      })
    )
  })

  it("stop waiting for a gate that has closed its store", async () => {
    const place = await newPlace()
    const asked = makeNewApproval()
    await using(place, ({ add }) => add(asked))
    await using(place, ({ sweep }) => sweep())
    expect(await statesAt(place, asked)).toEqual(["withdrawn"])
  })

  it("of an invisible process are withdrawn once it is silent, suspected, and still silent", async () => {
    const place = await newPlace()
    const asked = [makeNewApproval({ expiresAt: 1e15 }), makeNewApproval({ expiresAt: 1e15 })] as const
    const clock = { now: 1_700_000_000_000 }
    await using(
      place,
      ({ add, sweep }, { write }) =>
        Effect.gen(function* () {
          yield* Effect.forEach(asked, (one) => add(one))
          const facts = JSON.stringify({ host: "another", pid: 1, boot: undefined })
          const own = (id: string, owner: string) =>
            write(async (db) => {
              await db
                .insertInto("toolgate_owners")
                .values({ id: owner, process: facts, heard_at: clock.now, suspected_at: null })
                .execute()
              await db.updateTable("toolgate_approvals").set({ owner }).where("id", "=", id).execute()
            })
          const hear = (owner: string) =>
            write((db) =>
              db
                .updateTable("toolgate_owners")
                .set({ heard_at: clock.now, suspected_at: null })
                .where("id", "=", owner)
                .execute()
            )
          yield* own(asked[0].id, "alive")
          yield* own(asked[1].id, "gone")
          const after = (ms: number) =>
            Effect.gen(function* () {
              clock.now += ms
              yield* sweep()
              return yield* Effect.promise(() => statesAt(place, ...asked))
            })
          // The store was unavailable for an hour, so no process could be seen.
          expect(yield* after(3_600_000)).toEqual(["open", "open"])
          expect(yield* after(0)).toEqual(["open", "open"])
          yield* hear("alive")
          expect(yield* after(29_999)).toEqual(["open", "open"])
          expect(yield* after(1)).toEqual(["open", "withdrawn"])
        }),
      () => clock.now
    )
  })

  it("of living processes stay, even if the rows about these processes are changed", async () => {
    const place = await newPlace()
    const neighbour = await startGate(place)
    const asked = makeNewApproval()
    await neighbour.call("add", asked)
    await using(place, ({ sweep }, { write }) =>
      Effect.gen(function* () {
        for (const process of ["nonsense", "null", "[]", "7", '{"pid":"../x"}', '{"pid":-1,"host":7}']) {
          yield* write((db) => db.updateTable("toolgate_owners").set({ process }).execute())
          yield* sweep()
        }
      })
    )
    expect(await statesAt(place, asked)).toEqual(["open"])
  })

  it("last as long as their gate set, with any clocks of gates and stores", async () => {
    const place = await newPlace()
    const clock = { now: 1_700_000_000_000 }
    const asked = makeNewApproval({ askedAt: 1_000_000, expiresAt: 1_060_000, waits: false })
    await using(
      place,
      ({ add, change }) =>
        Effect.gen(function* () {
          yield* add(asked)
          clock.now += 59_999
          expect((yield* change(asked.id, approved)).changed).toBe(true)
          clock.now += 1
          expect((yield* change(asked.id, claimed)).changed).toBe(false)
        }),
      () => clock.now
    )
  })

  it("stay expired when another process has a clock that is behind", async () => {
    const place = await newPlace()
    const asked = makeNewApproval()
    const start = asked.askedAt
    await using(
      place,
      ({ add }) => add({ ...asked, waits: false }),
      () => start
    )
    const late = await using(
      place,
      ({ change }) => change(asked.id, approved),
      () => asked.expiresAt
    )
    const behind = await using(
      place,
      ({ change }) => change(asked.id, approved),
      () => start
    )
    expect([late.changed, behind.changed]).toEqual([false, false])
  })
})
