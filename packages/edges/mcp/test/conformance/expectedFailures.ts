/** The checks that fail, each with its reason: as `scenario:check`, or as a scenario with all of its checks. */
export type Reasons = Readonly<Record<string, string>>

type Revision = "2026-07-28" | "2025-11-25"

const roots =
  "The gate answers itself where its workspace is: the folders of a client have no part in what a server may reach."
const subscriptions =
  "A gate tells its clients that lists have changed, and watches no single resource for them: a subscription is no call that ends, so that it could be judged and recorded."
const capability = "The server asks the gate, which has what its entry allows, whatever the gate's own client has."
const log =
  "A server's log goes to the gate's operator: a line of it does not say to which call it belongs, and so not to whose client."
const tasks = "Tasks are an extension, which the server side of the SDK does not have."

/** The failures of a server behind a gate. */
export const serverFailures: Readonly<Record<Revision, Reasons>> = {
  "2026-07-28": {
    "input-required-result-basic-list-roots": roots,
    "input-required-result-multiple-input-requests": roots,
    "server-stateless:sep-2575-server-rejects-undeclared-capability": capability,
    "server-stateless:sep-2575-missing-capability-http-400": capability,
    "http-custom-header-server-validation":
      "Not scored. The SDK's server compares headers with arguments only for tools registered with it.",
    "tasks-lifecycle": tasks,
    "tasks-capability-negotiation": tasks,
    "tasks-wire-fields": tasks,
    "tasks-request-state-removal": tasks,
    "tasks-mrtr-input": tasks,
    "tasks-request-headers": tasks,
    "tasks-dispatch-and-envelope": tasks,
    "tasks-required-task-error": tasks,
    "tasks-mrtr-composition": tasks
  },
  "2025-11-25": {
    "logging-set-level": log,
    "tools-call-with-logging": log,
    "resources-subscribe": subscriptions,
    "resources-unsubscribe": subscriptions
  }
}

/** The failures of a gate as the client of a server. */
export const clientFailures: Readonly<Record<Revision, Reasons>> = {
  "2026-07-28": {
    "http-custom-headers:sep-2243-client-omit-null":
      "The scenario wants a call whose arguments do not hold to the tool's schema, which the gate refuses."
  },
  "2025-11-25": {}
}

const oldRevision = "The scenario is for the revision 2025-03-26, which the gate does not speak as a client."
const proof = "DPoP is an extension, by which a token is good for one key only. The gate has bearer tokens."

/** The scenarios of authorization that are for other clients, each with its reason. */
export const scenariosOfOthers: Reasons = {
  "auth/2025-03-26-oauth-metadata-backcompat": oldRevision,
  "auth/2025-03-26-oauth-endpoint-fallback": oldRevision,
  "auth/enterprise-managed-authorization":
    "An extension for clients that a company's identity provider signs in. The gate is no client of one.",
  "auth/dpop": proof,
  "auth/dpop-nonce": proof,
  "auth/wif-jwt-bearer": "An extension for workloads whose platform gives them identities. The gate reads none."
}

/** Whether a line names the check. */
export const isExpected = (reasons: Reasons, check: string): boolean =>
  Object.keys(reasons).some((line) => check === line || check.startsWith(`${line}:`))
