import { type Json, type Ran, type Refused, toolOutput } from "@toolgate/core"
import type { ChainCallRecord, ChainRunResult } from "./ChainRunResult.ts"

/** Returns the answer of a call that ran a script, with a `ChainRunResult` as its value even if the script failed. */
export const buildChainAnswer = (ran: Ran, calls: ReadonlyArray<ChainCallRecord>, durationMs: number): Ran => {
  const { error, output } = ran
  const result: ChainRunResult = {
    status: statusOf(error),
    output_text: printed(output.metadata),
    call_trace: calls,
    duration_ms: Math.round(durationMs),
    result: error === undefined ? (output.value ?? null) : null
  }
  return {
    ...ran,
    output: toolOutput({
      content: textsOf(result).map((text) => ({ type: "text", text })),
      value: result as unknown as Json,
      success: error === undefined
    }),
    // A script without effects has no effects to report.
    ...(error !== undefined && calls.every(({ executed }) => executed === "no") ? { executed: "no" as const } : {})
  }
}

const statusOf = (error: Refused | undefined): ChainRunResult["status"] => {
  switch (error?.why) {
    case undefined:
      return "ok"
    case "ApprovalPending":
      return "suspended"
    case "Cancelled":
      return "cancelled"
    case "TimedOut":
      return "timeout"
    case "LimitExceeded":
      return error?.details.limit === "cpuMs" ? "timeout" : "crashed"
    default:
      return error?.details.lost === true ? "crashed" : "error"
  }
}

/** Returns the printed text. The sandbox stores the end of it. */
const printed = ({ stderr = "", stderrBytes = 0 }: Ran["output"]["metadata"]): string => {
  const kept = String(stderr)
  const left = Number(stderrBytes) - Buffer.byteLength(kept)
  return left > 0 ? `[The first ${left} bytes of what the script printed are left out.]\n${kept}` : kept
}

/** Returns the text for the model: first the calls that must not be repeated, then what was printed and returned, which may be cut. */
const textsOf = ({ status, call_trace, output_text, result }: ChainRunResult): ReadonlyArray<string> =>
  [
    lines([
      ...happened(call_trace, "yes").map((did) => `${did}; do not do it again.`),
      ...happened(call_trace, "unknown").map((did) => `${did}, or may have; check before you do it again.`)
    ]),
    lines([
      output_text.replace(/\n$/, ""),
      status !== "ok" || result === null ? "" : typeof result === "string" ? result : JSON.stringify(result)
    ])
  ].filter((text) => text !== "")

const lines = (all: ReadonlyArray<string>): string => all.filter((line) => line !== "").join("\n")

/** Returns a clause for each tool whose calls changed something, with their numbers. */
const happened = (
  calls: ReadonlyArray<ChainCallRecord>,
  executed: ChainCallRecord["executed"]
): ReadonlyArray<string> => {
  const numbers = new Map<string, Array<number>>()
  for (const call of calls) {
    const { side_effects: effects } = call
    // The effects of a call without a known end are unknown.
    if (call.executed !== executed || (effects.length > 0 && effects.every((effect) => effect === "read_only")))
      continue
    numbers.set(call.tool, [...(numbers.get(call.tool) ?? []), call.index + 1])
  }
  return Array.from(numbers, ([tool, of]) => `${tool} ran (${of.length === 1 ? "call" : "calls"} ${of.join(", ")})`)
}
