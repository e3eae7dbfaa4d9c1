import { ToolCancelled, ToolExecutionError, type ToolOutput, toolOutput } from "@toolgate/core"
import { addNotes, mostBytes } from "@toolgate/toolbox-base"
import type { AgentEnding } from "./StartAgent.ts"

/**
 * Returns the result of an ended agent, or throws why there is none. `printed`: the number of bytes that it printed.
 */
export const getResult = (
  { agent, agent_id }: { readonly agent: string; readonly agent_id: string },
  { how, status, message, result }: AgentEnding,
  printed: number
): ToolOutput => {
  if (how === "stopped") throw new ToolCancelled({ message: `${message} What it did before that is not undone.` })
  const isDone = how === "exited" && status === 0
  if (isDone && result !== undefined) return bounded(agent_id, result)
  const unread =
    result === undefined ? "" : " Its result is left out, because an agent that failed may have reported only a part."
  throw new ToolExecutionError({
    message: isDone
      ? `The agent "${agent}" ended by itself without a result, ${said(printed)}. What it did through its tools is not undone. Look at that, or give it the task in other words.`
      : `${message}${unread} What it did before that is not undone.`
  })
}

const said = (printed: number): string =>
  printed === 0
    ? "and printed nothing"
    : `though it printed ${printed} byte${printed === 1 ? "" : "s"}, which are no result`

const bounded = (agent_id: string, result: string): ToolOutput => {
  const whole = { agent_id, result, cut: false }
  if (bytesOf(whole) <= mostBytes) return toolOutput({ value: whole })
  let kept = result
  for (let bytes = bytesOf(whole); bytes > mostBytes; bytes = bytesOf({ agent_id, result: kept, cut: true }))
    kept = kept.slice(0, Math.floor((kept.length * mostBytes) / bytes) - 1).replace(/[\ud800-\udbff]$/, "")
  return addNotes(
    { agent_id, result: kept, cut: true },
    `Cut: these are the first ${kept.length} of ${result.length} characters. Let the agent write a long result to a file.`
  )
}

const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value))
