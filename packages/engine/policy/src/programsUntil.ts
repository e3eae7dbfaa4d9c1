import { type AddedPrograms, addPrograms } from "@toolgate/shell"
import type { PolicyConfig } from "./PolicyConfig.ts"

/**
 * Returns what the file at index `i` and the files before it say of programs; `undefined` if they say nothing. A file that
 * only narrows may not say what is harmless.
 */
export const programsUntil = (
  configs: ReadonlyArray<Pick<PolicyConfig, "programs" | "onlyNarrows">>,
  i: number
): AddedPrograms | undefined => {
  const given = configs
    .slice(0, i + 1)
    .flatMap(({ programs, onlyNarrows }) => (programs === undefined || onlyNarrows === true ? [] : [programs]))
  if (given.length === 0) return undefined
  return addPrograms(
    given.flatMap(({ files }) => files),
    given.some(({ isDoubtful }) => isDoubtful)
  )
}
