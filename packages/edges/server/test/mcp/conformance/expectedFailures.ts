import type { Reasons } from "../../../../mcp-client/test/conformance/expectOnly.ts"

type Revision = "2026-07-28" | "2025-11-25"

const roots =
  "The gate answers itself where its workspace is: the folders of a client have no part in what a server may reach."
const subscriptions =
  "A gate tells its clients that lists have changed, and watches no single resource for them: a subscription is no call that ends, so that it could be judged and recorded."
const capability = "The server asks the gate, which has what its entry allows, whatever the gate's own client has."
const log =
  "A server's log goes to the gate's operator: a line of it does not say to which call it belongs, and so not to whose client."
const tasks = "Tasks are an extension, which the server side of the SDK does not have."

/** The expected failures of a server behind a gate. */
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
