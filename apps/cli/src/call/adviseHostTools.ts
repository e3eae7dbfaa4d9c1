import { ToolDispatchEngine } from "@toolgate/dispatch"
import type { ServedGate } from "@toolgate/mcp-server"
import * as Context from "effect/Context"
import type { ToolExecution } from "toolgate"
import { listOwnTools } from "../flags/hostToolsFlag.ts"

interface HostTools {
  readonly hostTools: boolean
}

const names = (given: HostTools): ReadonlyArray<string> => listOwnTools(given).map(({ name }) => name)

const usual = new Set(names({ hostTools: false }))
const onlyWithFlag = new Set(names({ hostTools: true }).filter((name) => !usual.has(name)))

/** Mentions the flag `--host-tools` in the answer for an unknown tool that the flag would add. */
export const adviseHostTools = (execution: ToolExecution, { hostTools }: HostTools): ToolExecution => {
  const { error, toolName } = execution
  if (hostTools || error?.why !== "ToolNotFound" || !onlyWithFlag.has(toolName)) return execution
  const { message, details } = error
  return { ...execution, error: { ...error, message: `${message} ${advice}`, details: { ...details, offer: advice } } }
}

const advice = 'To offer it, add the flag "--host-tools".'

/** Wraps a gate so that its answers to clients contain this advice. */
export const adviseClients = (gate: ServedGate, given: HostTools): ServedGate => {
  const engine = Context.get(gate, ToolDispatchEngine)
  const dispatchPromise: (typeof engine)["dispatchPromise"] = async (...call) =>
    adviseHostTools(await engine.dispatchPromise(...call), given)
  return Context.add(gate, ToolDispatchEngine, { ...engine, dispatchPromise })
}
