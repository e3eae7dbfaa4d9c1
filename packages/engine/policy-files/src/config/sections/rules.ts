import { quoted } from "@toolgate/core"
import { literalPattern } from "@toolgate/core/access"
import type { PolicyRules, Rule } from "@toolgate/policy"
import { parseRule, selectorPattern } from "@toolgate/policy"
import { listOf, recordOf, type Shape, textOf } from "@toolgate/yaml-reading"
import { harmlessVariables } from "../harmlessVariables.ts"

const longestRule = 4096

const rule: Shape<Rule> = textOf(
  'a rule, as in "read_file(src/**)"',
  (text, { at, node }, reading) => {
    if (text.length > longestRule)
      return reading.fault(node.at, () => `the rule ${quoted(text)} is longer than ${longestRule} characters`)
    const parsed = parseRule(text)
    if (typeof parsed === "string") {
      // YAML ends an unquoted text at this point. The rest of the rule becomes another value or a comment.
      const cut = node.kind === "scalar" && node.plain !== undefined && /[()]/.test(text)
      const hint = cut ? '; put a rule that contains "," or " #" in quotes' : ""
      return reading.fault(node.at, () => `the rule ${quoted(text)} ${parsed}${hint}`)
    }
    const { tool, pattern } = parsed
    if (tool.startsWith("group:")) reading.uses.push({ kind: "group", name: tool.slice(6), at: node.at })
    const source = reading.source(at)
    if (pattern === undefined || !/^~(?=$|\/)/.test(pattern)) return { text, tool, pattern, source }
    const { home } = reading
    if (home === undefined)
      return reading.fault(node.at, () => `the rule ${quoted(text)} names a home folder, and the user has none`)
    return { text, tool, pattern: `${literalPattern(home)}${pattern.slice(1)}`, source }
  },
  { maxLength: longestRule, pattern: `${selectorPattern.source.slice(0, -1)}(?:\\([\\s\\S]+\\))?$` }
)

const list = listOf("a list of rules", rule)

export const rules: Shape<PolicyRules> = recordOf(
  '"rules"',
  {
    deny: { shape: list, description: "Calls that match are denied.", absent: "none" },
    ask: {
      shape: list,
      description: "A person is asked about calls that match, unless a deny rule matches too.",
      absent: "none"
    },
    allow: {
      shape: list,
      description:
        "Nobody is asked about calls that match, except for tools of CRITICAL risk. What other parts of the policy deny stays denied.",
      absent: "none"
    },
    harmless_variables: {
      shape: harmlessVariables,
      description:
        "Variables that a command may set, as in `API_URL=… npm test`, without losing the cover of an allow rule of this file, in addition to those that are known to be harmless. A `*` at the end stands for every variable with this prefix, except for those whose names show that they decide what runs.",
      absent: "none"
    }
  },
  ({ deny = [], ask = [], allow = [], harmless_variables }) => ({
    deny,
    ask,
    allow,
    ...(harmless_variables === undefined ? {} : { harmlessVariables: harmless_variables })
  })
)
