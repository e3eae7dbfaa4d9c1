import { endedStates } from "@toolgate/core"
import { makeNewApproval } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { CompiledQuery, type Kysely, type KyselyPlugin } from "kysely"
import { expect, it } from "vitest"
import { addApproval, hasLeftovers, sweepApprovals } from "../src/approvalRows.ts"
import { Database, openStore } from "../src/index.ts"
import { listApprovals } from "../src/readApprovals.ts"
import type { Tables } from "../src/Tables.ts"
import { describeEach } from "./places.ts"

/** Returns the index condition of each read of the table of approvals by the queries of some work, or "every row". */
const readsOf = async (
  place: string,
  work: (database: Database["Service"], db: Kysely<Tables>) => Promise<unknown>
): Promise<ReadonlyArray<string>> =>
  Effect.runPromise(
    Effect.flatMap(Database, (database) =>
      database.write(async (db) => {
        const queries: Array<CompiledQuery> = []
        const plugin: KyselyPlugin = {
          transformQuery: ({ node, queryId }) => {
            queries.push(db.getExecutor().compileQuery(node, queryId))
            return node
          },
          transformResult: async ({ result }) => result
        }
        await work(database, db.withPlugin(plugin))
        const about = queries.filter(
          ({ sql }) => /^(?:select|update|with)/.test(sql) && sql.includes("toolgate_approvals")
        )
        const readsIn = database.kind === "postgres" ? postgresReads : sqliteReads
        const reads: Array<string> = []
        for (const query of about) reads.push(...(await readsIn(db, query)))
        return reads
      })
    ).pipe(Effect.provide(openStore(place)))
  )

type Reads = (db: Kysely<Tables>, query: CompiledQuery) => Promise<ReadonlyArray<string>>

const sqliteReads: Reads = async (db, { sql, parameters }) => {
  const { rows } = await db.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
  return (rows as ReadonlyArray<{ readonly detail: string }>).flatMap(({ detail }) => {
    // An index without a condition ("SCAN row USING INDEX") reads every row as well.
    if (/^SCAN (?!CONSTANT|page|spent|toolgate_(?:owners|clock))/.test(detail)) return ["every row"]
    return /^SEARCH (?:toolgate_approvals|row) .*\((.*)\)$/.exec(detail)?.slice(1) ?? []
  })
}

/** A step of a plan from `explain (format json)`. */
interface PlanStep {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Cond"?: string
  readonly Plans?: ReadonlyArray<PlanStep>
}

const postgresReads: Reads = async (db, { sql, parameters }) => {
  // A table that is nearly empty is read as a whole, unless that is forbidden.
  for (const way of ["seqscan", "mergejoin", "hashjoin"])
    await db.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`))
  const { rows } = await db.executeQuery(CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]))
  const [
    {
      "QUERY PLAN": [{ Plan: plan } = { Plan: undefined }]
    } = { "QUERY PLAN": [] }
  ] = rows as ReadonlyArray<{
    readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: PlanStep }>
  }>
  return plan === undefined ? ["no plan"] : readsOfSteps(plan)
}

const readsOfSteps = (step: PlanStep): ReadonlyArray<string> => {
  const { Plans: parts = [], "Node Type": type, "Relation Name": table } = step
  const conditions = [step, ...parts].flatMap((one) => one["Index Cond"] ?? [])
  const isRead = table === "toolgate_approvals" && type.includes("Scan")
  const reads = conditions.length === 0 ? ["every row"] : conditions
  return [...(isRead ? reads : []), ...parts.flatMap(readsOfSteps)]
}

const keys = { asker: "a", call: "c", mostOpen: 100 }
const page = { after: "1000", limit: 50 }
const joinable = ["open", "approved", "denied"] as const

/** Fills the table, because a planner uses any index for an empty one. */
const fill = (place: string) =>
  Effect.runPromise(
    Effect.flatMap(Database, ({ kind, write }) =>
      write(async (db) => {
        const rows = Array.from({ length: 2_000 }, (_, n) => ({
          id: `${n}`,
          place: n,
          state: joinable[n % 4] ?? ("done" as const),
          session: `s${n % 50}`,
          digest: `d${n}`,
          due_at: 1e15 + n,
          waits: 0,
          request: "{}",
          asker: `a${n % 100}`,
          call: `c${n}`,
          agent: `a${n % 100}`,
          tool: `t${n % 50}`
        }))
        for (let from = 0; from < rows.length; from += 500)
          await db
            .insertInto("toolgate_approvals")
            .values(rows.slice(from, from + 500))
            .execute()
        if (kind === "postgres") await db.executeQuery(CompiledQuery.raw("analyze toolgate_approvals"))
      })
    ).pipe(Effect.provide(openStore(place)))
  )

/** The queries that read the table, and the columns by which an index finds the rows. */
const works: ReadonlyArray<readonly [string, Parameters<typeof readsOf>[1], columns: ReadonlyArray<string>]> = [
  ["the open questions", (_, db) => listApprovals(db, { states: ["open"] }), ["state"]],
  [
    "the open questions of a session",
    (_, db) => listApprovals(db, { session: "s", states: ["open"] }),
    ["session", "state"]
  ],
  ["a page of open questions", (_, db) => listApprovals(db, { states: ["open"], ...page }), ["state", "place"]],
  [
    "a page of a session",
    (_, db) => listApprovals(db, { session: "s", states: ["open"], ...page }),
    ["session", "state", "place"]
  ],
  ["a page of an agent", (_, db) => listApprovals(db, { agent: "a", states: ["open"], ...page }), ["agent", "state"]],
  ["a page of a tool", (_, db) => listApprovals(db, { tool: "t", states: ["open"], ...page }), ["tool", "state"]],
  ["a page of the ended ones", (_, db) => listApprovals(db, { states: endedStates, ...page }), ["state", "place"]],
  [
    "a page of the newest",
    (_, db) => listApprovals(db, { states: endedStates, ...page, newestFirst: true }),
    ["state", "place"]
  ],
  ["the requests that a call may join", (_, db) => listApprovals(db, { call: "c", states: joinable }), ["call"]],
  ["one approval", (_, db) => listApprovals(db, { ids: ["id"] }), ["id"]],
  ["what is left behind", (database, db) => hasLeftovers(database, db), ["due_at"]],
  ["what is due", (database, db) => sweepApprovals(database, db as never, async () => 0), ["due_at"]],
  [
    "what the agent has open when it asks",
    (database, db) => addApproval(database, db as never, async () => 0, makeNewApproval(), keys),
    ["asker", "state"]
  ]
]

describeEach("the table of approvals", (newPlace) => {
  it("is read through an index by every query, and never as a whole", async () => {
    const place = await newPlace()
    await fill(place)
    for (const [what, work, columns] of works) {
      const reads = await readsOf(place, work)
      const isBounded = reads.some((read) => columns.every((column) => read.includes(column)))
      expect({ what, reads, isBounded, isWhole: reads.includes("every row") }).toEqual({
        what,
        reads,
        isBounded: true,
        isWhole: false
      })
    }
  })
})
