import type { OnAsk } from "@toolgate/approval"
import type { Approvals, ToolEvents } from "@toolgate/core"
import type * as Layer from "effect/Layer"

/**
 * The options by which a gate asks people: a way of asking, and how long it waits, or a layer that has both. Without any of
 * them there is nobody to ask, and what has to be asked is denied.
 */
export interface AskingOptions<E = never> {
  /**
   * A function that asks a person where the policy says to, or `"wait"`: nobody is called, and the questions wait in
   * `gate.approvals`. What a function is asked waits there as well, and the first answer decides.
   */
  readonly onAsk?: OnAsk | "wait"
  /** The time that a question waits, in milliseconds: five minutes by default. */
  readonly approvalTimeoutMs?: number
  /**
   * The folder in which the rules wait that people suggest by approving a call with `scope: "always"`. They have no effect until
   * somebody adds them to the policy, as `toolgate policy review` does. No call may change the folder. Without it, no rule is
   * suggested. A layer of `approvals` suggests rules by itself, and the folder is only kept from calls.
   */
  readonly review?: string
  /**
   * An app's own place where people are asked, in the place of `onAsk` and `approvalTimeoutMs`. If the layer provides
   * `PendingApprovals` as well, `gate.approvals` has its questions; otherwise `gate.approvals` is empty.
   */
  readonly approvals?: Layer.Layer<Approvals, E, ToolEvents>
}
