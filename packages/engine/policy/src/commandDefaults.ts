import { meetLimits } from "@toolgate/access"
import { commandLimits, type ExecutionGrant, type ResourceLimits, type ToolDefinition } from "@toolgate/core"
import { rulesFor, type ToolRules } from "./rulesFor.ts"

/** Whether a tool's calls run as confined commands. Where a tool has a function as well, the host runs that. */
export const isConfinedCommand = (
  { implementations }: Pick<ToolDefinition, "implementations">,
  { sandbox, confinement }: Pick<ExecutionGrant, "sandbox" | "confinement">
): boolean =>
  sandbox === "host" &&
  confinement === "required" &&
  implementations.some(({ kind }) => kind === "command") &&
  !implementations.some(({ kind }) => kind === "function")

/** The limits of a confined command that stand where `given` says nothing, `unlimited` not being nothing. */
export const defaultsBeside = ({
  processes,
  outputBytes,
  memoryBytes,
  memoryShare
}: Partial<ResourceLimits>): Partial<ResourceLimits> => ({
  ...(processes === undefined ? { processes: commandLimits.processes } : {}),
  ...(outputBytes === undefined ? { outputBytes: commandLimits.outputBytes } : {}),
  ...(memoryBytes === undefined && memoryShare === undefined ? { memoryShare: commandLimits.memoryShare } : {})
})

/**
 * The limits of a tool by all configurations together, the lowest of each. What is a default for confined commands is one of
 * the first configuration: only there a limit of a file's own takes its place.
 */
export const limitsOf = (
  configs: ReadonlyArray<ToolRules>,
  tool: Pick<ToolDefinition, "name" | "aliases">,
  isConfined: boolean
): { readonly limits: Partial<ResourceLimits>; readonly byDefault: Partial<ResourceLimits> } => {
  const [first = {}, ...later] = configs.map((config) =>
    rulesFor(config, tool)
      .map((rule) => rule.limits)
      .reduce(meetLimits, {})
  )
  const defaults = isConfined ? defaultsBeside(first) : {}
  const limits = later.reduce(meetLimits, { ...first, ...defaults })
  const names = Object.keys(defaults) as ReadonlyArray<keyof typeof defaults>
  const byDefault = Object.fromEntries(
    names.filter((name) => limits[name] === defaults[name]).map((name) => [name, defaults[name]])
  )
  return { limits, byDefault }
}
