import type { ClientOptions } from "./ClientOptions.ts"
import { makeConnection } from "./connection/Connection.ts"
import type { OpenEvents } from "./events/EventQuery.ts"
import { makeOpenEvents } from "./events/makeOpenEvents.ts"
import { type ApprovalRequests, makeApprovalRequests } from "./groups/approvals.ts"
import { type ArtifactRequests, makeArtifactRequests } from "./groups/artifacts.ts"
import { type HealthRequests, makeHealthRequests } from "./groups/health.ts"
import { makePinRequests, type PinRequests } from "./groups/pins.ts"
import { makePolicyRequests, type PolicyRequests } from "./groups/policy.ts"
import { makeRecordRequests, type RecordRequests } from "./groups/record.ts"
import { makeSessionRequests, type SessionRequests } from "./groups/sessions.ts"

/** A client of a Toolgate server. */
export interface Client {
  readonly sessions: SessionRequests
  readonly approvals: ApprovalRequests
  readonly artifacts: ArtifactRequests
  readonly pins: PinRequests
  readonly policy: PolicyRequests
  readonly record: RecordRequests
  readonly events: OpenEvents
  readonly health: HealthRequests
}

/** Makes a client of a Toolgate server. It keeps no connection open. Throws if an option is invalid. */
export const createClient = (options: ClientOptions): Client => {
  const connection = makeConnection(options)
  const events = makeOpenEvents(connection)
  return {
    sessions: makeSessionRequests(connection, events),
    approvals: makeApprovalRequests(connection),
    artifacts: makeArtifactRequests(connection),
    pins: makePinRequests(connection),
    policy: makePolicyRequests(connection),
    record: makeRecordRequests(connection),
    events,
    health: makeHealthRequests(connection)
  }
}
