import { resolve } from "node:path"
import type { OnAsk, Suggest } from "@toolgate/approval"
import { type Approvals, PendingApprovals, ResumableCalls, type ToolEvents } from "@toolgate/core"
import type { ReviewFolder } from "@toolgate/policy-files"
import * as Layer from "effect/Layer"
import { type PolicyChoice, policySourceOf } from "./policyChoice.ts"

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
   * The most questions of one agent, and of the agents that it delegates to, that are open at a time: 100 by default. A call that would
   * ask one more is refused.
   */
  readonly questionsPerAgent?: number
  /**
   * Whether a person may answer for the rest of the session. True by default; false for a gate that makes one call and ends, so that
   * such an answer would mean nothing.
   */
  readonly sessionAnswers?: boolean
  /**
   * The folder in which the rules wait that people suggest by approving a call with `scope: "always"`. They have no effect until
   * somebody adds them to the policy, as `toolgate policy review` does. No call may change the folder. Without it, no rule is
   * suggested. A layer of `approvals` suggests rules by itself, and the folder is only kept from calls.
   */
  readonly review?: string
  /** Further files that decide what the tools of the gate do, such as their settings. Under a policy of files, no call may change them. */
  readonly settings?: ReadonlyArray<string>
  /**
   * An app's own place where people are asked, in the place of `onAsk`, `approvalTimeoutMs` and `questionsPerAgent`. If the layer provides
   * `PendingApprovals` as well, `gate.approvals` has its questions; otherwise `gate.approvals` is empty.
   */
  readonly approvals?: Layer.Layer<Approvals, E, ToolEvents>
}

/** Returns the options of asking as the layers of approvals take them. */
export const askingOf = (
  { onAsk, approvalTimeoutMs: timeoutMs, questionsPerAgent, review, sessionAnswers }: AskingOptions<unknown>,
  policy: PolicyChoice<unknown>
) => ({
  ...(onAsk === undefined || onAsk === "wait" ? {} : { onAsk }),
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
  ...(questionsPerAgent === undefined ? {} : { questionsPerAgent }),
  ...(sessionAnswers === undefined ? {} : { sessionAnswers }),
  ...(review === undefined ? {} : { suggest: suggestTo(review) }),
  policySource: policySourceOf(policy)
})

/** Returns an app's own layer of approvals, if it has one. Throws if other options contradict it. */
export const ownApprovals = <E>({
  approvals,
  onAsk,
  approvalTimeoutMs,
  questionsPerAgent
}: AskingOptions<E>): Layer.Layer<Approvals | PendingApprovals | ResumableCalls, E, ToolEvents> | undefined => {
  if (approvals === undefined) return undefined
  const [beside] = Object.entries({ onAsk, approvalTimeoutMs, questionsPerAgent }).flatMap(([name, value]) =>
    value === undefined ? [] : [name]
  )
  if (beside !== undefined)
    throw new TypeError(`A gate takes "approvals" or "${beside}", not both: a layer of approvals asks in its own way.`)
  return Layer.provideMerge(approvals, noQuestions)
}

/** The layer of a gate in which no question waits and no call is deferred. */
export const noQuestions = Layer.merge(PendingApprovals.layerNone, ResumableCalls.layerNone)

/** Returns a function that adds suggested rules to a folder. The code that does so is loaded when it is needed. */
const suggestTo = (path: string): Suggest => {
  let folder: Promise<ReviewFolder> | undefined
  return async (...suggested) => {
    folder ??= import("@toolgate/policy-files").then((loaded) => new loaded.ReviewFolder(resolve(path)))
    return (await folder).suggest(...suggested)
  }
}
