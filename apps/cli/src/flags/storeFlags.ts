import { statSync } from "node:fs"
import { resolve } from "node:path"
import { filesOfStore, getUserStore, type StoreReference } from "@toolgate/stores"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { quoteShellWord } from "../text/quoteShellWord.ts"
import { WrongUse } from "../WrongUse.ts"

const store = Flag.String("store").pipe(
  Flag.withMetavar("PLACE"),
  Flag.withDescription(
    "The store: PATH or sqlite:PATH for a file, postgres://USER@HOST/DATABASE for a database; default: toolgate/store.sqlite in your state directory (~/.local/state)"
  ),
  Flag.optional
)

const storeKey = Flag.String("store-key").pipe(
  Flag.withMetavar("KEY"),
  Flag.withDescription(
    "The key of the store: file:PATH or env:NAME; default: toolgate/store.key in your state directory, which is created when it is needed"
  ),
  Flag.optional
)

/** The flags of every command that uses a store. */
export const storeFlags = { store, storeKey }

export interface StoreFlags {
  readonly store: Option.Option<string>
  readonly storeKey: Option.Option<string>
}

/** Returns the selected store, by default the user's own. */
export const getStoreReference = Effect.fnUntraced(function* ({ store, storeKey }: StoreFlags) {
  for (const [flag, given] of [["store", store] as const, ["store-key", storeKey] as const])
    if (Option.isSome(given) && given.value === "")
      return yield* new WrongUse({ message: `The flag "--${flag}" is empty; give it a value, or leave the flag out.` })
  return {
    at: Option.getOrElse(store, getUserStore),
    ...(Option.isSome(storeKey) ? { key: storeKey.value } : {})
  }
})

/** Returns command line words for this store that work from any folder. Models read them, so a database password is left out. */
export const listStoreWords = ({ store, storeKey }: StoreFlags): ReadonlyArray<string> => {
  const file = Option.isSome(store) ? sqliteFile(store.value) : undefined
  const key = Option.getOrUndefined(storeKey)
  return [
    ...(Option.isSome(store) ? ["--store", quoteShellWord(file ?? withoutPassword(store.value))] : []),
    ...(key === undefined
      ? []
      : ["--store-key", quoteShellWord(key.replace(/^file:(.+)$/s, (_, path) => `file:${resolve(path)}`))])
  ]
}

/** Returns the same words as a person would type them. Each begins with a space. */
export const formatStoreFlags = (given: StoreFlags): string =>
  listStoreWords(given)
    .map((word) => ` ${word}`)
    .join("")

/** Returns the address of a store without the password of its database. */
export const withoutPassword = (at: string): string =>
  at.replace(/^([a-z]+:\/\/[^/:@]*):[^/]*@/i, "$1@").replaceAll(/(?<=[?&])password=[^&]*&?/gi, "")

/** Returns the absolute path of a store that is a file. */
const sqliteFile = (at: string): string | undefined => filesOfStore({ at, key: "env:NONE" })[0]

/** Returns the selected store, or `undefined`. */
export const getNamedStore = (given: StoreFlags): Effect.Effect<StoreReference | undefined, WrongUse> =>
  Option.isNone(given.store) && Option.isNone(given.storeKey) ? Effect.undefined : getStoreReference(given)

/** Returns an error about a missing store. Commands that read or decide do not create a store at a mistyped path. */
export const findMissingStore = ({ store }: Pick<StoreFlags, "store">): WrongUse | undefined => {
  const file = Option.isNone(store) ? undefined : sqliteFile(store.value)
  if (file === undefined || isThere(file)) return undefined
  return new WrongUse({
    message: `The store "${file}" does not exist. A call with "--store" creates it. To use another store, name it with "--store".`
  })
}

/** Returns the selected store if it exists. The user's own store is created on demand. */
export const getExistingStore = (given: StoreFlags): Effect.Effect<StoreReference, WrongUse> =>
  findMissingStore(given) ?? getStoreReference(given)

/** Whether a file exists at a path, or cannot be checked from here. Opening it then reports the reason. */
const isThere = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
