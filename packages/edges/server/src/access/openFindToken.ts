import * as Effect from "effect/Effect"
import type { ServerStore } from "../ServerOptions.ts"
import type { BrowserSessions } from "../sign-in/BrowserSessions.ts"
import { type FindToken, makeFindToken } from "./makeFindToken.ts"
import type { OidcOptions } from "./persons/OidcOptions.ts"

/**
 * Opens the ways to find the token of a secret. The form of the secret tells which one is asked, so that a stored token
 * costs no more.
 */
export const openFindToken = Effect.fnUntraced(function* (
  { tokens, key }: Pick<ServerStore, "tokens" | "key">,
  oidc: OidcOptions | undefined,
  browsers?: BrowserSessions
) {
  const findKept = yield* makeFindToken(tokens, key)
  const findStored: FindToken = (secret) => browsers?.find(secret) ?? findKept(secret)
  if (oidc === undefined) return findStored
  const { makeFindPerson } = yield* Effect.promise(() => import("./persons/makeFindPerson.ts"))
  const findPerson = makeFindPerson(oidc)
  return ((secret) => (secret.startsWith("tg_") ? findStored(secret) : findPerson(secret))) satisfies FindToken
})
