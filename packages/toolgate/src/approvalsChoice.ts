import { MemoryApprovals, type OnAsk } from "@toolgate/approval"
import { Approvals, PendingApprovals, type ToolEvents } from "@toolgate/core"
import * as Layer from "effect/Layer"

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
   * An app's own place where people are asked, in the place of `onAsk` and `approvalTimeoutMs`. If the layer provides
   * `PendingApprovals` as well, `gate.approvals` has its questions; otherwise `gate.approvals` is empty.
   */
  readonly approvals?: Layer.Layer<Approvals, E, ToolEvents>
}

/** Returns the layer of the options. Throws if they are invalid, or contradict each other. */
export const layerOfAsking = <E>(
  options: AskingOptions<E>
): Layer.Layer<Approvals | PendingApprovals, E, ToolEvents> => {
  const { onAsk, approvalTimeoutMs: timeoutMs, approvals } = options
  if (approvals !== undefined) {
    const beside = onAsk !== undefined ? "onAsk" : timeoutMs !== undefined ? "approvalTimeoutMs" : undefined
    if (beside !== undefined)
      throw new TypeError(
        `A gate takes "approvals" or "${beside}", not both: a layer of approvals asks in its own way.`
      )
    if (!isLayer(approvals)) throw new TypeError('"approvals" has to be a layer that provides Approvals.')
    return Layer.provideMerge(approvals, PendingApprovals.layerNone)
  }
  if (onAsk === undefined) return Layer.merge(Approvals.layerNobody, PendingApprovals.layerNone)
  if (onAsk !== "wait" && typeof onAsk !== "function")
    throw new TypeError('"onAsk" has to be a function that asks a person, or "wait".')
  return MemoryApprovals.layer({
    ...(onAsk === "wait" ? {} : { onAsk }),
    ...(timeoutMs === undefined ? {} : { timeoutMs })
  })
}

const isLayer = (given: unknown): boolean => Layer.isLayer(given)
