// A sandbox, written against the port alone. It runs commands as processes without variables, and limits only their
// time and output.
import { type ExecFileException, execFile } from "node:child_process"
import {
  type Ran,
  type Refused,
  refuse,
  refused,
  resolveWallTime,
  type Sandbox,
  toolOutput,
  unenforced,
  wallTimeExceeded
} from "@toolgate/core"
import { parseJsonObject } from "@toolgate/core/json"
import * as Effect from "effect/Effect"

const held = { ...unenforced, wallMs: "sigkill", outputBytes: "sigkill" }

export const plainSandbox: Sandbox = {
  name: "plain",
  runs: new Set(["command"]),
  prepare: (permit, { implementations }) => {
    const { tool, args, context } = permit.request
    const { outputBytes } = permit.grant.limits
    const command = implementations.find((one) => one.kind === "command")
    if (command?.input !== "stdin" || command.output !== "json")
      return refuse("SandboxUnavailable", `Tool "${tool.name}" is no command that reads and prints JSON.`)
    const wallMs = resolveWallTime(permit)
    if (typeof wallMs !== "number") return Effect.fail(wallMs)
    const failed = (what: string, why: Refused["why"] = "ToolFailed") => refused(why, `Tool "${tool.name}" ${what}.`)
    const ran = (broken: ExecFileException | null, text: string): Ran => {
      const isCut = broken?.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER"
      const limit = isCut ? "outputBytes" : broken?.killed ? "wallMs" : undefined
      const value = broken === null ? parseJsonObject(text) : undefined
      if (value !== undefined) return { output: toolOutput({ value }), error: undefined, enforced: held }
      const ended = failed(broken === null ? "printed no JSON object" : `ended with ${broken.code}`)
      const cut = failed(`printed more than ${outputBytes} bytes`, "LimitExceeded")
      return {
        output: toolOutput({ text, success: false }),
        error: isCut ? cut : limit === undefined ? ended : wallTimeExceeded(tool.name, wallMs),
        enforced: limit === undefined ? held : { ...held, reached: [limit], endedBy: limit }
      }
    }
    const [program = "", ...words] = command.argv
    const limits = { timeout: Math.ceil(wallMs), maxBuffer: outputBytes, killSignal: "SIGKILL" } as const
    const start = () =>
      Effect.callback<Ran>((resume) => {
        const settings = { cwd: context.workspace, env: command.env, ...limits }
        const child = execFile(program, words, settings, (broken, text) => resume(Effect.succeed(ran(broken, text))))
        child.stdin?.on("error", () => {}).end(JSON.stringify(args))
        return Effect.sync(() => child.kill("SIGKILL"))
      })
    return Effect.succeed({ start })
  }
}
