import type { DispatchLimits } from "@toolgate/dispatch"
import type { McpCaller } from "./McpCaller.ts"
import type { RunningCall } from "./RunningCall.ts"

/**
 * The calls that wait for their client's next request. They exist in memory only and end with the gate. They may use at
 * most part of the slots of a session, and half of the slots of the gate.
 */
export class HeldCalls {
  private readonly limits: (typeof DispatchLimits)["Service"]
  private readonly calls = new Map<string, { readonly call: RunningCall; readonly caller: McpCaller }>()

  constructor(limits: (typeof DispatchLimits)["Service"]) {
    this.limits = limits
  }

  /** Stores a call for its caller's next request. Returns false if there are too many. */
  hold(call: RunningCall, caller: McpCaller): boolean {
    if (this.calls.has(call.id)) return true
    const own = [...this.calls.values()].filter((held) => held.caller === caller)
    const { callsPerSession, callsInAll } = this.limits
    if (own.length >= Math.max(1, callsPerSession - 1) || this.calls.size >= callsInAll / 2) return false
    this.calls.set(call.id, { call, caller })
    return true
  }

  /** Returns the caller's call with this id, if there is one. */
  find(id: string, caller: McpCaller): RunningCall | undefined {
    const held = this.calls.get(id)
    return held?.caller === caller ? held.call : undefined
  }

  /** Removes a call whose answer was sent. */
  forget({ id }: RunningCall): void {
    this.calls.delete(id)
  }

  /** Removes a call that ended without a waiting request, after some time for its client to fetch the answer. */
  forgetLater(call: RunningCall): void {
    setTimeout(() => this.forget(call), answerKeptMs).unref()
  }
}

/** The time for which the answer to a call is stored for its client, in milliseconds. */
const answerKeptMs = 5 * 60_000
