import { commandLimits, type ExecutionGrant, type ResourceLimits, type ToolDefinition } from "@toolgate/core"
import { meetLimits } from "@toolgate/core/access"
import { rulesFor, type ToolRules } from "../config/rulesFor.ts"

/**
 * Whether the calls of a tool run as confined commands. They do not if the tool also has a function, because the host
 * prefers the function.
 */
export const isConfinedCommand = (
  { implementations }: Pick<ToolDefinition, "implementations">,
  { sandbox, confinement }: Pick<ExecutionGrant, "sandbox" | "confinement">
): boolean =>
  sandbox === "host" &&
  confinement === "required" &&
  implementations.some(({ kind }) => kind === "command") &&
  !implementations.some(({ kind }) => kind === "function")

/** Returns the default limits of a confined command that `given` leaves out. A limit of `unlimited` is not left out. */
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
 * Returns the limits of a tool under all configurations together: the lowest value of each limit. `byDefault` holds the
 * limits among them that are defaults of confined commands. A default belongs to the first configuration: only a limit
 * in that file replaces a default.
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
