import {
  type FunctionTool,
  type ToolOutputFileContent,
  type ToolOutputImage,
  type ToolOutputText,
  tool
} from "@openai/agents"
import { blockText, modelBlocks } from "@toolgate/providers"
import type { Session, ToolExecution, Toolgate } from "toolgate"
import { listGateTools } from "../GateTool.ts"
import { indexByWireName } from "../indexByWireName.ts"
import type { Door, GateToolsOptions, ToolsOptions } from "../ToolsOptions.ts"

interface CreateTools {
  (gate: Toolgate, options?: GateToolsOptions): Array<FunctionTool>
  (session: Session, options?: ToolsOptions): Array<FunctionTool>
}

/**
 * Returns the visible tools of a gate for an `Agent` of the OpenAI Agents SDK. Each call passes the gate under its id,
 * ends when the run is aborted, and never throws: a refusal is a result that says so. The SDK allows only letters,
 * digits and underscores in names; colliding names get a digest.
 *
 * With `approvals: "framework"`, a call that needs a person becomes an interruption. Let the person decide in the gate,
 * then approve the interruption to continue the run: an approved interruption alone runs nothing.
 *
 * ```ts
 * import { Agent, run } from "@openai/agents"
 * import { createTools } from "@toolgate/adapters/openai-agents"
 * import type { Session } from "toolgate"
 *
 * export const answer = async (session: Session, prompt: string) => {
 *   const { finalOutput } = await run(new Agent({ name: "Assistant", tools: createTools(session) }), prompt)
 *   return finalOutput
 * }
 * ```
 */
export const createTools: CreateTools = (door: Door, options: GateToolsOptions = {}): Array<FunctionTool> => {
  const tools = indexByWireName(listGateTools(door, options), /[^A-Za-z0-9_]/g)
  return [...tools].map(([name, { description, parameters, call, needsPerson }]) =>
    tool({
      name,
      description,
      parameters: parameters as never,
      // The gate validates. A strict schema would lose what the provider's dialect lacks.
      strict: false,
      ...(options.approvals === "framework"
        ? { needsApproval: (_run: unknown, args: unknown, id = "") => needsPerson({ id, args }) }
        : {}),
      execute: async (args, _run, details) =>
        toolOutput(
          await call({
            id: details?.toolCall?.callId,
            args,
            argsText: details?.toolCall?.arguments,
            ...(details?.signal === undefined ? {} : { signal: details.signal })
          })
        )
    })
  )
}

/** The SDK's form of a tool's output for a model: a text, or texts with images and files. */
type ToolOutput = string | Array<ToolOutputText | ToolOutputImage | ToolOutputFileContent>

/** Converts an answer to the SDK's form for a model. */
const toolOutput = (execution: ToolExecution): ToolOutput => {
  const parts = modelBlocks(execution).map(partOf)
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
  return texts.length === parts.length ? texts.join("\n") : parts
}

const partOf = (
  block: ReturnType<typeof modelBlocks>[number]
): ToolOutputText | ToolOutputImage | ToolOutputFileContent => {
  if (block.type === "image") return { type: "image", image: { data: block.base64, mediaType: block.mediaType } }
  if (block.type !== "file" || block.base64 === undefined) return { type: "text", text: blockText(block) }
  const { base64: data, mediaType, name: filename = "file" } = block
  return { type: "file", file: { data, mediaType, filename } }
}
