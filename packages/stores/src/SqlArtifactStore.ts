import { createHash } from "node:crypto"
import {
  type Artifact,
  type ArtifactLimits,
  type ArtifactOwner,
  ArtifactStore,
  ArtifactsFull,
  artifactLimits,
  checkArtifactSpace,
  clampArtifactRange,
  computeArtifactExpiry,
  isArtifactRef,
  type NewArtifact,
  type OwnedArtifact
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Kysely, type Selectable, sql, type Transaction } from "kysely"
import { computeDigest } from "./computeDigest.ts"
import { Database } from "./Database.ts"
import { readStoreTime } from "./readStoreTime.ts"
import type { Tables } from "./Tables.ts"

/**
 * A layer for an `ArtifactStore` in a database, which several gates may share. Transactions that put or remove run one
 * at a time, because each locks the store's clock first.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { ArtifactStore } from "@toolgate/core"
 * import { openStore, SqlArtifactStore } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const database = openStore(join(folder.path, "gate.sqlite"))
 * const about = { mediaType: "text/plain", owner: { session: "alice", principal: "a digest" } }
 * const put = Effect.flatMap(ArtifactStore, (store) => store.put(Buffer.from("a long log"), about))
 * const small = SqlArtifactStore.layer({ ownerBytes: 4 }).pipe(Layer.provide(database))
 * const { _tag } = await Effect.runPromise(Effect.flip(Effect.provide(put, small)))
 * assert.equal(_tag, "ArtifactsFull")
 * const { size } = await Effect.runPromise(Effect.provide(put, SqlArtifactStore.layer().pipe(Layer.provide(database))))
 * assert.equal(size, 10)
 * ```
 */
export const layer = (limits: Partial<ArtifactLimits> = {}): Layer.Layer<ArtifactStore, never, Database> =>
  Layer.effect(
    ArtifactStore,
    Effect.map(Database, ({ read, write, now }) => {
      const bounds = { ...artifactLimits, ...limits }
      const live = async (db: Kysely<Tables>) => {
        const { at } = await db.selectNoFrom(timeOf(db, now())).executeTakeFirstOrThrow()
        return db.selectFrom("toolgate_artifacts").selectAll().where("expires_at", ">", at)
      }
      const found = async (db: Kysely<Tables>, ref: string, owner: ArtifactOwner) =>
        isArtifactRef(ref) ? (await live(db)).where("id", "=", idOf(ref, owner)).executeTakeFirst() : undefined

      return {
        put: (bytes, about) => {
          const content = createHash("sha256").update(bytes).digest("hex")
          const put = write(async (db) => {
            const at = await readStoreTime(now, db)
            await expire(db, at)
            return putBytes(db, { bytes, content, about, at, bounds })
          })
          return Effect.flatMap(put, (answer) =>
            answer instanceof ArtifactsFull ? Effect.fail(answer) : Effect.succeed(artifactIn(answer))
          )
        },
        get: (ref, owner) =>
          read(async (db) => {
            const row = await found(db, ref, owner)
            return row && artifactIn(row)
          }),
        read: (ref, range, owner) =>
          read(async (db) => {
            const row = await found(db, ref, owner)
            return row && bytesOf(db, row, clampArtifactRange(row.size, range))
          }),
        list: (owner) =>
          read(async (db) => {
            const all = (await live(db)).orderBy("created_at").orderBy("id")
            const rows = await (owner === undefined ? all : all.where("owner", "=", ownerOf(owner))).execute()
            return rows.map(ownedIn)
          }),
        remove: (ref, owner) =>
          isArtifactRef(ref)
            ? write(async (db) => {
                await expire(db, await readStoreTime(now, db))
                const rows = db.deleteFrom("toolgate_artifacts").where("content", "=", contentOf(ref)).returning("id")
                const removed = await (owner === undefined ? rows : rows.where("id", "=", idOf(ref, owner))).execute()
                await removeUnused(db, [contentOf(ref)])
                return removed.length > 0
              })
            : Effect.succeed(false)
      }
    })
  )

/** The bytes in one row. Limits the size of a message to the database. */
const partBytes = 256 * 1024

type Row = Selectable<Tables["toolgate_artifacts"]>

interface Put {
  readonly bytes: Uint8Array
  readonly content: string
  readonly about: NewArtifact
  readonly at: number
  readonly bounds: ArtifactLimits
}

/**
 * Puts an artifact. No other transaction puts or removes artifacts meanwhile. Returns its row, or why it was refused.
 */
