import { isHarmlessVariable } from "@toolgate/shell"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Variables that a file takes for harmless to no effect. */
export const harmlessVariables = ({ files }: Linted): ReadonlyArray<LintFinding> =>
  files.flatMap(({ config: { rules } }) => {
    const given = rules.harmlessVariables ?? []
    const isIdle = rules.allow.every(({ pattern }) => pattern === undefined)
    return given.flatMap(({ text, source }, i): ReadonlyArray<LintFinding> => {
      const other = given.find((one, at) => at !== i && covers(one.text, text) && !(at > i && one.text === text))
      const message = isHarmlessVariable(text)
        ? `the variable "${text}" is harmless without being named`
        : other !== undefined
          ? `the variable "${text}" stands in rules.harmless_variables already, as "${other.text}" at ${other.source}`
          : isIdle
            ? `the variable "${text}" is harmless to no rule: no allow rule of the file has a pattern that it could keep from covering a command`
            : undefined
      return message === undefined
        ? []
        : [{ source, level: "note", code: isIdle ? "never-matches" : "duplicate", message }]
    })
  })

const covers = (one: string, other: string): boolean =>
  one === other || (one.endsWith("*") && other.startsWith(one.slice(0, -1)))
