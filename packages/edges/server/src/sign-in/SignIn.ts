import type { ServerOptions, ServerStore } from "../ServerOptions.ts"
import { readPublicUrl } from "../webhooks/writeLink.ts"
import { BrowserSessions } from "./BrowserSessions.ts"
import { SignInCode } from "./SignInCode.ts"

/** The sign-in of browsers: the code that opens a session, and the sessions. */
export class SignIn {
  readonly code = new SignInCode()
  readonly sessions: BrowserSessions

  constructor(store: Pick<ServerStore, "tokens" | "key">) {
    this.sessions = new BrowserSessions(store)
  }

  /**
   * Makes the address that signs one browser in at a server. Browsers do not send what follows the `#`, so that the code is
   * in no log.
   */
  makeAddress(url: string, { publicUrl, hosts }: Pick<ServerOptions, "publicUrl" | "hosts">): string {
    const base = publicUrl === undefined ? findOwnUrl(url, hosts) : readPublicUrl(publicUrl)
    return `${new URL(signInPath.slice(1), base).href}#${this.code.renew()}`
  }
}

/** Returns an address under which a server that listens at `url` answers. */
const findOwnUrl = (url: string, hosts: ServerOptions["hosts"]): URL => {
  const own = new URL(url)
  const [host] = hosts instanceof Set ? hosts : []
  if (host !== undefined) own.host = host
  else if (own.hostname === "0.0.0.0") own.hostname = "127.0.0.1"
  else if (own.hostname === "[::]") own.hostname = "[::1]"
  return own
}

/** The path of the page on which a browser signs in. */
export const signInPath = "/sign-in"
