import { constants } from "node:os"
import {
  type CommandImplementation,
  type Json,
  type JsonObject,
  type Permit,
  type ProgramOutput,
  type Refused,
  refused,
  ToolError,
  type ToolOutput
} from "@toolgate/core"
import { parseJson } from "@toolgate/core/json"
import type { Exit } from "@toolgate/processes"
import { convertOutput } from "../convertOutput.ts"
import { cutText } from "../cutText.ts"
import { refuseToolError, refuseUnexpectedError } from "../refuseToolError.ts"
import type { OutputCollector } from "./OutputCollector.ts"

/** The result of a run, without how the run was limited. */
export interface Outcome {
  readonly output: ToolOutput
  readonly error: Refused | undefined
}

/** The instructions for reading a program's output. */
interface CommandOutput {
  readonly output: ProgramOutput
  readonly program: string
  /** The tool's function for the outcome of a program that ended by itself, if it has one. */
  readonly make: ((status: number) => Outcome) | undefined
}

/** Returns the output of a program that was stopped: its text so far, even if JSON was expected. */
export const buildPartialOutput = (commandExecuted: string, exit: Exit, collected: OutputCollector): ToolOutput => ({
  ...textOutput(collected),
  success: false,
  metadata: { ...textOutput(collected).metadata, ...particulars(exit, collected) },
  commandExecuted
})

/** Returns the outcome of a program that ended by itself. */
export const buildCommandOutcome = (
  permit: Permit,
  { output, program, make }: CommandOutput,
  commandExecuted: string,
  exit: Exit,
  collected: OutputCollector
): Outcome => {
  const { tool } = permit.request
  const failure = endedBadly(tool.name, program, exit, collected)
  if (make !== undefined && failure === undefined) {
    const made = make(exit.status ?? 0)
    const { output: own, error } = made
    return {
      error,
      output: { ...own, metadata: { ...own.metadata, ...particulars(exit, collected) }, commandExecuted }
    }
  }
  const failed = failure ?? statusFailure(tool.name, exit.status)
  const said =
    output === "text" ? textOutput(collected) : jsonOutput(tool.name, permit, collected, failed !== undefined)
  const error = failed ?? ("error" in said ? said.error : undefined)
  return {
    error,
    output: {
      content: said.content,
      ...(said.value === undefined ? {} : { value: said.value }),
      success: error === undefined,
      metadata: { ...said.metadata, ...particulars(exit, collected) },
      commandExecuted
    }
  }
}

interface Said {
  readonly content: ToolOutput["content"]
  readonly value?: Json
  readonly metadata: JsonObject
  readonly error?: Refused
}

const particulars = ({ status, signal }: Exit, { bytes, isIncomplete }: OutputCollector): JsonObject => ({
  ...(signal === null ? {} : { signal }),
  ...(status === null ? {} : { exitStatus: status }),
  stdoutBytes: bytes.stdout,
  stderrBytes: bytes.stderr,
  ...(isIncomplete ? { outputIncomplete: true } : {})
})

/** Returns the failure of a program that was killed by a signal, or never began. */
const endedBadly = (
  tool: string,
  program: string,
  { status, signal }: Exit,
  collected: OutputCollector
): Refused | undefined => {
  if (signal !== null)
    return refused("ToolFailed", `The command of tool "${tool}" was killed by ${signal}.`, { signal })
  if ((status === 126 || status === 127) && collected.bytes.stdout === 0 && isLauncherSpeaking(collected))
    return refused(
      "ToolFailed",
      `Cannot find or start the program "${program}" of tool "${tool}".${program.includes("/") ? "" : lookedFor}`,
      {
        exitStatus: status,
        program
      }
    )
  // A killed confined program has an exit status above 128. Programs such as Git use 129 for wrong usage.
  return status !== null && status > 129 && signalNames.has(status - 128) ? statusFailure(tool, status) : undefined
}

const lookedFor = " Folders in PATH that a call may write, such as the workspace, are not searched."

const statusFailure = (tool: string, status: Exit["status"]): Refused | undefined => {
  if (status === 0 || status === null) return undefined
  const killed = signalNames.get(status - 128)
  const means = killed === undefined ? "" : `, as after ${killed}`
  return refused("ToolFailed", `The command of tool "${tool}" ended with exit status ${status}${means}.`, {
    exitStatus: status
  })
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]))

// Whether the output is the single line that a shell prints if it cannot execute the program. Every shell uses the word
// "exec".
const isLauncherSpeaking = ({ main, beside }: OutputCollector): boolean => isLauncherError((beside ?? main).text())

export const isLauncherError = (text: string): boolean =>
  /^(?:\/bin\/)?sh: /.test(text) && text.includes("exec: ") && text.indexOf("\n") === text.length - 1

const textOutput = ({ main }: OutputCollector): Said => {
  const text = main.text()
  return { content: text === "" ? [] : [{ type: "text", text }], metadata: { streamed: true } }
}

/** Bytes of invalid JSON output to show to the model. */
const shown = 4096

const jsonOutput = (tool: string, { grant }: Permit, { main, beside }: OutputCollector, hasFailed: boolean): Said => {
  const stderr = beside?.text() ?? ""
  const metadata: JsonObject = stderr === "" ? {} : { stderr }
  const { outputBytes } = grant.limits
  const unfit = (error: Refused): Said => {
    const text = cutText(main.text(), Math.min(shown, outputBytes))
    return { content: text === "" ? [] : [{ type: "text", text }], metadata, error }
  }
  if (main.isCut)
    return unfit(
      refused("LimitExceeded", `Tool "${tool}" printed more than its limit of ${outputBytes} bytes.`, {
        limit: "outputBytes"
      })
    )
  const text = main.text()
  // A failing program may print nothing.
  if (hasFailed && text.trim() === "") return { content: [], metadata }
  let value: Json
  try {
    value = parseJson(text) as Json
  } catch (error) {
    return unfit(refused("ToolFailed", `Tool "${tool}" did not print one JSON value${where(error, text)}.`))
  }
  if (typeof value === "string") return { content: [], value, metadata }
  const copied = convertOutput(tool, value, outputBytes)
  if ("_tag" in copied) return unfit(copied)
  return { content: [], ...(copied.value === undefined ? {} : { value: copied.value }), metadata }
}

/** Returns the position of the parser's error, if the parser reports one. Never quotes the text. */
const where = (error: unknown, text: string): string => {
  const message = error instanceof Error ? error.message : ""
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return `: invalid JSON at character ${position}`
  if (text.trim() === "") return ": it printed nothing"
  return /end of JSON|Unterminated/.test(message) ? `: incomplete JSON, after ${text.length} characters` : ""
}

/** Builds the outcome from the tool's result function. `broke` receives an unexpected error of the function. */
export const buildToolOutcome = (
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
    output = convertOutput(tool, result(printed), outputBytes)
  } catch (cause) {
    const meant = cause instanceof ToolError ? refuseToolError(cause, outputBytes) : undefined
    if (meant === undefined) broke(cause)
    return { output: nothing, error: meant ?? refuseUnexpectedError(tool) }
  }
  return "_tag" in output ? { output: nothing, error: output } : { output, error: undefined }
}

const nothing: ToolOutput = Object.freeze({ content: [], success: false, metadata: {} })
