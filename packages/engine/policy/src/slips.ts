import { isSlip, quoted, type ToolDefinition } from "@toolgate/core"
import { isToolName, type Mention, mentions } from "./mentions.ts"
import type { PolicyConfig } from "./PolicyConfig.ts"
import type { PolicyProblem } from "./PolicyInvalid.ts"

type Named = Pick<ToolDefinition, "name" | "aliases">

/**
 * Returns the names in deny and ask entries that no tool has, but that are a typing error away from a tool's name. The
 * policy means to keep a tool away, and would not.
 */
export const slips = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<Named>,
  /** The tools whose names the entries may have meant. By default: `tools`, and the tools that the policy expects. */
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

/**
 * Returns the names of the tools that a policy expects an app to have: the tools that the policy lists and allows, and
 * the tools that its tests define.
 */
const expectedTools = (configs: ReadonlyArray<PolicyConfig>): ReadonlyArray<string> =>
  configs.flatMap(({ tools, tests }) => [
    ...[...tools].flatMap(([name, { allowed }]) => (allowed ? [name] : [])),
    ...tests.flatMap(({ call }) => (call.definition === undefined ? [] : [call.tool]))
  ])

const slipSaid = ({ text, where }: Mention, meant: string): string =>
  `unknown tool ${quoted(text)} in ${where}; did you mean ${quoted(meant)}? If the app has a tool ${quoted(text)}, list the tool under "tools"`
