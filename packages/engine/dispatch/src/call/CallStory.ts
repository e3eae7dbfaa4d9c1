import type { OutputStream, ToolEvent } from "@toolgate/core"
import * as Predicate from "effect/Predicate"

/** A part of what a call prints while it runs. */
export interface CallOutput {
  readonly callId: string
  readonly stream: OutputStream
  readonly text: string
  /** True for the last part of a call that prints more than its output may hold. Nothing after that part is reported. */
  readonly cut: boolean
}

/**
 * Functions that hear about one call as it happens. The call does not wait for a promise that a listener returns. What a listener
 * throws, or rejects with, is logged and changes nothing.
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
   * Hears every event of the call, in order and without loss, before the call is answered. The last event is a `tool.completed`,
   * `tool.failed` or `tool.input_invalid`, also if the call is refused. A call with the id of another call in flight has only that
   * event, which nobody else hears. The calls that a tool makes are calls of their own: their events are not heard here.
   */
  readonly onEvent?: ((event: ToolEvent) => void) | undefined
  /** Hears what the call prints: the parts of its `tool.output_delta` events. */
  readonly onOutput?: ((output: CallOutput) => void) | undefined
}

/** The story of one call: how much of its output was reported, and who listens to the call. */
export class CallStory {
  private reported = 0
  private readonly listeners: CallListeners | undefined
  private readonly broke: ((cause: unknown) => void) | undefined

  /** `broke` is called with what a listener throws or rejects with. */
  constructor(listeners?: CallListeners, broke?: (cause: unknown) => void) {
    this.listeners = listeners
    this.broke = broke
  }

  /** Returns the part of a text that is still reported, and whether it is cut, or `undefined` if nothing more is reported. */
  next(text: string, outputBytes: number): { readonly text: string; readonly cut: boolean } | undefined {
    // Counted in characters, which are never more than the bytes that the grant counts.
    const left = outputBytes - this.reported
    if (left < 0) return undefined
    const cut = text.length > left
    this.reported += cut ? left + 1 : text.length
    return { text: cut ? wholeCharacters(text, left) : text, cut }
  }

  /** Calls the listeners with an event of the call. Never throws. */
  hear(event: ToolEvent): void {
    if (this.listeners === undefined) return
    const { onEvent, onOutput } = this.listeners
    // Other listeners and readers are handed the same event.
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

/** The beginning of a text, without half of a surrogate pair at its end. */
const wholeCharacters = (text: string, units: number): string => {
  const last = text.charCodeAt(units - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units)
}
