import { quoted } from "@toolgate/core"
import { escapePattern } from "@toolgate/core/access"
import {
  decidesWhatRuns,
  findDecidingVariable,
  type PolicyRules,
  parseRule,
  type Rule,
  selectorPattern,
  type VariableName
} from "@toolgate/policy"
import { isHarmlessVariable } from "@toolgate/shell"
import { listOf, recordOf, type Shape, textOf } from "@toolgate/yaml-reading"

const type = 'the name of a variable, or a prefix of names, as in "API_URL" or "E2E_*"'

const variable: Shape<VariableName> = textOf(
  type,
  (text, { at, node }, reading) => {
    const [, name, star] = /^([A-Za-z_][A-Za-z0-9_]*)(\*?)$/.exec(text) ?? []
    if (name === undefined)
      return reading.fault(node.at, () =>
        text === "*"
          ? '"*" would match every variable, including those that decide what runs, such as "PATH"; list the variables by name'
          : `${quoted(text)} is not ${type}: use letters, digits and "_", with an optional "*" at the end`
      )
    const deciding = star === "*" ? findDecidingVariable(name) : isDeciding(name) ? name : undefined
    if (deciding === undefined) return { text, source: reading.source(at) }
    return reading.fault(node.at, () => {
      const which = deciding === name ? quoted(text) : `${quoted(text)} also matches ${quoted(deciding)}, which`
      return `${which} may decide which program runs, what it loads or what it does, and cannot be listed as harmless; to give commands a variable of the gate's environment, list it in the "env" of their tool`
    })
  },
  { pattern: "^[A-Za-z_][A-Za-z0-9_]*\\*?$" }
)

// Some variables with such a prefix are known to be harmless with any value.
const isDeciding = (name: string): boolean => name !== "NODE_ENV" && !isHarmlessVariable(name) && decidesWhatRuns(name)

/** The shape of a list of variables that a command may set without losing the cover of an allow rule. */
const harmlessVariables: Shape<ReadonlyArray<VariableName>> = listOf("a list of names of variables", variable)

const longestRule = 4096

const rule: Shape<Rule> = textOf(
  'a rule, as in "read_file(src/**)"',
  (text, { at, node }, reading) => {
    if (text.length > longestRule)
      return reading.fault(node.at, () => `the rule ${quoted(text)} is longer than ${longestRule} characters`)
    const parsed = parseRule(text)
    if (typeof parsed === "string") {
      // YAML ends an unquoted text here, and the rest of the rule becomes another value or a comment.
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
      return reading.fault(
        node.at,
        () => `the rule ${quoted(text)} names a home folder, but the user has no home folder`
      )
    return { text, tool, pattern: `${escapePattern(home)}${pattern.slice(1)}`, source }
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
        "Calls that match need no approval, except for tools of CRITICAL risk. What other parts of the policy deny stays denied.",
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
