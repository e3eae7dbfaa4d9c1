import type { JsonObject } from "./json/Json.ts"
import type { RuleRef } from "./Permit.ts"
import type { SideEffectClass } from "./SideEffect.ts"
import type { ToolRisk } from "./Tool.ts"

/**
 * A question as a person sees it, as plain, frozen data. `summary`, `why`, `projectedModifications` and `sessionCovers`
 * are escaped and safe to print. Ids and names are not escaped, and `callId` comes from the model.
 *
 * ```ts
 * import type { ApprovalRequest } from "toolgate"
 *
 * export const card = ({ toolName, why, summary, sessionCovers }: ApprovalRequest): string =>
 *   [`May ${toolName} run? ${why}`, summary, `For the session: ${sessionCovers}`].join("\n")
 * ```
 */
export interface ApprovalRequest {
  /** A random id. It cannot be guessed from another id. */
  readonly id: string
  /**
   * The keyed digest of the question: of all that is shown here and of what the call may do. It is the same in every
   * process, and never the same for two questions. A decision may name the digest that its person saw.
   */
  readonly digest: string
  readonly callId: string
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly toolName: string
  /**
   * `escalation`: the call itself is a question to a person, and the answer permits nothing. Absent: the call runs only if
   * a person approves it.
   */
  readonly kind?: "escalation"
  /** The arguments as the model sent them, not escaped. */
  readonly args: JsonObject
  readonly sideEffects: SideEffectClass
  readonly risk: ToolRisk
  readonly destructive: boolean
  /** The reason why a person has to decide, in the policy's words. */
  readonly why: string
  readonly because: RuleRef
  /** A description of the call, in several lines. The gate writes them from the call's real arguments. */
  readonly summary: string
  /** Whether the summary shows the whole call. If not, the summary says so. */
  readonly inspectable: boolean
  /**
   * The reason why a stored question cannot be read, in a sentence: its key is lost, or its row was changed. Such a
   * question has only the fields of a list entry, and cannot be approved.
   */
  readonly unreadable?: string
  /** The files that the call would change, where the arguments name them. Paths inside the workspace are relative to it. */
  readonly projectedModifications: ReadonlyArray<string>
  /**
   * Whether an approval may apply to the whole session. If false, an approval is for this call only; a denial may always
   * apply to the session.
   */
  readonly maySpanSession: boolean
  /** The calls that an approval for the session would cover, in words. */
  readonly sessionCovers: string
  /** The effect of an approval with `scope: "always"`. Absent: the policy has no rules. */
  readonly always?: {
    /** The rule that the approval would suggest. Absent: no rule fits this call, and `covers` says why. */
    readonly rule?: string
    /** The calls that the rule would allow after a person adds it to the policy, in words. */
    readonly covers: string
  }
  /** The time of asking, in milliseconds since the epoch. */
  readonly askedAt: number
  /** The time of expiry, in milliseconds since the epoch. The question ends earlier if its call ends. */
  readonly expiresAt: number
}
