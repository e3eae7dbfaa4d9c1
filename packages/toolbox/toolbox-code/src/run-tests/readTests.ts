import { type PrintedOutput, ToolExecutionError, ToolNotFound, ToolValidationError } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import type { TestSettings } from "../codeSettings.ts"
import { createMissingProgramError } from "../operator/missing.ts"
import { readReport } from "./readReport.ts"

/** Returns the function that parses the wrapper's output: exit status, last lines and report. */
export const readTests =
  ({ command }: TestSettings) =>
  ({ stdout, stderr, isCut }: PrintedOutput) => {
    if (stdout === "unfiltered") throw noFilter
    if (stdout === "missing") throw createMissingProgramError(command[0] ?? "")
    const [said = "", output = "", text = ""] = stdout.split("\0")
    const status = /^ran (\d+)$/.exec(said)?.[1]
    if (status === undefined && /: cd: /.test(stderr))
      throw new ToolNotFound({ message: 'The folder in "path" does not exist, or is not a folder.' })
    if (status === undefined)
      throw new ToolExecutionError({ message: `The tests could not be started: ${stderr.trim().slice(-mostSaid)}` })
    const report = text === "" ? undefined : readReport(text)
    if (report === undefined && status !== "0" && command.some((word) => word.includes("{report}")))
      throw new ToolExecutionError({
        message: `The tests did not run to the end: the command ended with exit status ${status} and wrote no report. It printed: ${output.trim().slice(-mostSaid) || "nothing."}`
      })
    const { failures = [], isWhole = true, ...counts } = report ?? {}
    return boundOutput(
      failures,
      (kept, cut) => ({
        ok: status === "0",
        ...counts,
        failures: kept,
        output: output.slice(-mostPrinted).toWellFormed(),
        cut: cut || !isWhole || isCut
      }),
      'Run fewer tests at once, with "path" or "filter".'
    )
  }

const mostSaid = 2000
const mostPrinted = 16_000

const noFilter = new ToolValidationError({
  message:
    'The argument "filter" cannot be used: the settings of the toolbox do not say how the command takes a filter, in the section "code" under "tests" as "filter". Leave it out.'
})
