import { tellingName } from "../confinement/exceptedBy.ts"
import type { Met } from "../confinement/GrantConfinement.ts"
import type { Outcome } from "./commandOutcome.ts"

/**
 * Adds to an outcome which paths the program was kept from writing and what would permit it, whether or not the program
 * failed because of them.
 */
export const withMet = ({ output, error }: Outcome, met: Met | undefined): Outcome => {
  if (met === undefined) return { output, error }
  const { paths, why } = met
  const names = [...new Set(paths.map(tellingName))]
  const listed = names.slice(0, atMost).map((name) => JSON.stringify(name))
  const all = listed.length === 1 ? "" : " all of"
  const said = [`The command could not write${all} ${listed.join(", ")}.`, ...why.slice(0, atMost)].join(" ")
  return {
    output: {
      ...output,
      content: [...output.content, { type: "text", text: said }],
      metadata: { ...output.metadata, protected: paths.slice(0, atMost) }
    },
    error: error?.why === "ToolFailed" ? { ...error, message: `${error.message} ${said}` } : error
  }
}

const atMost = 5
