import { type Permit, refused } from "@toolgate/core"
import type { Appeared } from "./Confinement.ts"
import type { Outcome } from "./commandOutcome.ts"

/** An outcome with what appeared where nothing may be: to have made what is excepted from writing is a failure. */
export const withAppeared = ({ request }: Permit, { output, error }: Outcome, { removed, left }: Appeared): Outcome => {
  if (removed.length === 0 && left.length === 0) return { output, error }
  const denied = refused(
    "FileDenied",
    `Tool "${request.tool.name}" made files that its grant excepts from writing; they were removed.`,
    { removed }
  )
  const metadata = { ...output.metadata, excepted: { removed, left } }
  const isFine = error === undefined && removed.length === 0
  return { output: { ...output, success: isFine, metadata }, error: error ?? (removed.length > 0 ? denied : undefined) }
}
