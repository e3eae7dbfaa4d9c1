import { RecentMap, type TokenStore } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { checkToken, explainTokenState } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { Unavailable } from "../api/problems.ts"
import type { AccessToken } from "./AccessToken.ts"

/** Finds a token by its secret. `undefined`: it is unknown, expired, revoked, or was changed in the store. */
export type FindToken = (secret: string) => Effect.Effect<AccessToken | undefined, typeof Unavailable.Type>

/**
 * Returns the function that finds tokens in a store. Checked tokens are remembered until any token of the store changes;
 * their expiry is checked each time. The reason of a refusal is logged for administrators.
 */
export const makeFindToken = (store: TokenStore["Service"], key: SecretKey): Effect.Effect<FindToken, never, Scope> =>
  Effect.gen(function* () {
    const known = new RecentMap<Known>(mostKnown)
    // A check that began before a change must not be remembered after it.
    let changes = 0
    yield* store.listen(() => {
      changes += 1
      known.forget(() => true)
    })
    return (secret) => {
      const now = Date.now()
      const remembered = known.get(secret)
      if (remembered !== undefined && now < remembered.expiresAt) return Effect.succeed(remembered.access)
      const before = changes
      return checkToken(secret, store, { key, at: now }).pipe(
        Effect.mapError(({ message }) => Unavailable.problem(message, {})),
        Effect.tap((checked) =>
          checked.state === "valid"
            ? Effect.void
            : Effect.logInfo(`A request was refused. ${explainTokenState(checked)}`)
        ),
        Effect.map((checked) => {
          if (checked.state !== "valid") return undefined
          const access = { ...checked.token, rights: new Set(checked.token.rights) }
          if (before === changes)
            known.set(secret, { access, expiresAt: checked.token.expiresAt ?? Number.POSITIVE_INFINITY })
          return access
        })
      )
    }
  })

interface Known {
  readonly access: AccessToken
  readonly expiresAt: number
}

const mostKnown = 1_000
