import type { CallClaim, KeyClaim, NotClaimed } from "@toolgate/core"
import type { Kysely, Transaction } from "kysely"
import { changeApproval } from "../approvalRows.ts"
import { computeDigest } from "../computeDigest.ts"
import type { Announce, Database } from "../Database.ts"
import { type Doubtful, findDoubtfulOwners, removeEndedOwners } from "../Owner.ts"
import { parseStoredJson, readStoredText } from "../parseStoredJson.ts"
import { readStoreTime } from "../readStoreTime.ts"
import type { Tables } from "../Tables.ts"

type KeyRow = Tables["toolgate_call_keys"]

/**
 * Takes claims, each entirely or not at all. Returns, for each, why it was not taken. Such transactions run one at a
 * time, because they lock the store's clock first.
 */
export const takeClaims = async (
  database: Database["Service"],
  db: Transaction<Tables>,
  announce: Announce,
  claims: ReadonlyArray<CallClaim>
): Promise<ReadonlyArray<NotClaimed | undefined>> => {
  const at = await readStoreTime(database.now, db)
  const answers = await takeKeys(database, db, at, claims)
  const given: Array<string> = []
  for (const [index, { approval, key }] of claims.entries()) {
    if (approval === undefined || answers[index] !== undefined) continue
    const { id, ...claim } = approval
    const { changed, approval: found } = await changeApproval(database, db, announce, id, { to: "claimed", ...claim })
    if (changed) continue
    answers[index] = { approval: found?.state === "approved" ? undefined : found?.state }
    if (key !== undefined) given.push(computeDigest(key.claim))
  }
  if (given.length > 0) await db.deleteFrom("toolgate_call_keys").where("claim", "in", given).execute()
  return answers
}

const takeKeys = async (
  { kind, owner }: Database["Service"],
  db: Transaction<Tables>,
  at: number,
  claims: ReadonlyArray<CallClaim>
): Promise<Array<NotClaimed | undefined>> => {
  const keys = claims.flatMap(({ key }) => key ?? [])
  if (keys.length === 0) return claims.map(() => undefined)
  const id = await owner.in(db, at)
  await db.deleteFrom("toolgate_call_keys").where("forget_at", "<=", at).execute()
  await freeForThoseWhoGoOn(kind, db, at, keys, id)
  // The first of several calls with one key takes it.
  const first = new Map(keys.toReversed().map((key) => [computeDigest(key.digest), key]))
  await db
    .insertInto("toolgate_call_keys")
    .values([...first].map(([key, claim]) => heldRow(key, claim, id)))
    .onConflict((row) => row.column("id").doNothing())
    .execute()
  const rows = await rowsOf(db, [...first.keys()])
  const ended = await endedAmong(kind, db, at, rows, id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return claims.map(({ key }) => (key === undefined ? undefined : answerOf(key, byId, ended)))
}

/** Frees settled keys that a continuing call takes again. */
const freeForThoseWhoGoOn = async (
  kind: Database["Service"]["kind"],
  db: Transaction<Tables>,
  at: number,
  keys: ReadonlyArray<KeyClaim>,
  self: string
): Promise<void> => {
  for (const { digest, args, goesOn } of keys) {
    if (goesOn !== true) continue
    const id = computeDigest(digest)
    await endedAmong(kind, db, at, await rowsOf(db, [id]), self)
    await db
      .deleteFrom("toolgate_call_keys")
      .where("id", "=", id)
      .where("args", "=", computeDigest(args))
      .where("state", "!=", "held")
      .execute()
  }
}

const heldRow = (id: string, { args, claim }: KeyClaim, owner: string): KeyRow => ({
  id,
  args: computeDigest(args),
  claim: computeDigest(claim),
  state: "held",
  owner,
  outcome: null,
  forget_at: null
})

const rowsOf = (db: Kysely<Tables>, ids: ReadonlyArray<string>): Promise<ReadonlyArray<KeyRow>> =>
  db.selectFrom("toolgate_call_keys").selectAll().where("id", "in", ids).execute()

const answerOf = (
  key: KeyClaim,
  rows: ReadonlyMap<string, KeyRow>,
  ended: ReadonlyArray<string>
): NotClaimed | undefined => {
  const row = rows.get(computeDigest(key.digest))
  if (row === undefined) return { key: "unknown" }
  if (row.claim === computeDigest(key.claim)) return undefined
  if (row.args !== computeDigest(key.args)) return { key: "differs" }
  if (row.state === "done")
    return { key: "done", outcome: row.outcome === null ? undefined : readStoredText(parseStoredJson(row.outcome)) }
  return { key: row.state === "held" && row.owner !== null && !ended.includes(row.owner) ? "held" : "unknown" }
}

/** Returns the owners of rows whose processes have ended, and marks their keys as "unknown". */
const endedAmong = async (
  kind: Database["Service"]["kind"],
  db: Transaction<Tables>,
  at: number,
  rows: ReadonlyArray<KeyRow>,
  self: string
): Promise<ReadonlyArray<string>> => {
  const ended = await removeEndedOwners(db, await doubtfulAmong(kind, db, at, rows, self), at)
  if (ended.length > 0)
    await db
      .updateTable("toolgate_call_keys")
      .set({ state: "unknown", owner: null })
      .where("owner", "in", ended)
      .execute()
  return ended
}

const doubtfulAmong = (
  kind: Database["Service"]["kind"],
  db: Kysely<Tables>,
  at: number,
  rows: ReadonlyArray<KeyRow>,
  self: string
): Promise<ReadonlyArray<Doubtful>> => {
  const owners = rows.flatMap(({ state, owner }) => (state === "held" && owner !== null && owner !== self ? owner : []))
  return findDoubtfulOwners(kind, db, [...new Set(owners)], at)
}

/** Returns the state of a key; "doubtful" if its holder may have ended, which only a transaction can resolve. */
export const readKeyState = async (
  { kind, owner, now }: Database["Service"],
  db: Kysely<Tables>,
  { digest }: KeyClaim
): Promise<"held" | "free" | "doubtful"> => {
  const rows = await rowsOf(db, [computeDigest(digest)])
  if (rows[0]?.state !== "held") return "free"
  const { clock } = await db.selectNoFrom(now().as("clock")).executeTakeFirstOrThrow()
  const doubtful = await doubtfulAmong(kind, db, Number(clock), rows, owner.id)
  return doubtful.some(({ hasEnded, known }) => hasEnded || known?.suspected_at === null) ? "doubtful" : "held"
}

/** Checks whether the holder of a key has ended, and frees the key if so. */
export const settleDoubt = async (
  { kind, owner, now }: Database["Service"],
  db: Transaction<Tables>,
  { digest }: KeyClaim
): Promise<void> => {
  const at = await readStoreTime(now, db)
  await endedAmong(kind, db, at, await rowsOf(db, [computeDigest(digest)]), owner.id)
}
