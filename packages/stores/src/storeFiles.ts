import { dirname, join, resolve } from "node:path"
import { KeyUnavailable, keyFile, keyOf, makeFolder, type SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import { StoreInvalid } from "./StoreInvalid.ts"
import { storePlaceOf } from "./StorePlace.ts"
import { stateFolder } from "./stateFolder.ts"

/** A store by its place, and by a reference to the key that seals what is in it. */
export interface StoreReference {
  /** The place: `PATH` or `sqlite:PATH` for a file, `postgres://USER@HOST/DATABASE` for a database. */
  readonly at: string
  /**
   * The key, as `file:PATH` or `env:NAME`. By default, the key is a file in the user's state directory, which is made when it is
   * needed first. Gates that share a store need the same key.
   */
  readonly key?: string | undefined
}

/** Returns the place of the user's own store, which a command uses if no other is named. */
export const userStore = (): string => join(stateFolder(), "store.sqlite")

/** Returns the key of a store. Fails with `StoreInvalid` if the key cannot be read, or made. */
export const storeKeyOf = ({ key }: Pick<StoreReference, "key">): Effect.Effect<SecretKey, StoreInvalid> =>
  Effect.tryPromise({
    try: () => (key === undefined ? keyOfUser() : keyOf(key)),
    catch: (cause) =>
      cause instanceof KeyUnavailable
        ? new StoreInvalid({ message: `The store has no key. ${cause.message}`, cause })
        : new StoreInvalid({ message: "The key of the store can neither be read nor made.", cause })
  })

/**
 * Returns the files of a store and of its key, whether or not they exist. A gate keeps every call from them. A database has none, and
 * a place that is no place has none either: opening it says so.
 */
export const filesOfStore = ({ at, key }: StoreReference): ReadonlyArray<string> => {
  const place = storePlaceOf(at)
  const files = "kind" in place && place.kind === "sqlite" ? besides.map((end) => `${place.path}${end}`) : []
  const keyPath =
    key === undefined ? userKey() : key.startsWith("file:") ? resolve(key.slice("file:".length)) : undefined
  return keyPath === undefined ? files : [...files, keyPath]
}

/** The ends of the names of the files that SQLite makes for a database: the database itself, its log and its journal. */
const besides = ["", "-wal", "-shm", "-journal"]

const keyOfUser = async (): Promise<SecretKey> => {
  const path = userKey()
  await makeFolder(dirname(path))
  return keyFile(path)
}

const userKey = (): string => join(stateFolder(), "store.key")
