import { dirname, join, resolve } from "node:path"
import { KeyUnavailable, makeFolder, openKeyFile, readKeyReference, type SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import { getStateFolder } from "./getStateFolder.ts"
import { StoreInvalid } from "./StoreInvalid.ts"
import { parseStoreLocation } from "./StoreLocation.ts"

/** A store's address, and a reference to its sealing key. */
export interface StoreReference {
  /** The address: `PATH` or `sqlite:PATH` for a file, `postgres://USER@HOST/DATABASE` for a database. */
  readonly at: string
  /**
   * The key, as `file:PATH` or `env:NAME`. Default: a file in the user's state directory, created on first use. Gates
   * that share a store must share its key.
   */
  readonly key?: string | undefined
}

/**
 * Returns the path of the user's default store.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { getUserStore } from "@toolgate/stores"
 *
 * // The store that the command line uses by default.
 * assert.match(getUserStore(), /toolgate[/\\]store\.sqlite$/)
 * ```
 */
export const getUserStore = (): string => join(getStateFolder(), "store.sqlite")

/**
 * Returns the key of a store. Fails with `StoreInvalid` if the key cannot be read or created.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, writeFile } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { readStoreKey } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const file = join(folder.path, "gate.key")
 * await writeFile(file, Buffer.alloc(32, 1), { mode: 0o600 })
 * const key = await Effect.runPromise(readStoreKey({ key: `file:${file}` }))
 * assert.equal(key.id.length, 16)
 * // A missing key file is an error.
 * const { _tag } = await Effect.runPromise(Effect.flip(readStoreKey({ key: `file:${file}.old` })))
 * assert.equal(_tag, "StoreInvalid")
 * ```
 */
export const readStoreKey = ({ key }: Pick<StoreReference, "key">): Effect.Effect<SecretKey, StoreInvalid> =>
  Effect.tryPromise({
    try: () => (key === undefined ? keyOfUser() : readKeyReference(key)),
    catch: (cause) =>
      cause instanceof KeyUnavailable
        ? new StoreInvalid({ message: `The store has no key. ${cause.message}`, cause })
        : new StoreInvalid({ message: "The key of the store can neither be read nor created.", cause })
  })

/**
 * Returns the files of a store and its key, existing or not. A gate hides these files from every call. Returns no
 * database file for PostgreSQL or an invalid address; opening the store reports the latter.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { filesOfStore } from "@toolgate/stores"
 *
 * // A gate hides these files from calls.
 * const files = filesOfStore({ at: "/var/lib/gate.sqlite", key: "file:/etc/gate.key" })
 * assert(files.includes("/var/lib/gate.sqlite"))
 * assert(files.includes("/etc/gate.key"))
 * ```
 */
export const filesOfStore = ({ at, key }: StoreReference): ReadonlyArray<string> => {
  const place = parseStoreLocation(at)
  const files = "kind" in place && place.kind === "sqlite" ? besides.map((end) => `${place.path}${end}`) : []
  const keyPath =
    key === undefined ? userKey() : key.startsWith("file:") ? resolve(key.slice("file:".length)) : undefined
  return keyPath === undefined ? files : [...files, keyPath]
}

/** The suffixes of SQLite's files: the database, its write-ahead log and its journal. */
const besides = ["", "-wal", "-shm", "-journal"]

const keyOfUser = async (): Promise<SecretKey> => {
  const path = userKey()
  await makeFolder(dirname(path))
  return openKeyFile(path)
}

const userKey = (): string => join(getStateFolder(), "store.key")
