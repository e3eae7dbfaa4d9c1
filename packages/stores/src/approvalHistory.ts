import {
  type ApprovalEvent,
  type ApprovalState,
  type ApprovalView,
  approvalStates,
  mostApprovalViews,
  type StoredApproval
} from "@toolgate/core"
import type { Kysely, Transaction } from "kysely"
import { computeDigest } from "./computeDigest.ts"
import type { Database } from "./Database.ts"
import { parseStoredMembers, readStoredText } from "./parseStoredJson.ts"
import { readApproval } from "./readApprovals.ts"
import { readStoreTime } from "./readStoreTime.ts"
import type { Tables } from "./Tables.ts"

type Who = Pick<ApprovalView, "by" | "from">

/** Records that approvals were asked for or have reached a state, at the store's time `at`. */
export const recordEvents = async (
  db: Transaction<Tables>,
  ids: ReadonlyArray<string>,
  kind: "asked" | Exclude<ApprovalState, "open">,
  at: number,
  who: Who = {}
): Promise<void> => {
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    await db
      .insertInto("toolgate_approval_history")
      .values(
        ids.slice(from, from + rowsAtOnce).map((approval) => {
          return { approval, kind, viewer: "", at, about: JSON.stringify({ by: who.by, from: who.from }) }
        })
      )
      // A row that was set back by hand may reach a state again.
      .onConflict((row) => row.doNothing())
      .execute()
}

/** Records a view of some approvals, or the time of the last view if the person saw them before. */
export const recordViews = async (
  { now }: Database["Service"],
  db: Transaction<Tables>,
  ids: ReadonlyArray<string>,
  { how, by, from }: ApprovalView
): Promise<void> => {
  if (ids.length === 0) return
  const at = await readStoreTime(now, db)
  const viewer = computeDigest([by ?? "", from ?? ""])
  const viewed = db
    .selectFrom("toolgate_approvals as row")
    .where("row.id", "in", [...new Set(ids)])
    .where((row) => {
      const views = row
        .selectFrom("toolgate_approval_history as view")
        .whereRef("view.approval", "=", "row.id")
        .where("view.kind", "in", ["shown", "opened"])
      return row.or([
        row(views.select(row.fn.countAll().as("views")), "<", mostApprovalViews),
        row.exists(views.select("view.kind").where("view.kind", "=", how).where("view.viewer", "=", viewer))
      ])
    })
    .select(({ val }) => [
      "row.id",
      val(how).as("kind"),
      val(viewer).as("viewer"),
      val(at).as("at"),
      val(JSON.stringify({ by, from })).as("about")
    ])
  await db
    .insertInto("toolgate_approval_history")
    .columns(["approval", "kind", "viewer", "at", "about"])
    .expression(viewed)
    .onConflict((row) =>
      row.columns(["approval", "kind", "viewer"]).doUpdateSet(({ ref }) => ({ last_at: ref("excluded.at") }))
    )
    .execute()
}

/** Returns the history of an approval. Requests and decisions of older versions are told by their row. */
export const readHistory = async (db: Kysely<Tables>, id: string): Promise<ReadonlyArray<ApprovalEvent>> => {
  const approval = await readApproval(db, id)
  if (approval === undefined) return []
  const rows = await db.selectFrom("toolgate_approval_history").selectAll().where("approval", "=", id).execute()
  const events = rows.flatMap((row): ReadonlyArray<ApprovalEvent> => {
    const kind = kinds.find((known) => known === row.kind)
    if (kind === undefined) return []
    const { by, from } = parseStoredMembers(row.about)
    const last = row.last_at === null ? {} : { lastAt: Number(row.last_at) }
    return [{ kind, at: Number(row.at), ...last, ...pickWho({ by: readStoredText(by), from: readStoredText(from) }) }]
  })
  const unrecorded = listKnownEvents(approval).filter(({ kind }) => !events.some((event) => event.kind === kind))
  return [...events, ...unrecorded].sort((a, b) => a.at - b.at || kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

const listKnownEvents = ({ agent, askedAt, decision }: StoredApproval): ReadonlyArray<ApprovalEvent> => [
  { kind: "asked", at: askedAt, ...pickWho({ by: agent }) },
  ...(decision === undefined
    ? []
    : [
        {
          kind: decision.decision === "approve" ? ("approved" as const) : ("denied" as const),
          at: decision.at,
          ...pickWho(decision)
        }
      ])
]

const pickWho = ({ by = "", from = "" }: Who): Pick<ApprovalEvent, "by" | "from"> => ({
  ...(by === "" ? {} : { by }),
  ...(from === "" ? {} : { from })
})

/** The kinds of events, in the order in which they can happen at one time. */
const kinds = [
  "asked",
  "shown",
  "opened",
  ...approvalStates.filter((state) => state !== "open")
] as const satisfies ReadonlyArray<ApprovalEvent["kind"]>

const rowsAtOnce = 1_000
