import { quoted } from "@toolgate/core"
import type { VariableName } from "@toolgate/policy"
import { decidesWhatRuns, decidingVariable } from "@toolgate/policy"
import { isHarmlessVariable } from "@toolgate/shell"
import { listOf } from "../yaml/listOf.ts"
import type { Shape } from "../yaml/Shape.ts"
import { textOf } from "../yaml/scalars.ts"

const type = 'the name of a variable, or how names begin, as in "API_URL" or "E2E_*"'

const variable: Shape<VariableName> = textOf(
  type,
  (text, { at, node }, reading) => {
    const [, name, star] = /^([A-Za-z_][A-Za-z0-9_]*)(\*?)$/.exec(text) ?? []
    if (name === undefined)
      return reading.fault(node.at, () =>
        text === "*"
          ? '"*" would be every variable, also those that decide what runs, such as "PATH"; name the variables'
          : `${quoted(text)} is not ${type}: a name has letters, digits and "_", and "*" may stand at its end`
      )
    const deciding = star === "*" ? decidingVariable(name) : isDeciding(name) ? name : undefined
    if (deciding === undefined) return { text, source: reading.source(at) }
    return reading.fault(node.at, () => {
      const which = deciding === name ? quoted(text) : `${quoted(text)} is about ${quoted(deciding)} as well, which`
      return `${which} may decide which program runs, what it loads or what it is told to do, so that no policy takes it for harmless; what commands are to have of the gate's own environment is named in the "env" of their tool`
    })
  },
  { pattern: "^[A-Za-z_][A-Za-z0-9_]*\\*?$" }
)

// Some of a family are known to do no harm, whatever their value.
const isDeciding = (name: string): boolean => name !== "NODE_ENV" && !isHarmlessVariable(name) && decidesWhatRuns(name)

/** Variables that a command may set and still be what an allow rule covers. */
export const harmlessVariables: Shape<ReadonlyArray<VariableName>> = listOf("a list of names of variables", variable)
