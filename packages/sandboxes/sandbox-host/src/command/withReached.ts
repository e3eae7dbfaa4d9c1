import type { Outcome } from "./commandOutcome.ts"

/** An outcome that says which limit its program came to and went on: what it could not do may have its cause there. */
export const withReached = ({ output, error }: Outcome, limit: string): Outcome => {
  const said = `It came to ${limit}.`
  return error === undefined
    ? { output: { ...output, metadata: { ...output.metadata, limitReached: said } }, error }
    : { output, error: { ...error, message: `${error.message} ${said}` } }
}