const putBytes = async (
  db: Transaction<Tables>,
  { bytes, content, about, at, bounds }: Put
): Promise<Row | ArtifactsFull> => {
  const ref = refOf(content)
  const id = idOf(ref, about.owner)
  const owner = ownerOf(about.owner)
  const rows = await db
    .selectFrom("toolgate_artifacts")
    .select(["id", "created_at", "expires_at"])
    .where("content", "=", content)
    .execute()
  const known = rows.find((row) => row.id === id)
  const added = { owner: known === undefined ? bytes.length : 0, total: rows.length === 0 ? bytes.length : 0 }
  const full = checkArtifactSpace(await bytesUsed(db, owner), added, bounds)
  if (full !== undefined) return full
  const { mediaType, name } = about
  const { session, principal } = about.owner
  const row: Row = {
    id,
    content,
    owner,
    size: bytes.length,
    created_at: known?.created_at ?? at,
    expires_at: Math.max(known?.expires_at ?? 0, computeArtifactExpiry(at, about.ttlMs ?? bounds.ttlMs)),
    about: JSON.stringify({ owner: { session, principal }, mediaType, name })
  }
  await db
    .insertInto("toolgate_artifacts")
    .values(row)
    .onConflict((held) => held.column("id").doUpdateSet({ expires_at: row.expires_at, about: row.about }))
    .execute()
  if (rows.length > 0) return row
  for (let part = 0; part * partBytes < bytes.length; part++)
    await db
      .insertInto("toolgate_artifact_parts")
      .values({ content, part, bytes: copyOf(bytes, part * partBytes, (part + 1) * partBytes) })
      .execute()
  return row
}

const bytesUsed = async (db: Transaction<Tables>, owner: string) => {
  const own = await db
    .selectFrom("toolgate_artifacts")
    .select(sumOf("size").as("bytes"))
    .where("owner", "=", owner)
    .executeTakeFirstOrThrow()
  const contents = db.selectFrom("toolgate_artifacts").select(["content", "size"]).distinct().as("contents")
  const all = await db.selectFrom(contents).select(sumOf("size").as("bytes")).executeTakeFirstOrThrow()
  return { owner: own.bytes, total: all.bytes }
}

const sumOf = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`

/** Removes expired artifacts. */
const expire = async (db: Transaction<Tables>, at: number): Promise<void> => {
  const expired = await db.deleteFrom("toolgate_artifacts").where("expires_at", "<=", at).returning("content").execute()
  await removeUnused(
    db,
    expired.map(({ content }) => content)
  )
}

/** Removes bytes that no artifact refers to. */
const removeUnused = async (db: Transaction<Tables>, contents: ReadonlyArray<string>): Promise<void> => {
  for (const content of new Set(contents))
    await db
      .deleteFrom("toolgate_artifact_parts")
      .where("content", "=", content)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("toolgate_artifacts").select("id").where("content", "=", content)))
      )
      .execute()
}

/** Returns a range of an artifact's bytes, or `undefined` if they were removed meanwhile. */
const bytesOf = async (
  db: Kysely<Tables>,
  { content }: Row,
  { start, end }: { readonly start: number; readonly end: number }
): Promise<Uint8Array | undefined> => {
  const bytes = new Uint8Array(end - start)
  for (let part = Math.floor(start / partBytes); part * partBytes < end; part++) {
    const row = await db
      .selectFrom("toolgate_artifact_parts")
      .select("bytes")
      .where("content", "=", content)
      .where("part", "=", part)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const from = part * partBytes
    bytes.set(row.bytes.subarray(Math.max(0, start - from), end - from), Math.max(0, from - start))
  }
  return bytes
}

/** Copies a part, because the whole underlying buffer would be copied into the database thread. */
const copyOf = (bytes: Uint8Array, start: number, end: number) => Buffer.from(bytes.slice(start, end))

/** Returns the time for read-only queries: the clock, or the last stored time if the clock was set back. */
const timeOf = (db: Kysely<Tables>, now: ReturnType<Database["Service"]["now"]>) => {
  const latest = db.selectFrom("toolgate_clock").select("latest").where("id", "=", 1)
  return sql<number>`case when ${now} > coalesce(${latest}, 0) then ${now} else ${latest} end`.as("at")
}

const refOf = (content: string) => `artifact:sha256-${content}`
const contentOf = (ref: string) => ref.slice(refOf("").length)
const ownerOf = ({ session, principal }: ArtifactOwner) => computeDigest(JSON.stringify([session, principal]))
const idOf = (ref: string, { session, principal }: ArtifactOwner) =>
  computeDigest(JSON.stringify([ref, session, principal]))

const ownedIn = ({ content, size, created_at, expires_at, about }: Row): OwnedArtifact => {
  const { owner, mediaType, name } = JSON.parse(about)
  return { ref: refOf(content), size, mediaType, name, createdAt: created_at, expiresAt: expires_at, owner }
}

const artifactIn = (row: Row): Artifact => {
  const { owner: _, ...artifact } = ownedIn(row)
  return artifact
}
