import { quoted } from "@toolgate/core"
import { listProgramNames } from "@toolgate/shell"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns findings about a team's own files about programs: their faults, and files for programs that Toolgate already
 * knows.
 */
export const lintOwnPrograms = ({ files }: Linted): ReadonlyArray<LintFinding> => {
  const shipped = new Set(listProgramNames())
  return files.flatMap(({ config: { programs, onlyNarrows } }): ReadonlyArray<LintFinding> => {
    if (programs === undefined) return []
    const { source } = programs
    const found = (level: LintFinding["level"], message: string, at = source) => ({
      source: at,
      level,
      code: "program-file" as const,
      message
    })
    if (onlyNarrows === true)
      return [found("warning", '"programs" is ignored in a file that only narrows; name the folder in your own policy')]
    const both = programs.files.flatMap(({ names }) => names.filter((name) => shipped.has(name)))
    return [
      ...programs.problems.map((problem) => found("error", problem.message, problem.source)),
      ...both.map((name) =>
        found(
          "note",
          `the program ${quoted(name)} has a file in Toolgate as well; a word of it is harmless only if both files say so`
        )
      )
    ]
  })
}
