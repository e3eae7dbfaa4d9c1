import type { ServerStore } from "../ServerOptions.ts"
import { BrowserSessions } from "./BrowserSessions.ts"
import { SignInCode } from "./SignInCode.ts"

/** The sign-in of browsers: the code that opens a session, and the sessions. */
export class SignIn {
  readonly code = new SignInCode()
  readonly sessions: BrowserSessions

  constructor(store: Pick<ServerStore, "tokens" | "key">) {
    this.sessions = new BrowserSessions(store)
  }

  /** Makes the address that signs one browser in. Browsers do not send what follows the `#`, so that the code is in no log. */
  makeAddress(url: string): string {
    return `${url}${signInPath}#${this.code.renew()}`
  }
}

/** The path of the page on which a browser signs in. */
export const signInPath = "/sign-in"
