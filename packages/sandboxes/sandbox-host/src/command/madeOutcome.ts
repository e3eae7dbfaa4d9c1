import { type CommandImplementation, type Permit, type Refused, ToolError, type ToolOutput } from "@toolgate/core"
import { refusalOf, unexpected } from "../refusalOf.ts"
import { toOutput } from "../toOutput.ts"
import type { Outcome } from "./commandOutcome.ts"
import type { OutputCollector } from "./OutputCollector.ts"

/** Returns the outcome that a tool makes of what its program printed. `broke` hears of an error that the tool did not mean. */
export const madeOutcome = (
  { request, grant }: Permit,
  result: NonNullable<CommandImplementation["result"]>,
  status: number,
  { main, beside }: OutputCollector,
  broke: (cause: unknown) => void
): Outcome => {
  const tool = request.tool.name
  const { outputBytes } = grant.limits
  let output: ToolOutput | Refused
  try {
    const printed = { args: request.args, status, stdout: main.text(), stderr: beside?.text() ?? "", isCut: main.isCut }
    output = toOutput(tool, result(printed), outputBytes)
  } catch (cause) {
    const meant = cause instanceof ToolError ? refusalOf(cause, outputBytes) : undefined
    if (meant === undefined) broke(cause)
    return { output: nothing, error: meant ?? unexpected(tool) }
  }
  return "_tag" in output ? { output: nothing, error: output } : { output, error: undefined }
}

const nothing: ToolOutput = Object.freeze({ content: [], success: false, metadata: {} })
