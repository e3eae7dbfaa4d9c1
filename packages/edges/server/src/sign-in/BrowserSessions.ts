import { createHash, randomBytes } from "node:crypto"
import type { TokenStore } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { getTokenState } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { AccessToken } from "../access/AccessToken.ts"
import type { FindCaller } from "../access/FindCaller.ts"
import { isOwnPage } from "../access/guardRequests.ts"
import { whileAvailable } from "../access/whileAvailable.ts"
import type { ServerStore } from "../ServerOptions.ts"

/** The signed-in browsers of a server. They are kept in memory, without the values of their cookies. */
export class BrowserSessions {
  /** Called when a person signs out. */
  onEnd: () => void = () => {}
  private readonly sessions = new Map<string, BrowserSession>()
  private readonly tokens: TokenStore["Service"]
  private readonly key: SecretKey
  private cookie: BrowserCookie = nameCookie("")

  constructor({ tokens, key }: Pick<ServerStore, "tokens" | "key">) {
    this.tokens = tokens
    this.key = key
  }

  /** Names the cookie after the address of the server, which is known once it listens. */
  serveAt(url: string): void {
    this.cookie = nameCookie(url)
  }

  /** Opens a session with the rights of the first valid token of a person. Returns its cookie, or `undefined` without one. */
  open(isEncrypted: boolean) {
    return Effect.map(whileAvailable(this.tokens.list), (tokens) => {
      const now = Date.now()
      const token = tokens.find(
        (one) =>
          getTokenState(one, this.key, now) === "valid" &&
          (one.rights.includes("decide") || one.rights.includes("administer"))
      )
      if (token === undefined) return undefined
      for (const [digest, { until }] of this.sessions) if (until <= now) this.sessions.delete(digest)
      const value = randomBytes(32).toString("base64url")
      this.sessions.set(computeDigest(value), { token: token.id, until: now + sessionMs })
      return this.write(value, sessionMs / 1_000, isEncrypted)
    })
  }

  /** Ends the session of a request. Returns the cookie that takes the place of the old one. */
  end(request: HttpServerRequest.HttpServerRequest, isEncrypted: boolean): string {
    for (const digest of this.readDigests(request)) this.sessions.delete(digest)
    this.onEnd()
    return this.write("", 0, isEncrypted)
  }

  /** Finds the person of a request by its cookie, if a page of this server sent it. */
  readonly find: FindCaller = (request) => {
    if (request.headers.cookie === undefined || !isOwnPage(request)) return Effect.undefined
    const digests = this.readDigests(request).filter((digest) => this.sessions.has(digest))
    const [digest] = digests
    // Another server of this host may have set a cookie with this name. Of two sessions, none is meant.
    if (digest === undefined || digests.length > 1) return Effect.undefined
    const again = Effect.suspend(() => this.findToken(digest))
    return Effect.map(again, (token) => token && { token, again })
  }

  private findToken(digest: string) {
    const session = this.sessions.get(digest)
    if (session === undefined) return Effect.undefined
    return Effect.map(whileAvailable(this.tokens.get(session.token)), (token): AccessToken | undefined => {
      const now = Date.now()
      if (token !== undefined && now < session.until && getTokenState(token, this.key, now) === "valid") {
        const expiresAt = Math.min(session.until, token.expiresAt ?? session.until)
        return { ...token, rights: new Set(token.rights), expiresAt }
      }
      this.sessions.delete(digest)
      return undefined
    })
  }

  private readDigests({ headers }: HttpServerRequest.HttpServerRequest): ReadonlyArray<string> {
    const values = (headers.cookie ?? "").split(";").flatMap((one) => {
      const [name, value, ...further] = one.trim().split("=")
      return name === this.cookie.name && further.length === 0 && /^[\w-]{43}$/.test(value ?? "") ? [value ?? ""] : []
    })
    return [...new Set(values)].map(computeDigest)
  }

  private write(value: string, maxAge: number, isEncrypted: boolean): string {
    const attributes = `HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAge}`
    return `${this.cookie.name}=${value}; ${attributes}${isEncrypted || this.cookie.isSecure ? "; Secure" : ""}`
  }
}

interface BrowserCookie {
  readonly name: string
  readonly isSecure: boolean
}

/** Names the cookie of a server after its port, because the ports of a host share their cookies. */
const nameCookie = (url: string): BrowserCookie => {
  const { port, protocol } = URL.parse(url) ?? { port: "", protocol: "" }
  const isSecure = protocol === "https:"
  // With this prefix, no other host of the domain can set the cookie.
  return { name: `${isSecure ? "__Host-" : ""}toolgate-${port || "server"}`, isSecure }
}

interface BrowserSession {
  /** The id of the token with the rights. */
  readonly token: string
  readonly until: number
}

const computeDigest = (value: string): string => createHash("sha256").update(value).digest("hex")

const sessionMs = 12 * 3_600_000
