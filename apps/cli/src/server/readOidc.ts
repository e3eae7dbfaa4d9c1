import { readFileSync } from "node:fs"
import { explainFileError } from "@toolgate/core"
import type { OidcOptions } from "@toolgate/server"
import type { OidcSettings } from "@toolgate/server/settings"
import * as Effect from "effect/Effect"
import { WrongUse } from "../WrongUse.ts"

/** Reads the file with the keys of an issuer, if its keys are in one. */
export const readOidc = ({ jwks, ...given }: OidcSettings): Effect.Effect<OidcOptions, WrongUse> =>
  Effect.gen(function* () {
    if (jwks instanceof URL) return { ...given, jwks }
    const text = yield* Effect.try({
      try: () => readFileSync(jwks, "utf8"),
      catch: (cause) =>
        new WrongUse({ message: `The keys in ${jwks} cannot be read: ${explainFileError(cause, "read")}.` })
    })
    const read = yield* Effect.try({
      try: (): unknown => JSON.parse(text),
      catch: () => new WrongUse({ message: `The keys in ${jwks} are no JSON.` })
    })
    if (typeof read !== "object" || read === null || !("keys" in read) || !Array.isArray(read.keys))
      return yield* new WrongUse({ message: `The file ${jwks} is no JWKS: it needs a list "keys".` })
    return { ...given, jwks: { keys: read.keys } }
  })
