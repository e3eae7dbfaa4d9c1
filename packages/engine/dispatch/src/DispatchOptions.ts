import {
  type AskForm,
  approvalUsed,
  type ChildOptions,
  type Deferral,
  type DispatchContext,
  type ExtendedCall,
  isChild,
  type Refused
} from "@toolgate/core"
import type { CallInFlight } from "./call/CallInFlight.ts"
import type { CallListeners } from "./call/CallStory.ts"
import { MalformedCall } from "./line/readCall.ts"
import {
  cancelled,
  deadlinePassed,
  duplicate,
  noApproval,
  noAsk,
  noListener,
  noSignal,
  parentEnded,
  unreadable
} from "./reasons.ts"

/** The options of one call: its listeners, and what ends it early. */
export interface DispatchOptions extends CallListeners {
  /** Cancels the call when aborted. */
  readonly signal?: AbortSignal | undefined
  /**
   * Asks the caller for input that the tool, or a child call, requests. Without it, the tool learns that the caller cannot
   * be asked.
   */
  readonly ask?: AskForm | undefined
  /** A refusal that the caller already knows. The call is answered with it and recorded. */
  readonly refusal?: Refused | undefined
  /** The approval that resumes the call. No person is asked: the call runs if it still matches the approval. */
  readonly approval?: string | undefined
  /** The deferral of child calls. The call itself is not deferred again. */
  readonly defersChildren?: Deferral | undefined
  /** The additions of an extension. Absent: the gate asks its extension. */
  readonly extended?: ExtendedCall | undefined
}

export const noOptions: DispatchOptions = Object.freeze({})

/** Reads each option once, because the caller may pass a proxy or change them while the call runs. */
export const readOptions = (given: DispatchOptions & ChildOptions): DispatchOptions & ChildOptions => {
  if (given === noOptions) return noOptions
  try {
    const { onEvent, onOutput, signal, refusal, approval, extended, defersChildren, wallMs, ask, inlineBytes } = given
    return { onEvent, onOutput, signal, refusal, approval, extended, defersChildren, wallMs, ask, inlineBytes }
  } catch {
    return { refusal: unreadable }
  }
}

/** Returns a refusal if a call has invalid options, or is already cancelled or overdue. */
export const checkAdmission = (
  { caller, deadline }: DispatchContext,
  parent: CallInFlight | undefined,
  { signal, onEvent, onOutput, approval, ask }: DispatchOptions
): Refused | undefined => {
  if (!isListener(onEvent) || !isListener(onOutput)) return noListener
  if (!isListener(ask)) return noAsk
  if (signal !== undefined && !isSignal(signal)) return noSignal
  if (approval !== undefined && typeof approval !== "string") return noApproval
  if (signal?.aborted) return cancelled
  if (isChild(caller) && (parent === undefined || parent.life.isAnswered || parent.reason !== undefined))
    return parentEnded
  // NaN has to fail this check.
  if (deadline !== undefined && !(deadline > Date.now())) return deadlinePassed
  return undefined
}

/** Returns the refusal of a call whose id is already in use. A resumed call gets the same refusal as at another gate. */
export const refuseDuplicate = (
  { progress: { call, given } }: CallInFlight,
  { approval, refusal }: DispatchOptions
): Refused => {
  if (approval === undefined) return duplicate
  if (refusal !== undefined) return refusal
  return given?.id === approval && !(call instanceof MalformedCall)
    ? approvalUsed(call.tool, approval, "claimed")
    : duplicate
}

/** Returns a function, or `undefined` for anything else. */
export const pickFunction = <Listener>(given: Listener): Listener | undefined =>
  typeof given === "function" ? given : undefined

// Callers in JavaScript may pass anything.
const isListener = (given: unknown): boolean => given === undefined || typeof given === "function"

const isSignal = (given: AbortSignal | null): boolean => {
  try {
    return (
      typeof given?.addEventListener === "function" &&
      typeof given.removeEventListener === "function" &&
      typeof given.aborted === "boolean"
    )
  } catch {
    return false
  }
}
