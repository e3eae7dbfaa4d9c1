import { type AddedPrograms, addPrograms } from "@toolgate/shell"
import type { PolicyConfig } from "./PolicyConfig.ts"

/**
 * Returns what the file at index `i` and the files before it say of programs; `undefined` if they say nothing. A later
 * file may only narrow, so what it says does not count for an earlier one.
 */
export const programsUntil = (
  configs: ReadonlyArray<Pick<PolicyConfig, "programs">>,
  i: number
): AddedPrograms | undefined => {
  const given = configs.slice(0, i + 1).flatMap(({ programs }) => programs ?? [])
  if (given.length === 0) return undefined
  return addPrograms(
    given.flatMap(({ files }) => files),
    given.some(({ isDoubtful }) => isDoubtful)
  )
}
