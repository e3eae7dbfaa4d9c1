import type { PersonGrant } from "./PersonGrant.ts"

/**
 * The tokens of an OpenID Connect issuer that are accepted beside the server's own.
 *
 * ```ts
 * import type { OidcOptions } from "@toolgate/server"
 *
 * export const oidc: OidcOptions = {
 *   issuer: "https://login.example.com",
 *   audience: "toolgate",
 *   jwks: new URL("https://login.example.com/keys"),
 *   nameClaim: "email",
 *   roles: { claim: ["groups"], grants: [{ value: "on-call", rights: ["decide", "read"] }] }
 * }
 * ```
 */
export interface OidcOptions {
  /** The exact value of the claim `iss`. */
  readonly issuer: string
  /** The value that the claim `aud` has to contain. */
  readonly audience: string
  /** The address of the issuer's keys, with `https:` unless it is on this machine, or the keys. */
  readonly jwks: URL | { readonly keys: ReadonlyArray<Readonly<Record<string, unknown>>> }
  /** The claim with the name of a person in the record. People must not be able to choose it. Default: `sub`. */
  readonly nameClaim?: string
  readonly roles: {
    /** The path to a claim with one text or a list of texts, such as `["realm_access", "roles"]`. */
    readonly claim: ReadonlyArray<string>
    /** The first grant whose value the claim has counts. A person without any is refused. */
    readonly grants: ReadonlyArray<PersonGrant & { readonly value: string }>
  }
}
