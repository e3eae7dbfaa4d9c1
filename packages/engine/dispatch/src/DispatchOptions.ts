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

/** The options of one call: who listens, and what ends the call early. */
export interface DispatchOptions extends CallListeners {
  /** Cancels the call when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /**
   * Asks whoever makes the call for the input that its tool, or a call that its tool makes, asks for. Without it, such a tool is told
   * that nobody can be asked.
   */
  readonly ask?: AskForm | undefined
  /** The reason to refuse the call, known to whoever makes it. The call is answered with this refusal, and recorded. */
  readonly refusal?: Refused | undefined
  /**
   * The id of the approval with which the call is resumed. Nobody is asked: the call runs if the approval is for it as it is now.
   */
  readonly approval?: string | undefined
  /** The way in which the calls that this call makes are deferred. The call itself is not: it was deferred before, and is resumed. */
  readonly defersChildren?: Deferral | undefined
  /** The additions of an extension to the call. Absent: the extension of the gate is asked. */
  readonly extended?: ExtendedCall | undefined
}

/** The options of a call that has none. */
export const noOptions: DispatchOptions = Object.freeze({})

/** Reads the options once. The caller may give a proxy, or change them while the call runs. */
export const readOptions = (given: DispatchOptions & ChildOptions): DispatchOptions & ChildOptions => {
  if (given === noOptions) return noOptions
  try {
    const { onEvent, onOutput, signal, refusal, approval, extended, defersChildren, wallMs, ask, inlineBytes } = given
    return { onEvent, onOutput, signal, refusal, approval, extended, defersChildren, wallMs, ask, inlineBytes }
  } catch {
    return { refusal: unreadable }
  }
}

/** Returns the refusal of a call that is not let in, because of what it comes with. */
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
  // A deadline that is not a number is not in the future either.
  if (deadline !== undefined && !(deadline > Date.now())) return deadlinePassed
  return undefined
}

/**
 * Returns the refusal of a call whose id another call in flight has. A call that is resumed is refused as it would be at another gate,
 * which knows nothing of the calls in flight here.
 */
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

/** Returns a listener, or nothing for what is no function. */
export const pickFunction = <Listener>(given: Listener): Listener | undefined =>
  typeof given === "function" ? given : undefined

// Callers without types exist: a listener that is no function is refused, and never called.
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
