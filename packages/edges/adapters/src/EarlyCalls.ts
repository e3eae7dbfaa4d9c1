import type { CallOptions, ToolCall, ToolEvent, ToolExecution } from "toolgate"

/** Dispatches a call with the remaining options. */
export type Dispatch = (call: ToolCall, options: Listening) => Promise<ToolExecution>

type Listening = Pick<CallOptions, "signal" | "onOutput" | "onEvent">
type Output = Parameters<NonNullable<CallOptions["onOutput"]>>[0]

/** A call that started before its framework made it. */
interface EarlyCall {
  readonly answer: Promise<ToolExecution>
  readonly end: () => void
  /** Delivers the output so far, and then each further part. */
  readonly listen: (onOutput: (output: Output) => void) => void
}

/**
 * Calls that run while a framework asks whether a person has to decide them. Most are then deferred. A call that runs
 * because of a stored answer is handed over when the framework makes it.
 */
export class EarlyCalls {
  private readonly calls = new Map<string, EarlyCall>()
  private readonly dispatch: Dispatch

  constructor(dispatch: Dispatch) {
    this.dispatch = dispatch
  }

  /** Makes a call, and returns whether it waits for a person. Resolves as soon as that is known. */
  async make(call: ToolCall): Promise<boolean> {
    const key = keyOf(call)
    if (key === undefined || this.calls.has(key)) return false
    const begun = Promise.withResolvers<undefined>()
    const stop = new AbortController()
    const printed: Array<Output> = []
    let hear = (output: Output): void => void printed.push(output)
    const answer = this.dispatch(call, {
      signal: stop.signal,
      onEvent: ({ type }: ToolEvent) => type === "tool.called" && begun.resolve(undefined),
      onOutput: (output) => hear(output)
    })
    const listen: EarlyCall["listen"] = (onOutput) => {
      for (const output of printed.splice(0)) onOutput(output)
      hear = onOutput
    }
    this.calls.set(key, { answer, end: () => stop.abort(), listen })
    const ended = await Promise.race([answer, begun.promise])
    if (ended?.pending === undefined) return false
    this.calls.delete(key)
    return true
  }

  /** Takes over a call that was made early; `undefined` if this exact call was not. */
  take(made: ToolCall, { signal, onOutput }: Listening): Promise<ToolExecution> | undefined {
    const key = this.calls.size === 0 ? undefined : keyOf(made)
    const call = key === undefined ? undefined : this.calls.get(key)
    if (key === undefined || call === undefined) return undefined
    this.calls.delete(key)
    if (onOutput !== undefined) call.listen(onOutput)
    if (signal?.aborted === true) call.end()
    signal?.addEventListener("abort", call.end, { once: true })
    return call.answer.finally(() => signal?.removeEventListener("abort", call.end))
  }
}

// Two calls of a turn can share an id. Arguments that are nested too deeply to serialize never run early.
const keyOf = ({ id, tool, args }: ToolCall): string | undefined => {
  try {
    return JSON.stringify([id, tool, args])
  } catch {
    return undefined
  }
}
