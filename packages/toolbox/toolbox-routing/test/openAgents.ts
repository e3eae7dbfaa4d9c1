import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { JsonObject, Tool, ToolExecution } from "@toolgate/core"
import type { useGate } from "@toolgate/toolbox-testing"
import { builtins, type CallOptions, createToolgate, type Toolgate, type ToolgateOptions } from "toolgate"
import type { RoutingSettings } from "../src/index.ts"
import { routingTools } from "../src/index.ts"

export const agents = fileURLToPath(new URL("agents/", import.meta.url))
/** The folder of the Python library. */
export const runner = fileURLToPath(new URL("../../../edges/runner/python/", import.meta.url))

export const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 8))"]).status === 0

/** The two agents, in TypeScript and in Python. */
export const usual = {
  ts: {
    command: [process.execPath, "--conditions=@toolgate/source", join(agents, "agent.ts")],
    confinement: "none",
    env: ["PATH", "NODE_COMPILE_CACHE"]
  },
  py: { command: ["env", `RUNNER=${runner}`, "python3", join(agents, "agent.py")], confinement: "none", env: ["PATH"] }
} as const

/**
 * Creates the gate of a suite, whose calls start the usual agents. A call is cancelled when its agent prints something.
 */
export const openAgentsGate: typeof useGate = (_tools, files = {}, use) =>
  openAgents({ files: files as Readonly<Record<string, string>> }, ({ workspace, call }) =>
    use({
      workspace,
      call: (tool, args, limits = {}) => call(tool, args, { limits }),
      cancelled: (tool, args) => {
        const cancelling = new AbortController()
        return call(tool, args, { signal: cancelling.signal, onOutput: () => cancelling.abort() })
      }
    })
  )

/** The language of each agent, and whether it can run here. */
export const languages = [
  ["ts", true],
  ["py", hasPython]
] as const

/** A gate whose calls start agents. */
export interface AgentGate {
  readonly workspace: string
  readonly gate: Toolgate
  readonly call: (tool: string, args: JsonObject, options?: CallOptions) => Promise<ToolExecution>
  /** Delegates a JSON task to an agent. */
  readonly delegate: (agent: string, task: object, more?: object, options?: CallOptions) => Promise<ToolExecution>
}

type Agents = NonNullable<RoutingSettings["agents"]>

/** The options of a gate. Functions receive the folder of the workspace. */
interface Options extends Partial<Pick<ToolgateOptions, "limits">> {
  readonly settings?: Agents | ((workspace: string) => Agents)
  readonly policy?: ToolgateOptions["policy"]
  readonly policyIn?: (workspace: string) => ToolgateOptions["policy"]
  readonly tools?: ReadonlyArray<Tool>
  readonly files?: Readonly<Record<string, string>>
}

/** Opens a gate with the routing tools and the built-in ones, closed after use. */
export const openAgents = async (
  { settings: given = usual, tools = [], files = {}, policy: chosen = "host", policyIn, limits = {} }: Options,
  use: (gate: AgentGate) => Promise<void>
): Promise<void> => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-agents-")))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), content)
  }
  const settings = typeof given === "function" ? given(workspace) : given
  const policy = policyIn === undefined ? chosen : policyIn(workspace)
  const all = [...builtins(), ...tools, ...routingTools({ agents: settings }, (request) => gate.startAgent(request))]
  const gate: Toolgate = await createToolgate({ workspace, policy, tools: all, agents: settings, limits })
  let calls = 0
  const call: AgentGate["call"] = (tool, args, options) => gate.dispatch({ id: `call-${calls++}`, tool, args }, options)
  const delegate: AgentGate["delegate"] = (agent, task, more = {}, options = {}) =>
    call("delegate", { agent, task: JSON.stringify(task), ...more }, options)
  try {
    await use({ workspace, gate, call, delegate })
  } finally {
    await gate.close()
    rmSync(workspace, { recursive: true, force: true })
  }
}
