import { quoted } from "@toolgate/core"
import type { VariableName } from "@toolgate/policy"
import { listOf, type Shape, textOf } from "@toolgate/yaml-reading"

const variable: Shape<VariableName> = textOf(
  'the name of a variable, as in "HOME"',
  (text, { at, node }, reading) => {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) return { text, source: reading.source(at) }
    const [, name] = /^\$?\{?([A-Za-z_][A-Za-z0-9_]*)(?:\}$|=|$)/.exec(text) ?? []
    // The text after "=" may be a secret, and is not quoted.
    return reading.fault(node.at, () =>
      name === undefined
        ? `${quoted(text)} is not the name of a variable: use letters, digits and "_", and do not begin with a digit`
        : `write the variable "${name}" by its name alone; its value is taken from the gate's environment`
    )
  },
  { pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }
)

/** The shape of a list of environment variables of the gate, by name. */
export const variables: Shape<ReadonlyArray<VariableName>> = listOf("a list of names of variables", variable)
