import type { PolicyConfig } from "@toolgate/policy"

/**
 * Describes each fault in a policy's files about programs, in one sentence.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { defaultConfig } from "@toolgate/policy"
 * import { describeProgramFaults } from "@toolgate/policy-files"
 *
 * const problems = [{ source: "programs/deploy.yaml:2:3", message: 'unknown key "hamless"; did you mean "harmless"?' }]
 * const programs = {
 *   folder: "/app/programs",
 *   files: [],
 *   paths: [],
 *   examples: [],
 *   problems,
 *   isDoubtful: true,
 *   source: "a:1"
 * }
 * const [sentence] = describeProgramFaults([{ ...defaultConfig, programs }])
 * assert.match(sentence ?? "", /^programs\/deploy\.yaml:2:3: unknown key/)
 * ```
 */
export const describeProgramFaults = (
  configs: ReadonlyArray<Pick<PolicyConfig, "programs" | "onlyNarrows">>
): ReadonlyArray<string> =>
  configs.flatMap(({ programs, onlyNarrows }) => {
    if (programs === undefined) return []
    if (onlyNarrows === true)
      return [
        `The key "programs" (${programs.source}) is ignored, because this file only narrows; name the folder in your own policy.`
      ]
    return programs.problems.map(
      ({ source, message }) =>
        `${source}: ${message}${message.endsWith("?") ? "" : "."} Until the file is corrected, a person is asked about every word of its programs.`
    )
  })
