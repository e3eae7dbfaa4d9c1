import { statSync } from "node:fs"
import { resolve } from "node:path"
import { filesOfStore, type StoreReference, userStore } from "@toolgate/stores"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { shellWord } from "../mcp/shellWord.ts"
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
    "The key of the store: file:PATH or env:NAME; default: toolgate/store.key in your state directory, which is made when it is needed"
  ),
  Flag.optional
)

/** The flags of every command that uses a store. */
export const storeFlags = { store, storeKey }

/** The values of the flags. */
export interface StoreFlags {
  readonly store: Option.Option<string>
  readonly storeKey: Option.Option<string>
}

/** Returns the store that the flags name, which is the user's own store by default. */
export const storeReference = Effect.fnUntraced(function* ({ store, storeKey }: StoreFlags) {
  for (const [flag, given] of [["store", store] as const, ["store-key", storeKey] as const])
    if (Option.isSome(given) && given.value === "")
      return yield* new WrongUse({ message: `The flag "--${flag}" is empty; give it a value, or leave the flag out.` })
  return {
    at: Option.getOrElse(store, userStore),
    ...(Option.isSome(storeKey) ? { key: storeKey.value } : {})
  }
})

/**
 * Returns the words of a command that uses the store of these flags, from whatever folder it is run. Models read them: the password of a
 * database is not among them.
 */
export const storeWords = ({ store, storeKey }: StoreFlags): ReadonlyArray<string> => {
  const file = Option.isSome(store) ? sqliteFile(store.value) : undefined
  const key = Option.getOrUndefined(storeKey)
  return [
    ...(Option.isSome(store) ? ["--store", shellWord(file ?? withoutPassword(store.value))] : []),
    ...(key === undefined
      ? []
      : ["--store-key", shellWord(key.replace(/^file:(.+)$/s, (_, path) => `file:${resolve(path)}`))])
  ]
}

/** Returns the same words for a command that a person may type, with a blank before each. */
export const storeText = (given: StoreFlags): string =>
  storeWords(given)
    .map((word) => ` ${word}`)
    .join("")

const withoutPassword = (at: string): string =>
  at.replace(/^([a-z]+:\/\/[^/:@]*):[^/]*@/i, "$1@").replaceAll(/(?<=[?&])password=[^&]*&?/gi, "")

/** Returns the absolute path of a store that is a file. */
const sqliteFile = (at: string): string | undefined => filesOfStore({ at, key: "env:NONE" })[0]

/** Returns the store that the flags name, or `undefined` if they name none. */
export const namedStore = (given: StoreFlags): Effect.Effect<StoreReference | undefined, WrongUse> =>
  Option.isNone(given.store) && Option.isNone(given.storeKey) ? Effect.undefined : storeReference(given)

/**
 * Returns the mistake of naming a store that is not there. Commands that look at a store, or decide what is in it, do not make the one that
 * a mistyped path names.
 */
export const missingStore = ({ store }: Pick<StoreFlags, "store">): WrongUse | undefined => {
  const file = Option.isNone(store) ? undefined : sqliteFile(store.value)
  if (file === undefined || isThere(file)) return undefined
  return new WrongUse({
    message: `There is no store at "${file}" yet. A call with "--store" makes one. To use another store, name it with "--store".`
  })
}

/** Returns the store that the flags name, if it is there. The user's own store is made if it is not. */
export const existingStore = (given: StoreFlags): Effect.Effect<StoreReference, WrongUse> =>
  missingStore(given) ?? storeReference(given)

/** Whether there is a file at a path, or nobody can tell from here: opening the file then says why. */
const isThere = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
