import { isSlip, quoted, type ToolDefinition } from "@toolgate/core"
import { isToolName, type Mention, mentions } from "./mentions.ts"
import type { PolicyConfig } from "./PolicyConfig.ts"
import type { PolicyProblem } from "./PolicyInvalid.ts"

type Named = Pick<ToolDefinition, "name" | "aliases">

/**
 * The names in what denies or asks that no tool has and that are a slip away from one that a tool has. The policy means to keep
 * something away there, and would keep away nothing.
 */
export const slips = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<Named>,
  /** The tools that names are held against: all, and those that the policy expects, unless some of them are new. */
  against?: ReadonlyArray<Named>
): ReadonlyArray<PolicyProblem> => {
  const known = [...namesOf(tools), ...expectedTools(configs)]
  const names = against === undefined ? known : namesOf(against)
  const isKnown = new Set([...known, ...names])
  return configs.flatMap((config) =>
    [...mentions(config)].flatMap((mention) => {
      const { text, guards, source } = mention
      if (!guards || !isToolName(text) || isKnown.has(text)) return []
      const meant = names.find((name) => isSlip(text, name))
      return meant === undefined ? [] : [{ source, message: slipSaid(mention, meant) }]
    })
  )
}

const namesOf = (tools: ReadonlyArray<Named>) => tools.flatMap(({ name, aliases }) => [name, ...aliases])

/** The tools that a policy says an app has: those that it lists and allows, and those that its tests define. */
const expectedTools = (configs: ReadonlyArray<PolicyConfig>): ReadonlyArray<string> =>
  configs.flatMap(({ tools, tests }) => [
    ...[...tools].flatMap(([name, { allowed }]) => (allowed ? [name] : [])),
    ...tests.flatMap(({ call }) => (call.definition === undefined ? [] : [call.tool]))
  ])

const slipSaid = ({ text, where }: Mention, meant: string): string =>
  `unknown tool ${quoted(text)} in ${where}; did you mean ${quoted(meant)}, from which it differs by a letter or by case alone? If an app has such a tool, list it under "tools"`
