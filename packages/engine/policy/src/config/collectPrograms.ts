import { type AddedPrograms, addPrograms } from "@toolgate/shell"
import type { PolicyConfig } from "./PolicyConfig.ts"

/**
 * Collects the program facts from the file at index `i` and the files before it; `undefined` if they have none. A
 * later file may only narrow, so its facts do not apply to an earlier file.
 */
export const collectPrograms = (
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
