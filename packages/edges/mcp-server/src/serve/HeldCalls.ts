import type { DispatchLimits } from "@toolgate/dispatch"
import type { McpCaller } from "./McpCaller.ts"
import type { RunningCall } from "./RunningCall.ts"

/**
 * The calls that wait for their client's next request. They are nowhere else: with the gate they end. Each has a place among the calls
 * that run at once, so that they never have all places of a session, nor more than half of those that there are.
 */
export class HeldCalls {
  private readonly limits: (typeof DispatchLimits)["Service"]
  private readonly calls = new Map<string, { readonly call: RunningCall; readonly caller: McpCaller }>()

  constructor(limits: (typeof DispatchLimits)["Service"]) {
    this.limits = limits
  }

  /** Keeps a call for the next request of its caller. Returns false if there are too many. */
  hold(call: RunningCall, caller: McpCaller): boolean {
    if (this.calls.has(call.id)) return true
    const own = [...this.calls.values()].filter((held) => held.caller === caller)
    const { callsPerSession, callsInAll } = this.limits
    if (own.length >= Math.max(1, callsPerSession - 1) || this.calls.size >= callsInAll / 2) return false
    this.calls.set(call.id, { call, caller })
    return true
  }

  /** Returns the call of an id, if it is this caller's. */
  find(id: string, caller: McpCaller): RunningCall | undefined {
    const held = this.calls.get(id)
    return held?.caller === caller ? held.call : undefined
  }

  /** Forgets a call whose answer was sent. */
  forget({ id }: RunningCall): void {
    this.calls.delete(id)
  }

  /** Forgets a call that ended while nobody waited for it, unless its client still comes for the answer. */
  forgetLater(call: RunningCall): void {
    setTimeout(() => this.forget(call), answerKeptMs).unref()
  }
}

/** The time for which the answer to a call is kept for its client, in milliseconds. */
const answerKeptMs = 5 * 60_000
