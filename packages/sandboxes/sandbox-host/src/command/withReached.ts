import type { Outcome } from "./commandOutcome.ts"

/**
 * Adds to an outcome the limit that its program reached without ending. Something that the program could not do may
 * have its cause there.
 */
export const withReached = ({ output, error }: Outcome, limit: string): Outcome => {
  const said = `It reached ${limit}.`
  return error === undefined
    ? { output: { ...output, metadata: { ...output.metadata, limitReached: said } }, error }
    : { output, error: { ...error, message: `${error.message} ${said}` } }
}
