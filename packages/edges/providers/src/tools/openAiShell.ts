import type { Json, JsonObject, ToolExecution } from "@toolgate/core"
import { blockText } from "../modelText.ts"
import { defineProviderTool, type ProviderTool } from "../ProviderTool.ts"
import { toObject } from "../round/unknownJson.ts"
import { createUnreadableCall } from "./createUnreadableCall.ts"

/**
 * OpenAI's `shell` in a local environment. Each command becomes a separate call of the gate's `shell`, judged, approved
 * and recorded by itself, in a new shell. A denied command has exit status 126 in the answer.
 *
 * The gate's `shell` has one output stream, which is the answer's `stdout`; the gate's messages are `stderr`. The
 * gate's time limit applies, not the model's `timeout_ms`.
 *
 * ```ts
 * import { openAiShell, specsFor } from "@toolgate/providers"
 * import { createToolgate, shell } from "toolgate"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [shell] })
 * console.log(specsFor("openai", gate.tools.list(), [openAiShell]))
 * ```
 */
export const openAiShell: ProviderTool = defineProviderTool({
  name: "openai_shell",
  description: "Runs shell commands.",
  providerSpecs: { openai: { type: "shell", environment: { type: "local" } } },
  callTypes: [{ type: "shell_call" }],
  uses: ["shell"],
  replaces: ["shell"],
  handleCall: ({ item }) => {
    const action = toObject(item.action)
    const commands = action?.commands
    const fault = faultOf(commands, item.environment)
    const most = action?.max_output_length
    const limit = typeof most === "number" && most >= 0 ? Math.floor(most) : undefined
    const echo: JsonObject = limit === undefined ? {} : { max_output_length: limit }
    if (fault !== undefined || !Array.isArray(commands)) {
      return createUnreadableCall("shell", item.action, fault ?? "", (stderr) => ({
        item: { output: [{ stdout: "", stderr, outcome: { type: "exit", exit_code: notRun } }], ...echo }
      }))
    }
    return {
      calls: commands.map((command: Json) => ({ tool: "shell", args: { command } })),
      answer: (executions) => ({ item: { output: executions.map((execution) => outputOf(execution, limit)), ...echo } })
    }
  }
})

const faultOf = (commands: Json | undefined, environment: Json | undefined) => {
  const where = toObject(environment)?.type
  if (where !== undefined && where !== "local") return "The call is for an environment that is not local."
  if (!Array.isArray(commands) || commands.length === 0) return 'The call has no list "commands".'
  return commands.length > mostCommands
    ? `A call may have ${mostCommands} commands, but this one has ${commands.length}. None was run.`
    : undefined
}

const outputOf = (execution: ToolExecution, limit: number | undefined): JsonObject => {
  const { output, error } = execution
  const ended = typeof output.metadata.exitStatus === "number"
  const stdout = output.content.map((block) => blockText(block)).join("")
  // The exit status already says what the error would repeat.
  const stderr = error === undefined || ended ? "" : error.message
  const shown = limit === undefined ? stdout : shortened(stdout, Math.max(0, limit - stderr.length))
  const about = limit === undefined ? stderr : shortened(stderr, limit)
  return { stdout: shown, stderr: about, outcome: outcomeOf(execution) }
}

const outcomeOf = ({ success, executed, output, error }: ToolExecution): JsonObject => {
  if (error?.class === "timeout") return { type: "timeout" }
  const { exitStatus, signal } = output.metadata
  if (executed === "no") return { type: "exit", exit_code: notRun }
  if (typeof exitStatus === "number") return { type: "exit", exit_code: exitStatus }
  if (typeof signal === "string") return { type: "exit", exit_code: 128 + (signals[signal] ?? 0) }
  return { type: "exit", exit_code: success ? 0 : 1 }
}

const signals: Readonly<Record<string, number | undefined>> = {
  SIGINT: 2,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15
}

/** The exit status of a shell for a command that cannot be run. */
const notRun = 126

/** The limit for commands in a call. Each may need a person's approval. */
const mostCommands = 100

/** Returns the start and end of a text that is too long, with a notice between them if it fits. */
const shortened = (text: string, most: number): string => {
  if (text.length <= most) return text
  const notice = `\n[${text.length - most} or more characters are left out here.]\n`
  if (notice.length >= most) return text.slice(0, most).toWellFormed()
  const head = Math.ceil((most - notice.length) / 2)
  const tail = most - notice.length - head
  return (text.slice(0, head) + notice + text.slice(text.length - tail)).toWellFormed()
}
