// A sandbox against the port alone: commands as processes without variables, which nothing but time and output holds.
import { spawn } from "node:child_process"
import { type Json, type Ran, type Refused, type Run, refuse, refused, type Sandbox } from "@toolgate/core"
import * as Effect from "effect/Effect"

export const plainSandbox: Sandbox = {
  name: "plain",
  runs: new Set(["command"]),
  prepare: ({ request: { tool, args, context }, grant: { limits } }) => {
    const command = tool.implementations.find((one) => one.kind === "command")
    const { wallMs, outputBytes } = limits
    if (command?.input !== "stdin" || !(outputBytes >= 0 && (wallMs === "unlimited" || wallMs > 0)))
      return refuse("SandboxUnavailable", `Tool "${tool.name}" is no command with limits that can be held here.`)
    const ms = wallMs === "unlimited" ? tool.timeoutMs : Math.min(wallMs, tool.timeoutMs)
    const failed = (why: Refused["why"], what: string) => refused(why, `Tool "${tool.name}" ${what}.`)
    const start: Run["start"] = (handles) =>
      new Promise((resolve) => {
        const [program = "", ...words] = command.argv
        const child = spawn(program, words, { cwd: context.workspace, env: {}, stdio: ["pipe", "pipe", "ignore"] })
        let printed = Buffer.alloc(0)
        let reason: { readonly error: Refused; readonly limit?: "wallMs" | "outputBytes" } | undefined
        const stop = (error: Refused, limit?: "wallMs" | "outputBytes"): void => {
          reason ??= limit === undefined ? { error } : { error, limit }
          child.kill("SIGKILL")
        }
        const clock = setTimeout(
          () => stop(failed("TimedOut", `exceeded its wall-time limit of ${ms} ms`), "wallMs"),
          ms
        )
        handles.onStop({ stop })
        child.stdin.on("error", () => {}).end(JSON.stringify(args))
        child.stdout.on("data", (part: Buffer) => {
          printed = Buffer.concat([printed, part.subarray(0, outputBytes - printed.length)])
          if (printed.length === outputBytes)
            stop(failed("LimitExceeded", `printed its limit of ${outputBytes} bytes`), "outputBytes")
        })
        child.on("error", () => stop(failed("ToolFailed", "could not be started")))
        child.on("close", (status) => {
          clearTimeout(clock)
          const text = printed.toString()
          const value = command.output === "json" ? jsonIn(text) : undefined
          const ended = status === 0 ? undefined : failed("ToolFailed", `ended with ${status}`)
          const unread = value === undefined ? failed("ToolFailed", "printed no JSON") : undefined
          const error = reason?.error ?? ended ?? (command.output === "json" ? unread : undefined)
          const limit = reason?.limit
          const met = limit === undefined ? {} : { reached: [limit], endedBy: limit }
          const said =
            value === undefined ? { content: [{ type: "text" as const, text }] } : { content: [], value: value.json }
          resolve({
            output: { ...said, success: error === undefined, metadata: {} },
            error,
            enforced: { ...held, ...met }
          })
        })
      })
    return Effect.succeed({ start })
  }
}

const jsonIn = (text: string): { readonly json: Json } | undefined => {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** What held each part of a grant. */
const held: Ran["enforced"] = {
  wallMs: "sigkill",
  outputBytes: "sigkill",
  cpuMs: "none",
  memoryBytes: "none",
  processes: "none",
  access: "none",
  files: "none",
  syscalls: "none"
}
