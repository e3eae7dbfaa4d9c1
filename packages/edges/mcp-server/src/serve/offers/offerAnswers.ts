import {
  type CompleteResult,
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError
} from "@modelcontextprotocol/server"
import { quoted, type ToolExecution } from "@toolgate/core"
import type { PromptFacts } from "@toolgate/mcp-client/offers"
import { callFacts, toMcpBlock } from "../callResult.ts"

type HowToDecide = (approvalId: string) => string

/** Returns the protocol's error for a missing resource. */
export const createNoResourceError = (uri: string): ResourceNotFoundError =>
  new ResourceNotFoundError(uri, `There is no resource ${quoted(uri, 200)}.`)

/** Builds the answer to a request that reads a resource. */
export const answerRead =
  (uri: string) =>
  (execution: ToolExecution, howToDecide: HowToDecide): ReadResourceResult => {
    if (execution.error?.class === "not_found") throw createNoResourceError(uri)
    throwFailure(execution, howToDecide)
    return {
      contents: execution.output.content.map((block) => {
        const shown = toMcpBlock(block)
        return shown.type === "resource" ? shown.resource : { uri, text: textIn(shown) }
      })
    }
  }

/** Builds the answer to a request for a prompt. */
export const answerPrompt = (execution: ToolExecution, howToDecide: HowToDecide): GetPromptResult => {
  throwFailure(execution, howToDecide)
  const { content, metadata } = execution.output
  const { roles = [], description } = metadata as Partial<PromptFacts>
  return {
    ...(typeof description === "string" ? { description } : {}),
    messages: content.map((block, index) => ({ role: roles[index] ?? "user", content: toMcpBlock(block) }))
  }
}

/** Builds the answer to a request for completions. */
export const answerCompletion = (execution: ToolExecution, howToDecide: HowToDecide): CompleteResult => {
  throwFailure(execution, howToDecide)
  return { completion: execution.output.value as unknown as CompleteResult["completion"] }
}

/**
 * Throws the protocol's error for a failed call, because results of these requests cannot express failure. `data` has
 * the facts that `_meta` has for tools.
 */
const throwFailure = (execution: ToolExecution, howToDecide: HowToDecide): void => {
  const { success, error, executed, pending, output } = execution
  if (success) return
  const said = output.content.map((block) => ("text" in block && block.text !== undefined ? block.text : ""))
  const words = [
    ...new Set([...said, error?.message ?? "", pending === undefined ? "" : howToDecide(pending.approvalId)])
  ]
  const isWrong = error?.class === "validation_error" || error?.class === "not_found"
  const code = isWrong
    ? ProtocolErrorCode.InvalidParams
    : executed === "no"
      ? refusedCode
      : ProtocolErrorCode.InternalError
  throw new ProtocolError(code, words.filter((text) => text !== "").join("\n"), callFacts({ executed, error, pending }))
}

const textIn = (block: ReturnType<typeof toMcpBlock>): string => (block.type === "text" ? block.text : "")

/**
 * The error code for a refused request. JSON-RPC leaves this range to servers, and neither MCP nor its SDKs use this
 * code.
 */
const refusedCode = -32_010
