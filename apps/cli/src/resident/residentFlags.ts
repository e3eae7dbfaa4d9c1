import { resolve } from "node:path"
import type { StoreReference } from "@toolgate/stores"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { getStoreReference, type StoreFlags, storeFlags } from "../flags/storeFlags.ts"
import { WrongUse } from "../WrongUse.ts"
import { findResidentFolder } from "./findResidentFolder.ts"

const folder = Flag.String("folder").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription(
    "The folder of its socket; default: toolgate in your runtime folder (XDG_RUNTIME_DIR or /run/user/UID), or toolgate/resident in your state directory"
  ),
  Flag.optional
)

/** The flags of every command that reaches a resident gate. */
export const residentFolderFlag = { folder }

export interface ResidentFolderFlag {
  readonly folder: Option.Option<string>
}

/** Returns the folder of the resident gate, as an absolute path. */
export const getResidentFolder = Effect.fnUntraced(function* ({ folder }: ResidentFolderFlag) {
  if (Option.isSome(folder) && folder.value === "")
    return yield* new WrongUse({ message: 'The flag "--folder" is empty; name a folder, or leave the flag out.' })
  return resolve(Option.getOrElse(folder, () => findResidentFolder()))
})

/** The flags of the commands that start a resident gate. */
export const residentStartFlags = {
  ...residentFolderFlag,
  ...storeFlags,
  idle: Flag.String("idle").pipe(
    Flag.withMetavar("SECONDS"),
    Flag.withDescription("How long it runs without a connection and a waiting call; default: 600"),
    Flag.filterMap(
      (given) => {
        const seconds = /^[0-9]+(?:\.[0-9]+)?$/.test(given) ? Number(given) : 0
        return seconds > 0 && seconds <= longestTimer ? Option.some(seconds * 1_000) : Option.none()
      },
      () => `a number of seconds, more than 0 and at most ${longestTimer}`
    ),
    Flag.withDefault(600_000)
  )
}

// The longest timer of the platform, in seconds.
const longestTimer = 2_147_483

/** Returns the store of a resident gate, by paths that hold from every folder. */
export const getResidentStore = Effect.fnUntraced(function* (
  given: StoreFlags
): Effect.fn.Return<StoreReference, WrongUse> {
  const { at, key } = yield* getStoreReference(given)
  const isUrl = /^[a-z]+:\/\//i.test(at)
  const path = isUrl ? at : resolve(at.replace(/^sqlite:/, ""))
  return {
    at: path,
    ...(key === undefined ? {} : { key: key.replace(/^file:(.+)$/s, (_, file) => `file:${resolve(file)}`) })
  }
})
