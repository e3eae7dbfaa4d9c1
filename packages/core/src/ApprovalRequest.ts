import type { JsonObject } from "./json/Json.ts"
import type { RuleRef } from "./Permit.ts"
import type { SideEffectClass } from "./SideEffect.ts"
import type { ToolRisk } from "./Tool.ts"

/**
 * A question as a person sees it: plain, frozen data. `summary`, `why`, `projectedModifications` and `sessionCovers` are escaped
 * and can be printed as they are. Ids and names are not escaped, and `callId` comes from the model.
 *
 * ```ts
 * import type { ApprovalRequest } from "toolgate"
 *
 * export const card = ({ toolName, why, summary, sessionCovers }: ApprovalRequest): string =>
 *   [`May ${toolName} run? ${why}`, summary, `For the session: ${sessionCovers}`].join("\n")
 * ```
 */
export interface ApprovalRequest {
  /** A random id, which cannot be guessed from another. */
  readonly id: string
  readonly callId: string
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly toolName: string
  /** `escalation`: the call is a question to a person, and permits nothing. Absent: the call runs only if somebody approves it. */
  readonly kind?: "escalation"
  /** The arguments as they came from the model, not escaped. */
  readonly args: JsonObject
  readonly sideEffects: SideEffectClass
  readonly risk: ToolRisk
  readonly destructive: boolean
  /** The reason why somebody has to decide, in the words of the policy. */
  readonly why: string
  readonly because: RuleRef
  /** A description of what the call would do, in several lines written from its real arguments. */
  readonly summary: string
  /** Whether the summary shows the whole call. A summary that does not says so. */
  readonly inspectable: boolean
  /**
   * The reason why a stored question cannot be read, in a sentence: its key is lost, or somebody changed it. Such a question has
   * only what a list of stored requests shows, and nobody can approve it.
   */
  readonly unreadable?: string
  /** The files that the call would change, as far as they are known; relative to the workspace when beneath it. */
  readonly projectedModifications: ReadonlyArray<string>
  /** Whether an approval may be kept for the session. If not, it is for this call alone; a denial may always be kept. */
  readonly maySpanSession: boolean
  /** The calls that an approval kept for the session would cover, in words. */
  readonly sessionCovers: string
  /** The effect of an approval with `scope: "always"`. Absent: the policy has no rules. */
  readonly always?: {
    /** The rule that the approval would suggest. Absent: there is none for this call, and `covers` says why. */
    readonly rule?: string
    /** The calls that the rule would allow once a person adds it to the policy, in words. */
    readonly covers: string
  }
  /** The time of the question, in milliseconds since the epoch. */
  readonly askedAt: number
  /** The time at which the question ends, in milliseconds since the epoch. It ends earlier if its call does. */
  readonly expiresAt: number
}
