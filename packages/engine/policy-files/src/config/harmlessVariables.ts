import { quoted } from "@toolgate/core"
import type { VariableName } from "@toolgate/policy"
import { decidesWhatRuns, decidingVariable } from "@toolgate/policy"
import { isHarmlessVariable } from "@toolgate/shell"
import { listOf, type Shape, textOf } from "@toolgate/yaml-reading"

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
    const deciding = star === "*" ? decidingVariable(name) : isDeciding(name) ? name : undefined
    if (deciding === undefined) return { text, source: reading.source(at) }
    return reading.fault(node.at, () => {
      const which = deciding === name ? quoted(text) : `${quoted(text)} also matches ${quoted(deciding)}, which`
      return `${which} may decide which program runs, what it loads or what it does, and cannot be listed as harmless; to give commands a variable of the gate's environment, list it in the "env" of their tool`
    })
  },
  { pattern: "^[A-Za-z_][A-Za-z0-9_]*\\*?$" }
)

// Some variables of such a family are known to be harmless, whatever their value.
const isDeciding = (name: string): boolean => name !== "NODE_ENV" && !isHarmlessVariable(name) && decidesWhatRuns(name)

/** The shape of a list of variables that a command may set without losing the cover of an allow rule. */
export const harmlessVariables: Shape<ReadonlyArray<VariableName>> = listOf("a list of names of variables", variable)
