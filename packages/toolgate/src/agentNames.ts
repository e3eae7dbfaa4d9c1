import type { AgentOptions } from "./AgentOptions.ts"
import { type OptionCheck, type OptionNames, unknownOption } from "./checkOptions.ts"
import type { RunnerConfinement } from "./RunnerOptions.ts"

const agentNames = {
  command: true,
  policy: true,
  workspace: true,
  confinement: { files: { path: true, mode: true }, network: true } satisfies OptionNames<
    Exclude<RunnerConfinement, string>
  >,
  env: true
} satisfies OptionNames<AgentOptions>

/** The check of the agents that calls may start. */
export const agents: OptionCheck = (given, path) =>
  typeof given === "object" && given !== null && !Array.isArray(given)
    ? Object.entries(given).flatMap(([name, agent]) => agentFault(agent, `${path}.${name}`) ?? [])[0]
    : `option "${path}" has to be an object of agents, as in { reviewer: { command: ["python3", "reviewer.py"] } }.`

const agentFault: OptionCheck = (given, path) => {
  const unknown = unknownOption(given, agentNames, `${path}.`)
  if (unknown !== undefined) return unknown
  const command: unknown = (given as Partial<AgentOptions> | null)?.command
  return Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === "string")
    ? undefined
    : `option "${path}.command" has to be a list of texts: the program, and then its arguments.`
}
