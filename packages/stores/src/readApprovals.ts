import { type ApprovalFilter, type ApprovalState, approvalStates, type StoredApproval } from "@toolgate/core"
import type { Kysely, Selectable } from "kysely"
import { computeDigest } from "./computeDigest.ts"
import { parseApproval } from "./parseApproval.ts"
import type { Tables } from "./Tables.ts"

/** Returns a stored approval. */
export const readApproval = async (db: Kysely<Tables>, id: string): Promise<StoredApproval | undefined> =>
  (await listApprovals(db, { ids: [id] }))[0]

/** Returns the approvals that match a filter, in its order. */
export const listApprovals = async (
  db: Kysely<Tables>,
  filter: ApprovalFilter
): Promise<ReadonlyArray<StoredApproval>> => {
  const { ids, states } = filter
  // An empty list matches nothing, but not every database accepts it in a query.
  if (ids?.length === 0 || states?.length === 0) return []
  const rows = await selectPage(db, filter).execute()
  const found = rows.map(({ spent, ...row }) => (spent === null ? parseApproval(row) : parseSpent(row, spent)))
  return states === undefined ? found : found.filter(({ state }) => states.includes(state))
}

/**
 * Selects the rows of a page. It is made of one page for each state, because an index has the order of the rows of one
 * state only. There is no index of the order of all rows: PostgreSQL would take it for a page of few rows among many.
 */
const selectPage = (db: Kysely<Tables>, filter: ApprovalFilter) => {
  const { limit, newestFirst } = filter
  const states = filter.states ?? (limit === undefined ? undefined : approvalStates)
  const direction = newestFirst === true ? "desc" : "asc"
  const ordered = (query: ReturnType<typeof selectRows>) => {
    const rows = query.orderBy("row.place", direction)
    return limit === undefined ? rows : rows.limit(limit)
  }
  if (states === undefined) return ordered(selectRows(db, filter))
  if (limit === undefined) return ordered(selectRows(db, filter).where("row.state", "in", states))
  const pages = [...new Set(states)].map((state) => ordered(selectState(db, filter, state, states)))
  const [first, ...others] = pages.map((page) => db.selectFrom(page.as("page")).selectAll())
  if (first === undefined || others.length === 0) return pages[0] ?? ordered(selectRows(db, filter))
  return others
    .reduce((all, one) => all.unionAll(one), first)
    .orderBy("place", direction)
    .limit(limit)
}

const selectRows = (db: Kysely<Tables>, { call, ids, session, agent, tool, after, newestFirst }: ApprovalFilter) => {
  let query = db
    .selectFrom("toolgate_approvals as row")
    .leftJoin("toolgate_spent_approvals as spent", "spent.id", "row.id")
    .selectAll("row")
    .select("spent.state as spent")
  if (call !== undefined) query = query.where("row.id", "in", selectIdsOfCall(db, call))
  if (ids !== undefined) query = query.where("row.id", "in", ids)
  if (session !== undefined) query = query.where("row.session", "=", computeDigest(session))
  if (agent !== undefined) query = query.where("row.agent", "=", computeDigest(agent))
  if (tool !== undefined) query = query.where("row.tool", "=", computeDigest(tool))
  if (after === undefined) return query
  const place = db.selectFrom("toolgate_approvals").select("place").where("id", "=", after)
  return query.where("row.place", newestFirst === true ? "<" : ">", place)
}

/**
 * Selects the rows of one state. A row whose state was changed by hand stays out if its real state is not among `states`,
 * so that the page is full without it.
 */
const selectState = (
  db: Kysely<Tables>,
  filter: ApprovalFilter,
  state: ApprovalState,
  states: ReadonlyArray<ApprovalState>
) => {
  const query = selectRows(db, filter).where("row.state", "=", state)
  const withdrawn = states.includes(correctState(state, "withdrawn"))
  const claimed = states.includes(correctState(state, "unknown"))
  if (withdrawn && claimed) return query
  return query.where((row) =>
    row.or([
      row("spent.state", "is", null),
      ...(withdrawn ? [row("spent.state", "=", "withdrawn")] : []),
      ...(claimed ? [row("spent.state", "!=", "withdrawn")] : [])
    ])
  )
}

/**
 * Selects the ids of the requests that a call may join. Requests stored before keys existed match any call. A union,
 * because databases cannot use an index for such an `or`.
 */
const selectIdsOfCall = (db: Kysely<Tables>, call: string) => {
  const ids = db.selectFrom("toolgate_approvals").select("id")
  return ids.where("call", "=", computeDigest(call)).unionAll(ids.where("call", "is", null))
}

/** Parses a claimed or withdrawn approval. Corrects the state if the row was changed by hand. */
const parseSpent = (row: Selectable<Tables["toolgate_approvals"]>, spent: string): StoredApproval => {
  const approval = parseApproval(row)
  return { ...approval, state: correctState(approval.state, spent) }
}

/** Returns the state of a spent approval, whatever its row says. */
const correctState = (state: ApprovalState, spent: string): ApprovalState => {
  const known = spent === "withdrawn" ? spent : "unknown"
  return spentStates[known].includes(state) ? state : known
}

const spentStates: Readonly<Record<"unknown" | "withdrawn", ReadonlyArray<ApprovalState>>> = {
  unknown: ["claimed", "done", "unknown"],
  withdrawn: ["withdrawn"]
}
