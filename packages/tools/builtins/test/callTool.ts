import {
  type Files,
  isToolOutput,
  makeAwaitable,
  type Refused,
  type ResolvedPath,
  type Tool,
  type ToolContext,
  ToolError,
  ToolNotFound,
  type ToolOutput,
  toolOutput
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { TSchema } from "typebox"
import Value from "typebox/value"

const silent = () => {}

const contextOf = (files: Files, resources: ToolContext["resources"]): ToolContext => ({
  callId: "call-1",
  idempotencyKey: "call-1",
  session: "session-1",
  turn: "turn-1",
  agent: "agent-1",
  principal: { agent: "agent-1", ceiling: { tools: "any" } },
  workspace: "/workspace" as ResolvedPath,
  resources,
  signal: new AbortController().signal,
  files,
  logger: { debug: silent, info: silent, warn: silent, error: silent },
  emit: () => {},
  ask: () => makeAwaitable(Effect.die("A built-in tool asks nothing.")),
  takeSlot: () => Promise.reject(new Error("A built-in tool takes no slot.")),
  dispatch: () => makeAwaitable(Effect.die("A built-in tool dispatches nothing.")),
  describe: (name) => makeAwaitable(Effect.fail(new ToolNotFound({ message: `Tool "${name}" not found.` }))),
  tools: () => []
})

/** Whether a tool's schema admits the arguments. */
export const takes = (tool: Tool, args: unknown) => Value.Check(tool.parameters as TSchema, args)

/** Runs a tool as a sandbox does. Throws if its schemas do not admit the arguments or the structured result. */
export const callTool = async (
  tool: Tool,
  args: unknown,
  files: Files,
  resources: ToolContext["resources"] = []
): Promise<ToolOutput> => {
  if (!takes(tool, args)) throw new Error(`The schema of "${tool.name}" refuses the arguments.`)
  const [implementation] = tool.implementations
  if (implementation?.kind !== "function") throw new Error(`Tool "${tool.name}" is no function.`)
  const answer = implementation.make().execute(args, contextOf(files, resources))
  const result = Effect.isEffect(answer) ? await Effect.runPromise(answer as Effect.Effect<unknown>) : await answer
  const output = isToolOutput(result) ? result : toolOutput({ value: result as ToolOutput["value"] & {} })
  if (!Value.Check(tool.output as TSchema, output.value)) {
    throw new Error(`Tool "${tool.name}" does not keep to its output schema.`)
  }
  return output
}

/** Runs a tool that raises an error, and returns the refusal that answers the model. */
export const refusalOf = async (
  tool: Tool,
  args: unknown,
  files: Files,
  resources: ToolContext["resources"] = []
): Promise<Refused> => {
  const failed = await callTool(tool, args, files, resources).then(
    () => undefined,
    (error: unknown) => error
  )
  if (!(failed instanceof ToolError)) throw new Error(`Tool "${tool.name}" raised no ToolError.`, { cause: failed })
  return failed.refused()
}

/** Returns the texts of the blocks of an output. */
export const texts = (output: ToolOutput) => output.content.map((block) => (block.type === "text" ? block.text : ""))
