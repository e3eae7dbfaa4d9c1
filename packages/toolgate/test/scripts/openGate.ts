import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ChainOptions, type ChainRunResult, chainTools } from "@toolgate/chain"
import { onTestFinished } from "vitest"
import {
  createToolgate,
  defineTool,
  type Tool,
  type ToolContext,
  type ToolExecution,
  type ToolgateOptions,
  Type
} from "../../src/index.ts"

const callers = ["direct", "chain"] as const

/** A tool that scripts may call. */
export const tool = (
  name: string,
  execute: (args: Readonly<Record<string, unknown>>, context: ToolContext) => unknown,
  more: Partial<Tool> = {}
): Tool =>
  defineTool({
    name,
    description: "For a test.",
    parameters: Type.Object({}, { additionalProperties: true }),
    sideEffects: "READ",
    callers,
    ...more,
    execute: execute as never
  })

/** Returns a tool that records each sent mail. */
export const mailer = () => {
  const sent: Array<unknown> = []
  const send = ({ to }: Readonly<Record<string, unknown>>) => {
    sent.push(to)
    return `sent to ${to}`
  }
  return { sent, send_email: tool("send_email", send, { sideEffects: "NETWORK" }) }
}

export const echo = tool("echo", (args) => ({ ...args }))

/** Opens a gate with these tools and `run_script`, and runs scripts in it. */
export const openGate = async (
  tools: ReadonlyArray<Tool> = [],
  options: ChainOptions = {},
  more: Partial<ToolgateOptions> = {}
) => {
  const workspace = mkdtempSync(join(tmpdir(), "toolgate-chain-"))
  const gate = await createToolgate({ workspace, policy: "host", ...more, tools: [...tools, ...chainTools(options)] })
  onTestFinished(async () => {
    await gate.close()
    rmSync(workspace, { recursive: true, force: true })
  })
  let count = 0
  const run = async (code: string, options: Parameters<typeof gate.dispatch>[1] = {}) =>
    ranOf(await gate.dispatch({ id: `s${count++}`, tool: "run_script", args: { code } }, options))
  return { gate, workspace, run }
}

/** Returns an execution of a script, with its calls and the text for a model. */
export const ranOf = (execution: ToolExecution) => {
  const { output } = execution
  return {
    execution,
    ...(output.value as unknown as ChainRunResult),
    error: execution.error?.message,
    text: output.content.map((block) => ("text" in block ? block.text : "")).join("\n")
  }
}

/** Returns the policy option for a file with this text. */
export const policyOf = (text: string): Partial<ToolgateOptions> => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-policy-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, "policy.yaml"), text)
  return { policy: { files: [join(folder, "policy.yaml")] } }
}

/** Returns the processes in which this process runs guests. */
export const guestProcesses = (): ReadonlyArray<number> => {
  const parents = new Map<number, number>()
  const guests = new Set<number>()
  for (const name of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8")
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]))
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0")
      if (words.some((word) => /guest\/main\.[mc]?[jt]s$/.test(word))) guests.add(Number(name))
    } catch {
      // The process has ended.
    }
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === process.pid || isOurs(parents.get(pid)))
  return [...guests].filter(isOurs)
}
