import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { PermissionRequest } from "./PermissionRequest.ts"
import type { RuleRef } from "./Permit.ts"
import { type Gated, refuse } from "./Refused.ts"
import type { Asked } from "./Verdict.ts"

/** What a person is asked. */
export interface ApprovalQuestion {
  readonly request: PermissionRequest
  readonly because: RuleRef
  readonly why: string
  readonly covers: Asked["covers"]
  /** Keep the first answer for the session, whatever it is. */
  readonly onlyOnce: boolean
}

/** That a person approved this one call. It is claimed already: it serves no other. */
export interface Approval {
  readonly id: string
  /** How long they took, in milliseconds; 0 where an answer kept for the session was there. */
  readonly waitedMs: number
}

/**
 * Counts the time that an answer takes as waiting for a person: for whoever asks one about the call that it decides on. Outside of a
 * gate nothing is counted.
 */
export const AskingTime = Context.Reference<<A>(answer: Gated<A>) => Gated<A>>("@toolgate/core/AskingTime", {
  defaultValue: () => (answer) => answer
})

/** Where people are asked. */
export class Approvals extends Context.Service<
  Approvals,
  {
    /** Asks and waits, within bounds. Interrupting it withdraws the question. A refusal says who or what said no. */
    readonly obtain: (question: ApprovalQuestion) => Gated<Approval>
    /** Told that a session has ended: answers that were kept for it are forgotten. */
    readonly sessionEnded?: (session: string) => void
  }
>()("@toolgate/core/Approvals") {
  /** Nobody is there to be asked, which is a no. */
  static readonly layerNobody = Layer.succeed(Approvals, {
    obtain: ({ request, why }) =>
      refuse(
        "PolicyDenied",
        `Tool "${request.tool.name}" needs a person's approval, and there is nobody here to ask: ${why}`
      )
  })
}
