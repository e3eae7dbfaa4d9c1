import type { OutputStream, ToolEvent } from "@toolgate/core"
import * as Predicate from "effect/Predicate"

/** Part of a running call's output. */
export interface CallOutput {
  readonly callId: string
  readonly stream: OutputStream
  readonly text: string
  /** True for the last part if the call exceeds its output limit. Nothing after it is reported. */
  readonly cut: boolean
}

/**
 * Listeners of one call. The call does not wait for a promise of a listener. Errors of a listener are logged and have no
 * effect.
 *
 * ```ts
 * import { createToolgate, shell } from "toolgate"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [shell] })
 * const call = { id: "1", tool: "shell", args: { command: "echo one; echo two >&2" } }
 * await gate.dispatch(call, {
 *   onEvent: ({ callId, type }) => console.log(callId, type),
 *   onOutput: ({ stream, text }) => process[stream].write(text)
 * })
 * ```
 */
export interface CallListeners {
  /**
   * Receives every event of the call, in order and without loss, before the call is answered. The last event is a
   * `tool.completed`, `tool.failed` or `tool.input_invalid`, also for a refused call. A call whose id is already in use
   * has only this event. Events of child calls are not included.
   */
  readonly onEvent?: ((event: ToolEvent) => void) | undefined
  /** Receives the call's output: the parts in its `tool.output_delta` events. */
  readonly onOutput?: ((output: CallOutput) => void) | undefined
}

/** The reported output and the listeners of one call. */
export class CallStory {
  private reported = 0
  private readonly listeners: CallListeners | undefined
  private readonly broke: ((cause: unknown) => void) | undefined

  /** `broke` receives the errors of listeners. */
  constructor(listeners?: CallListeners, broke?: (cause: unknown) => void) {
    this.listeners = listeners
    this.broke = broke
  }

  /** Returns the part of a text within the output limit and whether it is cut, or `undefined` past the limit. */
  next(text: string, outputBytes: number): { readonly text: string; readonly cut: boolean } | undefined {
    // Counts characters; the grant counts bytes, which are never fewer.
    const left = outputBytes - this.reported
    if (left < 0) return undefined
    const cut = text.length > left
    this.reported += cut ? left + 1 : text.length
    return { text: cut ? wholeCharacters(text, left) : text, cut }
  }

  /** Calls the listeners. Never throws. */
  hear(event: ToolEvent): void {
    if (this.listeners === undefined) return
    const { onEvent, onOutput } = this.listeners
    // Other listeners and readers get the same object.
    Object.freeze(event)
    if (onEvent !== undefined) this.call(onEvent, event)
    if (onOutput === undefined || event.type !== "tool.output_delta") return
    const { callId, stream, text, cut } = event
    this.call(onOutput, { callId, stream, text, cut })
  }

  private call<A>(listener: (about: A) => void, about: A): void {
    try {
      const later: unknown = listener(about)
      if (Predicate.isPromiseLike(later)) later.then(undefined, (cause) => this.broke?.(cause))
    } catch (cause) {
      this.broke?.(cause)
    }
  }
}

/** Cuts a text without splitting a surrogate pair. */
const wholeCharacters = (text: string, units: number): string => {
  const last = text.charCodeAt(units - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units)
}
