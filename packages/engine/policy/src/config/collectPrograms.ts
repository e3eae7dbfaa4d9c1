import { type AddedPrograms, addPrograms } from "@toolgate/shell"
import type { PolicyConfig } from "./PolicyConfig.ts"

/**
 * Collects the program facts from the file at index `i` and the files before it; `undefined` if they have none. A
 * later file may only narrow, so its facts do not apply to an earlier file.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { collectPrograms, defaultConfig } from "@toolgate/policy"
 *
 * // The folder of this file has a fault that hides which programs it is about.
 * const programs = {
 *   folder: "/app/programs",
 *   files: [],
 *   paths: [],
 *   examples: [],
 *   problems: [],
 *   isDoubtful: true,
 *   source: "toolgate.yaml:2:11"
 * }
 * const project = { ...defaultConfig, programs }
 * assert.equal(collectPrograms([defaultConfig, project], 0), undefined)
 * assert.notEqual(collectPrograms([defaultConfig, project], 1), undefined)
 * ```
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
