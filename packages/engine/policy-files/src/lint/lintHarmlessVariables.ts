import { isHarmlessVariable } from "@toolgate/shell"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Returns findings about variables that a file lists as harmless without effect. */
export const lintHarmlessVariables = ({ files }: Linted): ReadonlyArray<LintFinding> =>
  files.flatMap(({ config: { rules } }) => {
    const given = rules.harmlessVariables ?? []
    const isIdle = rules.allow.every(({ pattern }) => pattern === undefined)
    return given.flatMap(({ text, source }, i): ReadonlyArray<LintFinding> => {
      const other = given.find((one, at) => at !== i && covers(one.text, text) && !(at > i && one.text === text))
      const message = isHarmlessVariable(text)
        ? `the variable "${text}" is harmless without being listed`
        : other !== undefined
          ? `the variable "${text}" is already in rules.harmless_variables, as "${other.text}" at ${other.source}`
          : isIdle
            ? `the variable "${text}" has no effect: no allow rule of the file has a pattern`
            : undefined
      return message === undefined
        ? []
        : [{ source, level: "note", code: isIdle ? "never-matches" : "duplicate", message }]
    })
  })

const covers = (one: string, other: string): boolean =>
  one === other || (one.endsWith("*") && other.startsWith(one.slice(0, -1)))
