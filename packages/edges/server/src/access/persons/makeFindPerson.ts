import { RecentMap } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { decodeProtectedHeader, type JWTPayload, jwtVerify } from "jose"
import { Unavailable } from "../../api/problems.ts"
import type { AccessToken } from "../AccessToken.ts"
import type { FindToken } from "../makeFindToken.ts"
import { isPersonName } from "./isPersonName.ts"
import { makePersonAccess } from "./makePersonAccess.ts"
import type { OidcOptions } from "./OidcOptions.ts"
import { KeysUnavailable, openKeySet, usualKeySetLimits } from "./openKeySet.ts"

/**
 * Returns the function that finds the person of a JWT. A checked JWT is checked again each minute, because its issuer may
 * have withdrawn the key. The reason of a refusal is logged for administrators.
 */
export const makeFindPerson = (options: OidcOptions, limits = usualKeySetLimits): FindToken => {
  const findKey = openKeySet(options.jwks, limits)
  const known = new RecentMap<{ readonly access: AccessToken; readonly until: number }>(mostKnown)
  const check = async (secret: string): Promise<AccessToken> => {
    const { payload } = await jwtVerify(secret, findKey, {
      algorithms,
      issuer: options.issuer,
      audience: options.audience,
      requiredClaims: ["exp", "sub"],
      clockTolerance: clockToleranceS
    })
    const access = convertClaims(payload, decodeProtectedHeader(secret).typ, options)
    known.set(secret, { access, until: Math.min(access.expiresAt ?? 0, Date.now() + recheckMs) })
    return access
  }
  return (secret) => {
    const remembered = known.get(secret)
    if (remembered !== undefined && Date.now() < remembered.until) return Effect.succeed(remembered.access)
    return Effect.tryPromise({ try: () => check(secret), catch: (cause) => cause }).pipe(
      Effect.catch((cause) => (cause instanceof KeysUnavailable ? failFor(cause) : refuse(cause)))
    )
  }
}

/** A valid JWT does not let its holder in. */
class PersonRefused extends Error {}

const convertClaims = (claims: JWTPayload, type: string | undefined, options: OidcOptions): AccessToken => {
  const { sub: subject, exp = 0, cnf } = claims
  // Logout tokens and security events have the same issuer and audience.
  if (type !== undefined && !/^(?:application\/)?(?:at\+)?jwt$/i.test(type))
    throw new PersonRefused(`Its type is ${JSON.stringify(type)}, which is not that of a token for access.`)
  if (cnf !== undefined) throw new PersonRefused("It is bound to a key, so that it is no bearer token.")
  const expiresAt = exp * 1_000
  // Clocks that differ must not lengthen a token.
  if (expiresAt <= Date.now()) throw new PersonRefused("It has expired.")
  const { issuer, nameClaim = "sub", roles } = options
  const name = claims[nameClaim]
  if (!isPersonName(subject) || !isPersonName(name))
    throw new PersonRefused(`Its claims "sub" and ${JSON.stringify(nameClaim)} do not both name a person.`)
  const values = readTexts(claims, roles.claim)
  const grant = roles.grants.find(({ value }) => values.includes(value))
  if (grant === undefined)
    throw new PersonRefused(
      `The person ${JSON.stringify(name)} has no value in the claim ${JSON.stringify(roles.claim.join("."))} that "oidc.roles.grants" lists.`
    )
  return makePersonAccess({ source: issuer, subject, name, expiresAt }, grant)
}

/** Returns the texts of a claim within others. */
const readTexts = (claims: unknown, path: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const found = path.reduce<unknown>(
    (at, step) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, step) ? Reflect.get(at, step) : undefined,
    claims
  )
  return Array.isArray(found) ? found : [found]
}

const failFor = (cause: KeysUnavailable) =>
  Effect.andThen(
    Effect.logWarning(`A token could not be checked. ${cause.message} ${explain(cause.cause)}`),
    Effect.fail(Unavailable.problem("The issuer of the token cannot be reached, so the token cannot be checked.", {}))
  )

const refuse = (cause: unknown) =>
  Effect.as(Effect.logInfo(`A request was refused. The JWT is not accepted: ${explain(cause)}`), undefined)

const explain = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Anybody can make a signature for a public key with a symmetric algorithm. */
const algorithms = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ")

const clockToleranceS = 5

const recheckMs = 60_000

const mostKnown = 1_000
