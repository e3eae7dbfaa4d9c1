import type { Reasons } from "./expectOnly.ts"

type Revision = "2026-07-28" | "2025-11-25"

/** The expected failures of a gate as the client of a server. */
export const clientFailures: Readonly<Record<Revision, Reasons>> = {
  "2026-07-28": {
    "http-custom-headers:sep-2243-client-omit-null":
      "The scenario wants a call whose arguments do not hold to the tool's schema, which the gate refuses."
  },
  "2025-11-25": {}
}

const oldRevision = "The scenario is for the revision 2025-03-26, which the gate does not speak as a client."
const proof = "DPoP is an extension, by which a token is good for one key only. The gate has bearer tokens."

/** The authorization scenarios that do not apply to a gate, with reasons. */
export const scenariosOfOthers: Reasons = {
  "auth/2025-03-26-oauth-metadata-backcompat": oldRevision,
  "auth/2025-03-26-oauth-endpoint-fallback": oldRevision,
  "auth/enterprise-managed-authorization":
    "An extension for clients that a company's identity provider signs in. The gate is no client of one.",
  "auth/dpop": proof,
  "auth/dpop-nonce": proof,
  "auth/wif-jwt-bearer": "An extension for workloads whose platform gives them identities. The gate reads none."
}
