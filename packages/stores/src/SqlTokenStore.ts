import { type Token, TokenStore, tokenRights } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Kysely } from "kysely"
import { computeDigest } from "./computeDigest.ts"
import { Database, rollBack } from "./Database.ts"
import { parseStoredMembers, readStoredText } from "./parseStoredJson.ts"
import type { Tables } from "./Tables.ts"

/**
 * A layer for a `TokenStore` in a database, which several servers may share.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { TokenStore } from "@toolgate/core"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { checkToken, makeToken, openStore, SqlTokenStore } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const tokens = SqlTokenStore.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
 * const key = new SecretKey(randomBytes(32))
 * const { secret, token } = makeToken({ name: "ci" }, { by: "ada", at: 0 }, key)
 * const add = Effect.flatMap(TokenStore, (store) => store.add(token))
 * await Effect.runPromise(Effect.provide(add, tokens))
 * // A server that opens the store later finds the token.
 * const check = Effect.flatMap(TokenStore, (store) => checkToken(secret, store, { key, at: 0 }))
 * assert.equal((await Effect.runPromise(Effect.provide(check, tokens))).state, "valid")
 * ```
 */
export const layer: Layer.Layer<TokenStore, never, Database> = Layer.effect(
  TokenStore,
  Effect.map(Database, ({ read, write, listen }) => ({
    add: (token) =>
      write(async (db, announce) => {
        const place = await announce("tokens")
        const row = { id: computeDigest(token.id), sha256: computeDigest(token.sha256), place, token: JSON.stringify(token) }
        const added = await db
          .insertInto("toolgate_tokens")
          .values(row)
          .onConflict((taken) => taken.doNothing())
          .returning("id")
          .executeTakeFirst()
        return added === undefined ? rollBack(false) : true
      }),
    get: (id) => read(async (db) => findToken(await rows(db).where("row.id", "=", computeDigest(id)).executeTakeFirst())),
    find: (sha256) =>
      read(async (db) => findToken(await rows(db).where("row.sha256", "=", computeDigest(sha256)).executeTakeFirst())),
    list: read(async (db) => (await rows(db).orderBy("row.place").execute()).map(readToken)),
    revoke: (revoked) =>
      write(async (db, announce) => {
        const id = computeDigest(revoked.id)
        const first = await db
          .insertInto("toolgate_revoked_tokens")
          .values({ id, at: revoked.revokedAt ?? 0 })
          .onConflict((taken) => taken.doNothing())
          .returning("id")
          .executeTakeFirst()
        if (first === undefined) return rollBack(false)
        const update = db.updateTable("toolgate_tokens").set({ token: JSON.stringify(revoked) }).where("id", "=", id)
        if ((await update.returning("id").executeTakeFirst()) === undefined) return rollBack(false)
        await announce("tokens")
        return true
      }),
    listen: (changed) => listen("tokens", () => changed())
  }))
)

const rows = (db: Kysely<Tables>) =>
  db
    .selectFrom("toolgate_tokens as row")
    .leftJoin("toolgate_revoked_tokens as revoked", "revoked.id", "row.id")
    .select(["row.id", "row.sha256", "row.token", "revoked.at as revoked"])

interface TokenRow {
  readonly id: string
  readonly sha256: string
  readonly token: string
  readonly revoked: number | null
}

const findToken = (row: TokenRow | undefined): Token | undefined => row && readToken(row)

/**
 * Parses the token in a row. A row changed by hand still yields a token, but with an invalid MAC, so that it is visible
 * and hides no other row. A token in the table of revoked tokens is revoked, whatever its row says.
 */
const readToken = ({ id, sha256, token: text, revoked }: TokenRow): Token => {
  const stored = parseStoredMembers(text)
  const token: Token = {
    id: readStoredText(stored.id),
    name: readStoredText(stored.name),
    sha256: readStoredText(stored.sha256),
    agent: readStoredText(stored.agent),
    ...readOptional(stored, ["role", "task", "onBehalfOf", "revokedBy"], "string"),
    ...readOptional(stored, ["expiresAt", "revokedAt"], "number"),
    attributes: readAttributes(stored.attributes),
    workspaces: readTexts(stored.workspaces),
    rights: readTexts(stored.rights).filter((right) => tokenRights.some((known) => known === right)) as Token["rights"],
    createdAt: typeof stored.createdAt === "number" ? stored.createdAt : 0,
    createdBy: readStoredText(stored.createdBy),
    mac: readStoredText(stored.mac)
  }
  const isOfRow = computeDigest(token.id) === id && computeDigest(token.sha256) === sha256
  return {
    ...token,
    ...(isOfRow ? {} : { mac: "" }),
    ...(revoked === null || token.revokedAt !== undefined ? {} : { revokedAt: revoked })
  }
}

const readOptional = (
  stored: Readonly<Record<string, unknown>>,
  names: ReadonlyArray<string>,
  type: "string" | "number"
): object => Object.fromEntries(names.flatMap((name) => (typeof stored[name] === type ? [[name, stored[name]]] : [])))

const readTexts = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : []

const readAttributes = (value: unknown): Token["attributes"] =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, one]) => typeof one === "string"))
