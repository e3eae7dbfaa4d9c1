import type { Json } from "./Json.ts"
import type { PageQuery } from "./Page.ts"
import type { DecisionProblem } from "./problems.ts"
import type { Members, SideEffectClass, ToolRisk } from "./words.ts"

/** A question as a person sees it. */
export interface ApprovalRequest {
  readonly id: string
  readonly callId: string
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly toolName: string
  readonly kind?: "escalation"
  readonly args: Members
  readonly sideEffects: SideEffectClass
  readonly risk: ToolRisk
  readonly destructive: boolean
  readonly why: string
  /** The rule that asks, with its layer and source. */
  readonly because: { readonly layer: string; readonly rule: string; readonly source: string }
  readonly summary: string
  readonly inspectable: boolean
  readonly unreadable?: string
  readonly projectedModifications: ReadonlyArray<string>
  readonly maySpanSession: boolean
  readonly sessionCovers: string
  readonly always?: { readonly rule?: string; readonly covers: string }
  /** In milliseconds since the epoch, like `expiresAt`. */
  readonly askedAt: number
  readonly expiresAt: number
  /** The digest of all that a person sees of the question. */
  readonly digest: string
}

/** The state of a question, which only moves forward from `open`. `claimed`: its call has started. */
export type ApprovalState = "open" | "approved" | "denied" | "expired" | "claimed" | "done" | "unknown" | "withdrawn"

/** A question, and what has become of it. */
export interface Approval {
  readonly request: ApprovalRequest
  readonly open: boolean
  readonly state: ApprovalState
  /** Whether the call waits. If not, it was deferred, and is resumed once it is approved. */
  readonly waits: boolean
  readonly decision?: {
    readonly decision: "approve" | "deny"
    readonly by: string
    readonly from: string
    /** In milliseconds since the epoch. */
    readonly at: number
  }
}

/** Something that happened to a question. */
export interface ApprovalEvent {
  readonly kind: "asked" | "shown" | "opened" | ApprovalState
  /** In milliseconds since the epoch, like `lastAt`. */
  readonly at: number
  /** The last time that the same person saw the question in this way. */
  readonly lastAt?: number
  readonly by?: string
  readonly from?: string
}

/** What has happened to a question, in order. */
export interface ApprovalHistory {
  readonly events: ReadonlyArray<ApprovalEvent>
}

/** Selects questions. A token without the rights `decide` and `read` has to name a session of its own. */
export interface ApprovalQuery extends PageQuery {
  readonly session?: string
  readonly agent?: string
  readonly tool?: string
  /** `open` (the default), oldest first, or `ended`, newest first. */
  readonly state?: "open" | "ended"
}

/** A person's answer to a question. With `digest`, it only holds for the question that was shown. */
export interface Decision {
  readonly decision: "allow" | "deny"
  /** `once` (the default), calls like it until the session ends, or this call with a suggested rule. */
  readonly scope?: "once" | "session" | "always"
  /** For the model, if the call is denied. */
  readonly reason?: string
  /** Arguments that replace those of the request, for this call only. */
  readonly arguments?: { readonly [name: string]: Json }
  readonly digest?: string
}

/** A decision that counts. */
export interface Decided {
  readonly id: string
  readonly decision: "allow" | "deny"
  /** Says whether the rule was suggested. */
  readonly message?: string
}

/** The result for each of several decisions, in order: the decision, or the problem with it, which has a `type`. */
export interface DecisionResults {
  readonly results: ReadonlyArray<Decided | DecisionProblem>
}
