import { ServerFault } from "../upstream/ServerFault.ts"

/** The reason why a server does not let the gate in: there is no token for it, or none that it takes. */
export class NotAuthorized extends ServerFault {
  // By this name the SDK knows that asking in the older protocol would not help.
  override readonly name = "UnauthorizedError"
}

/** A reason that goes away when a person signs in. */
export class SignInNeeded extends NotAuthorized {}

/** A reason that concerns some requests of a server: the sign-in has too few rights for them. */
export class ScopesNeeded extends SignInNeeded {}
