import { type Permit, refused } from "@toolgate/core"
import type { Appeared } from "../confinement/GrantConfinement.ts"
import type { Outcome } from "./commandOutcome.ts"

/**
 * Adds to an outcome what appeared where the grant allows nothing. Making something that is excepted from writing is a
 * failure.
 */
export const withAppeared = ({ request }: Permit, { output, error }: Outcome, appeared: Appeared): Outcome => {
  const { removed, stuck, left, why } = appeared
  if (removed.length + stuck.length + left.length === 0) return { output, error }
  const listed = { removed: some(removed), ...(stuck.length === 0 ? {} : { stuck: some(stuck) }) }
  const end = stuck.length === 0 ? "all was removed" : "not all could be removed, or looked into"
  const count = removed.length + stuck.length
  const what = `${count === 1 ? "a file or folder" : `${count} files or folders`} that its grant excepts from writing`
  const said = [`Tool "${request.tool.name}" made ${what}; ${end}.`, ...why].join(" ")
  const denied = refused("FileDenied", said, listed)
  const isFine = error === undefined && count === 0
  const metadata = { ...output.metadata, excepted: { ...listed, left: some(left) } }
  return { output: { ...output, success: isFine, metadata }, error: error ?? (isFine ? undefined : denied) }
}

/** A program can make more paths than an answer should hold. */
const some = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.length <= atMost ? paths : [...paths.slice(0, atMost), `and ${paths.length - atMost} more`]

const atMost = 100
