import type { PolicyConfig } from "@toolgate/policy"

/** Describes each fault in a policy's files about programs, in one sentence. */
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
