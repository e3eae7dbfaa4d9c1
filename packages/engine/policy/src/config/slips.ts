import { isMisspelling, quoted, type ToolDefinition } from "@toolgate/core"
import { namesOf } from "./KnownToolList.ts"
import { type Mention, mentions } from "./mentions.ts"
import type { PolicyConfig } from "./PolicyConfig.ts"
import type { PolicyProblem } from "./PolicyInvalid.ts"
import { isOfServers, isToolName } from "./toolSelectors.ts"

/**
 * Returns the names in deny and ask entries that no tool has, but that are a typing error away from a tool's name. The
 * policy means to keep a tool away, and would not.
 */
export const slips = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<Pick<ToolDefinition, "name" | "aliases">>
): ReadonlyArray<PolicyProblem> => {
  const names = tools.flatMap(namesOf)
  const known = new Set(names)
  const guarded = new GuardedNames(configs)
  return guarded.slips([...names, ...guarded.expected], (name) => known.has(name))
}

/**
 * The names of the tools that a policy means to keep away. A gate may register ten thousand tools one after the other,
 * so each of them is compared with these names alone.
 */
export class GuardedNames {
  /**
   * The names of the tools that the policy expects an app to have: the tools that the policy lists and allows, and the
   * tools that its tests define.
   */
  readonly expected: ReadonlySet<string>
  private readonly guards: ReadonlyArray<Mention>

  constructor(configs: ReadonlyArray<PolicyConfig>) {
    this.expected = new Set(configs.flatMap(expectedTools))
    this.guards = configs.flatMap((config) =>
      [...mentions(config)].filter(({ text, guards }) => guards && isToolName(text) && !this.expected.has(text))
    )
  }

  /** Returns the guarded names that are a typing error away from one of these names, and that no tool has. */
  slips(names: ReadonlyArray<string>, isKnown: (name: string) => boolean): ReadonlyArray<PolicyProblem> {
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
 * Whether a name is a misspelling of the name of a tool. A server may have tools of similar names, and may be without one of
 * them today: a name of its tools is misspelled only if it differs in upper and lower case, which no two of them do.
 */
const isMisspelled = (text: string, name: string): boolean =>
  isOfServers(text) ? text !== name && text.toLowerCase() === name.toLowerCase() : isMisspelling(text, name)

const slipSaid = ({ text, where }: Mention, meant: string): string =>
  `unknown tool ${quoted(text)} in ${where}; did you mean ${quoted(meant)}? If the app has a tool ${quoted(text)}, list the tool under "tools"`
