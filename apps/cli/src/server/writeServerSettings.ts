import { mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { explainFileError } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Screen } from "../Screen.ts"
import { WrongUse } from "../WrongUse.ts"
import { writeNewFile } from "../writeNewFile.ts"
import { formatServerSchema, formatServerSettings, schemaName } from "./formatServerSettings.ts"
import { getSettingsPath } from "./readServerSettings.ts"

/** Writes a file of settings in which every key is explained, and its schema for editors beside it. */
export const writeServerSettings = Effect.fnUntraced(function* (named: Option.Option<string>) {
  const path = Option.getOrElse(named, getSettingsPath)
  if (path === undefined)
    return yield* new WrongUse({ message: 'You have no home folder. Name the file with "--config".' })
  yield* Effect.try({
    try: () => mkdirSync(dirname(path), { recursive: true }),
    catch: (cause) =>
      new WrongUse({ message: `The folder of ${path} cannot be made: ${explainFileError(cause, "write")}.` })
  })
  const fault = writeNewFile(path, formatServerSettings())
  if (fault !== undefined) return yield* new WrongUse({ message: `The file ${path} ${fault}` })
  // The settings work without the schema, so an earlier one stays, and a failure is ignored.
  writeNewFile(join(dirname(path), schemaName), formatServerSchema())
  yield* (yield* Screen).notice(
    `toolgate: Wrote ${path}. Take the "#" from the keys that you set, and remove the last line.\n`
  )
})
