import { ServerFault } from "../upstream/ServerFault.ts"

/** The gate may not use a server: there is no token, or the server accepts none of the gate's tokens. */
export class NotAuthorized extends ServerFault {
  // The SDK recognizes this name, and then does not try the older protocol.
  override readonly name = "UnauthorizedError"
}

/** A fault that disappears once a person signs in. */
export class SignInNeeded extends NotAuthorized {}

/** The sign-in lacks scopes that some requests need. */
export class ScopesNeeded extends SignInNeeded {}
