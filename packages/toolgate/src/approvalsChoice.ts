import { resolve } from "node:path"
import type { OnAsk, Suggest } from "@toolgate/approval"
import { type Approvals, PendingApprovals, ResumableCalls, type ToolEvents } from "@toolgate/core"
import type { ReviewFolder } from "@toolgate/policy-files"
import * as Layer from "effect/Layer"
import { describePolicySource, type PolicyChoice } from "./policyChoice.ts"

/** The ways in which a gate asks people: a function with a timeout, or a layer. Without these options, calls that need approval are denied. */
export interface AskingOptions<E = never> {
  /**
   * Asks a person when the policy requires it. With `"wait"`, questions only wait in `gate.approvals`. Questions to a function also appear
   * there; the first answer decides.
   */
  readonly onAsk?: OnAsk | "wait"
  /** Time that a question waits, in milliseconds. Default five minutes. */
  readonly approvalTimeoutMs?: number
  /** Most open questions per agent, including the agents it starts. Default 100. A call that would exceed this is refused. */
  readonly questionsPerAgent?: number
  /** Whether a person may answer for the rest of the session. Default true. Set to false for a gate that makes one call and exits. */
  readonly sessionAnswers?: boolean
  /**
   * The folder for rules that people suggest by approving with `scope: "always"`. They take effect only after a person adds them to the
   * policy, for example with `toolgate policy review`. No call can change this folder. Without it, no rules are suggested. With a layer in
   * `approvals`, the layer suggests the rules, and this option only protects the folder.
   */
  readonly review?: string
  /** More files that determine what the gate's tools do, such as settings. Under a file policy, no call can change them. */
  readonly settings?: ReadonlyArray<string>
  /** Files and folders of the app, such as its credentials. Under a file policy, no call can read or change them. */
  readonly hidden?: ReadonlyArray<string>
  /**
   * A custom approvals layer. It replaces `onAsk`, `approvalTimeoutMs` and `questionsPerAgent`. `gate.approvals` lists its questions if the
   * layer also provides `PendingApprovals`; otherwise it is empty.
   */
  readonly approvals?: Layer.Layer<Approvals, E, ToolEvents>
}

export const readAskingOptions = (
  { onAsk, approvalTimeoutMs: timeoutMs, questionsPerAgent, review, sessionAnswers }: AskingOptions<unknown>,
  policy: PolicyChoice<unknown>
) => ({
  ...(onAsk === undefined || onAsk === "wait" ? {} : { onAsk }),
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
  ...(questionsPerAgent === undefined ? {} : { questionsPerAgent }),
  ...(sessionAnswers === undefined ? {} : { sessionAnswers }),
  ...(review === undefined ? {} : { suggest: suggestTo(review) }),
  policySource: describePolicySource(policy)
})

/** Returns the app's approvals layer, if it has one. Throws if other options contradict it. */
export const readOwnApprovals = <E>({
  approvals,
  onAsk,
  approvalTimeoutMs,
  questionsPerAgent
}: AskingOptions<E>): Layer.Layer<Approvals | PendingApprovals | ResumableCalls, E, ToolEvents> | undefined => {
  if (approvals === undefined) return undefined
  const [beside] = Object.entries({ onAsk, approvalTimeoutMs, questionsPerAgent }).flatMap(([name, value]) =>
    value === undefined ? [] : [name]
  )
  if (beside !== undefined) throw new TypeError(`"approvals" and "${beside}" cannot be combined. Remove one of them.`)
  return Layer.provideMerge(approvals, noQuestions)
}

/** For a gate without open questions and deferred calls. */
export const noQuestions = Layer.merge(PendingApprovals.layerNone, ResumableCalls.layerNone)

/** Returns a function that adds suggested rules to a folder. Its code is loaded on first use. */
const suggestTo = (path: string): Suggest => {
  let folder: Promise<ReviewFolder> | undefined
  return async (...suggested) => {
    folder ??= import("@toolgate/policy-files").then((loaded) => new loaded.ReviewFolder(resolve(path)))
    return (await folder).suggest(...suggested)
  }
}
