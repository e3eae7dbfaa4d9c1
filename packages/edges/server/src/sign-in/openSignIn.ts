import type { ServerStore } from "../ServerOptions.ts"
import { BrowserSessions } from "./BrowserSessions.ts"
import { SignInCode } from "./SignInCode.ts"
import { signInPath, signInRoutes } from "./signInRoutes.ts"

/** Opens the sign-in of browsers. */
export const openSignIn = (store: Pick<ServerStore, "tokens" | "key">) => {
  const code = new SignInCode()
  const sessions = new BrowserSessions(store)
  let address = ""
  return {
    ways: [sessions.find],
    onEnd: (changed: () => void) => {
      sessions.onEnd = changed
    },
    /** Returns the routes of a server that listens at an address. */
    serveAt: (url: string) => {
      address = url
      sessions.serveAt(url)
      return signInRoutes(code, sessions)
    },
    // Browsers send no fragment, so that the code is in no log.
    makeAddress: () => `${address}${signInPath}#${code.renew()}`
  }
}
