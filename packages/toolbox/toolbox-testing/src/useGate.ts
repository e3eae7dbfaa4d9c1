import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { JsonObject, ResourceLimits, Tool, ToolExecution } from "@toolgate/core"
import { createToolgate, type ToolgateOptions } from "toolgate"

/** A function that answers questions about calls. */
export type OnAsk = Exclude<NonNullable<ToolgateOptions["onAsk"]>, "wait">

/** A gate over some tools and a temporary workspace. */
export interface TestGate {
  readonly workspace: string
  readonly call: (tool: string, args: JsonObject, limits?: Partial<ResourceLimits>) => Promise<ToolExecution>
  /** Makes a call that is cancelled as soon as it runs or asks a person. */
  readonly cancelled: (tool: string, args: JsonObject) => Promise<ToolExecution>
}

/** Opens a gate as `useGate` does, whose commands run confined. A person approves all of them. */
export const useConfinedGate = (tools: ReadonlyArray<Tool>, use: (gate: TestGate) => Promise<void>): Promise<void> =>
  useGate(tools, {}, use, () => ({ decision: "approve" }), "default")

/** Opens a gate with a workspace of files, closed after use. Without `onAsk`, no person can be asked. */
export const useGate = async (
  tools: ReadonlyArray<Tool>,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  use: (gate: TestGate) => Promise<void>,
  onAsk?: OnAsk,
  policy: "host" | "default" = "host"
): Promise<void> => {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), "toolgate-toolbox-")))
  let started = () => {}
  const asks: OnAsk = (...question) => {
    started()
    return (onAsk as OnAsk)(...question)
  }
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(workspace, path)), { recursive: true })
      await writeFile(join(workspace, path), content)
    }
    await using gate = await createToolgate({
      workspace,
      policy,
      tools,
      logger: quiet,
      hooks: [{ onToolStart: () => started() }],
      ...(onAsk === undefined ? {} : { onAsk: asks })
    })
    let calls = 0
    const call = (tool: string, args: JsonObject, limits: Partial<ResourceLimits>, signal?: AbortSignal) => {
      calls += 1
      const options = { session: "session-1", agent: "agent-1", limits, ...(signal === undefined ? {} : { signal }) }
      return gate.dispatch({ id: `call-${calls}`, tool, args }, options)
    }
    await use({
      workspace,
      call: (tool, args, limits = {}) => call(tool, args, limits),
      cancelled: (tool, args) => {
        const cancelling = new AbortController()
        started = () => {
          setImmediate(() => cancelling.abort())
        }
        return call(tool, args, {}, cancelling.signal)
      }
    })
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

const nothing = () => {}
const quiet: NonNullable<ToolgateOptions["logger"]> = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing
}
