import { join } from "node:path"
import { storedApproval } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { CompiledQuery, type Kysely, type KyselyPlugin } from "kysely"
import { expect, it } from "vitest"
import { addApproval, approvalsIn, hasLeftovers, sweepApprovals } from "../src/approvalRows.ts"
import { Database, openStore } from "../src/index.ts"
import type { Tables } from "../src/Tables.ts"
import { newFolder } from "./places.ts"

/** Returns how SQLite reads the table of approvals for each of the queries of some work, as `EXPLAIN QUERY PLAN` says. */
const plansOf = (work: (database: Database["Service"], db: Kysely<Tables>) => Promise<unknown>) =>
  Effect.runPromise(
    Effect.flatMap(Database, (database) =>
      database.write((db) => {
        const queries: Array<CompiledQuery> = []
        const plugin: KyselyPlugin = {
          transformQuery: ({ node, queryId }) => {
            queries.push(db.getExecutor().compileQuery(node, queryId))
            return node
          },
          transformResult: async ({ result }) => result
        }
        return work(database, db.withPlugin(plugin)).then(async () => {
          const plans: Array<string> = []
          for (const { sql, parameters } of queries) {
            if (!/^(?:select|update|with)/.test(sql) || !sql.includes("toolgate_approvals")) continue
            const { rows } = await db.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
            plans.push(...(rows as ReadonlyArray<{ readonly detail: string }>).map(({ detail }) => detail))
          }
          return plans
        })
      })
    ).pipe(Effect.provide(openStore(join(newFolder(), "store.sqlite"))))
  )

const keys = { asker: "a", call: "c", mostOpen: 100 }
const joinable = ["open", "approved", "denied"] as const

it.each<readonly [string, Parameters<typeof plansOf>[0]]>([
  ["the open questions", (_, db) => approvalsIn(db, { states: ["open"] })],
  ["the open questions of a session", (_, db) => approvalsIn(db, { session: "s", states: ["open"] })],
  ["the requests that a call may join", (_, db) => approvalsIn(db, { call: "c", states: joinable })],
  ["one approval", (_, db) => approvalsIn(db, { ids: ["id"] })],
  ["what is left behind", (database, db) => hasLeftovers(database, db)],
  ["what is due", (database, db) => sweepApprovals(database, db as never, async () => 0)],
  [
    "what the agent has open when it asks",
    (database, db) => addApproval(database, db as never, async () => 0, storedApproval(), keys)
  ]
])("finds %s by an index, and never reads the whole table", async (_, work) => {
  const plans = await plansOf(work)
  expect(plans.length).toBeGreaterThan(0)
  // An index without a bound ("SCAN row USING INDEX") reads every row as well.
  expect(plans.filter((plan) => /^SCAN (?!CONSTANT|spent|toolgate_(?:owners|clock))/.test(plan))).toEqual([])
})
