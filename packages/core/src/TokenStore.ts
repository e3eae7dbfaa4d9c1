import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/**
 * A right of the holder of a token.
 *
 * - `call`: open sessions, and make calls in them
 * - `decide`: see and decide the approvals of all sessions
 * - `read`: read the record, the artifacts and the approvals of all sessions
 * - `administer`: change tokens and pins, and reload policies
 */
export type TokenRight = (typeof tokenRights)[number]

/** The rights of tokens, narrowest first. */
export const tokenRights = ["call", "decide", "read", "administer"] as const

/**
 * A credential of a server, without its secret. Only the MAC makes a token valid: write access to the database is not
 * enough.
 */
export interface Token {
  /** 128 random bits, in hexadecimal. */
  readonly id: string
  readonly name: string
  /** The SHA-256 of the secret, in hexadecimal. */
  readonly sha256: string
  /** The agent that calls with this token. The role, the task and the person are part of its principal too. */
  readonly agent: string
  readonly role?: string
  readonly task?: string
  readonly onBehalfOf?: string
  readonly attributes: Readonly<Record<string, string>>
  /** The absolute paths of the folders in which sessions may work. Without any, a session works in the gate's workspace. */
  readonly workspaces: ReadonlyArray<string>
  readonly rights: ReadonlyArray<TokenRight>
  /** In milliseconds since the epoch, like the other times. */
  readonly createdAt: number
  readonly createdBy: string
  /** Absent if the token does not expire. */
  readonly expiresAt?: number
  /** Set if the token was revoked. A revoked token never becomes valid again. */
  readonly revokedAt?: number
  readonly revokedBy?: string
  /** The MAC of the other members. */
  readonly mac: string
}

/**
 * Stores the tokens of a server; several servers may share one store. It knows neither secrets nor keys, and returns
 * every text unchanged.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { TokenStore } from "@toolgate/core"
 * import { MemoryTokenStore } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 *
 * const granted = { name: "ci", agent: "ci", attributes: {}, workspaces: [], rights: ["call"] } as const
 * const token = { id: "7f0e", sha256: "d1", ...granted, createdAt: 0, createdBy: "ada", mac: "m1" }
 * const program = Effect.gen(function* () {
 *   const { add, find, revoke } = yield* TokenStore
 *   yield* add(token)
 *   yield* revoke({ ...token, revokedAt: 1, mac: "m2" })
 *   return yield* find("d1")
 * })
 * assert.equal((await Effect.runPromise(Effect.provide(program, MemoryTokenStore.layer)))?.revokedAt, 1)
 * ```
 */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    /**
     * Stores a new token and returns true. If its id or its digest is taken, stores nothing and returns false. When the
     * effect ends, the token survives a power failure.
     */
    readonly add: (token: Token) => Effect<boolean, StoreUnavailable>
    /** Returns the token with an id. A token that was damaged in the store has an invalid MAC. */
    readonly get: (id: string) => Effect<Token | undefined, StoreUnavailable>
    /** Returns the token whose secret has this SHA-256. */
    readonly find: (sha256: string) => Effect<Token | undefined, StoreUnavailable>
    /** Returns all tokens, oldest first. */
    readonly list: Effect<ReadonlyArray<Token>, StoreUnavailable>
    /**
     * Replaces a token by its revoked form, which has `revokedAt`. Returns whether this revocation was the first. The token
     * stays revoked even if its row is changed by hand afterwards. As durable as `add`.
     */
    readonly revoke: (revoked: Token) => Effect<boolean, StoreUnavailable>
    /**
     * Calls `changed` after a token is added or revoked, by this process or another, until the scope closes. Several
     * changes may cause one call. `changed` must return quickly.
     */
    readonly listen: (changed: () => void) => Effect<void, never, Scope>
  }
>()("@toolgate/core/TokenStore") {}
