import { createHash, randomBytes } from "node:crypto"
import type { Token } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { getTokenState } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import type { AccessToken } from "../access/AccessToken.ts"
import type { FindToken } from "../access/makeFindToken.ts"
import { whileAvailable } from "../access/whileAvailable.ts"
import type { ServerStore } from "../ServerOptions.ts"

/** The signed-in browsers of a server. They are kept in memory, without their secrets. */
export class BrowserSessions {
  /** Called when a person signs out. */
  onEnd: () => void = () => {}
  private readonly sessions = new Map<string, BrowserSession>()
  private readonly tokens: ServerStore["tokens"]
  private readonly key: SecretKey

  constructor({ tokens, key }: Pick<ServerStore, "tokens" | "key">) {
    this.tokens = tokens
    this.key = key
  }

  /**
   * Opens a session with the rights of the first valid token of a person. Returns `undefined` without one. The
   * secret looks like that of a token, so that it is redacted as one.
   */
  open() {
    return Effect.map(whileAvailable(this.tokens.list), (tokens) => {
      const now = Date.now()
      const token = tokens.find(
        (one) =>
          getTokenState(one, this.key, now) === "valid" &&
          (one.rights.includes("decide") || one.rights.includes("administer"))
      )
      if (token === undefined) return undefined
      for (const [digest, { until }] of this.sessions) if (until <= now) this.sessions.delete(digest)
      const secret = `tg_${randomBytes(32).toString("base64url")}`
      const until = now + sessionMs
      this.sessions.set(computeDigest(secret), { token: token.id, until })
      return { secret, access: limitTo(until, token) }
    })
  }

  /** Ends the session with this secret. Returns whether there was one. */
  end(secret: string): boolean {
    const ended = this.sessions.delete(computeDigest(secret))
    if (ended) this.onEnd()
    return ended
  }

  /** Finds the token whose rights a session has, while both last. Returns `undefined` if the secret is not of a session. */
  find(secret: string): ReturnType<FindToken> | undefined {
    if (this.sessions.size === 0) return undefined
    const digest = computeDigest(secret)
    const session = this.sessions.get(digest)
    if (session === undefined) return undefined
    return Effect.map(whileAvailable(this.tokens.get(session.token)), (token): AccessToken | undefined => {
      const now = Date.now()
      if (token !== undefined && now < session.until && getTokenState(token, this.key, now) === "valid")
        return limitTo(session.until, token)
      this.sessions.delete(digest)
      return undefined
    })
  }
}

interface BrowserSession {
  /** The id of the token with the rights. */
  readonly token: string
  readonly until: number
}

const limitTo = (until: number, token: Token): AccessToken => ({
  ...token,
  rights: new Set(token.rights),
  expiresAt: Math.min(until, token.expiresAt ?? until)
})

const computeDigest = (secret: string): string => createHash("sha256").update(secret).digest("hex")

const sessionMs = 12 * 3_600_000
