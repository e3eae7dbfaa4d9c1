import { isMisspelling, quoted, type ToolDefinition } from "@toolgate/core"
import { listToolNames } from "./KnownToolList.ts"
import { listToolReferences, type ToolReference } from "./listToolReferences.ts"
import type { PolicyConfig } from "./PolicyConfig.ts"
import type { PolicyProblem } from "./PolicyInvalid.ts"
import { isOfServers, isToolName } from "./toolSelectors.ts"

/**
 * Finds names in deny and ask entries that match no tool, but are a typing error away from a tool's name. Such an
 * entry is meant to restrict the tool, and would not.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { findMisspelledTools } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import * as Effect from "effect/Effect"
 * import { builtins } from "toolgate"
 *
 * const config = Effect.runSync(parsePolicy("version: 1\nrules: { deny: [write_fil] }", "toolgate.yaml"))
 * const [problem] = findMisspelledTools([config], builtins())
 * assert.match(problem?.message ?? "", /"write_file"/)
 * ```
 */
export const findMisspelledTools = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<Pick<ToolDefinition, "name" | "aliases">>
): ReadonlyArray<PolicyProblem> => {
  const names = tools.flatMap(listToolNames)
  const known = new Set(names)
  const guarded = new GuardedNames(configs)
  return guarded.findMisspelled([...names, ...guarded.expected], (name) => known.has(name))
}

/**
 * The names of tools that a policy restricts. A gate may register ten thousand tools one after the other, so each new
 * tool is compared with these names only.
 */
export class GuardedNames {
  /**
   * The names of the tools that the policy expects an app to have: the tools that the policy lists and allows, and the
   * tools that its tests define.
   */
  readonly expected: ReadonlySet<string>
  private readonly guards: ReadonlyArray<ToolReference>

  constructor(configs: ReadonlyArray<PolicyConfig>) {
    this.expected = new Set(configs.flatMap(expectedTools))
    this.guards = configs.flatMap((config) =>
      [...listToolReferences(config)].filter(
        ({ text, guards }) => guards && isToolName(text) && !this.expected.has(text)
      )
    )
  }

  /** Finds guarded names that match no tool and are a typing error away from one of these names. */
  findMisspelled(names: ReadonlyArray<string>, isKnown: (name: string) => boolean): ReadonlyArray<PolicyProblem> {
    return this.guards.flatMap((mention) => {
      const { text, source } = mention
      const meant = isKnown(text) ? undefined : names.find((name) => isMisspelled(text, name))
      return meant === undefined ? [] : [{ source, message: slipSaid(mention, meant) }]
    })
  }
}

const expectedTools = ({ tools, tests }: PolicyConfig): ReadonlyArray<string> => [
  ...[...tools].flatMap(([name, { allowed }]) => (allowed ? [name] : [])),
  ...tests.flatMap(({ call }) => (call.definition === undefined ? [] : [call.tool]))
]

/**
 * Whether a name is a misspelling of the name of a tool. An MCP server may have tools with similar names, and one of
 * them may be missing today. A name of a server's tool therefore counts as misspelled only if it differs in case: two
 * tools of a server never do.
 */
const isMisspelled = (text: string, name: string): boolean =>
  isOfServers(text) ? text !== name && text.toLowerCase() === name.toLowerCase() : isMisspelling(text, name)

const slipSaid = ({ text, where }: ToolReference, meant: string): string =>
  `unknown tool ${quoted(text)} in ${where}; did you mean ${quoted(meant)}? If the app has a tool ${quoted(text)}, list the tool under "tools"`
