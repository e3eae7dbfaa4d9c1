import type { JsonObject, ModelPrompt, PromptBlock, PromptMessage } from "@toolgate/core"

/**
 * Returns a prompt for a server's request of a model's answer. Tools are not handed to a model: their calls would not pass the gate.
 * Preferences are left out, because the caller chooses its model. Whether the rest holds, the gate says.
 */
export const promptOf = (params: unknown): ModelPrompt | undefined => {
  const { messages, maxTokens, systemPrompt, temperature, stopSequences, tools } = (params ?? {}) as ServerPrompt
  if (tools !== undefined || !Array.isArray(messages)) return undefined
  return {
    messages: messages.map(({ role, content }) => ({ role, content: [content].flat().map(blockOf) })),
    maxTokens,
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined ? {} : { stopSequences })
  }
}

interface ServerPrompt extends Omit<ModelPrompt, "messages"> {
  readonly messages: ReadonlyArray<
    Pick<PromptMessage, "role"> & { readonly content: ServerBlock | ReadonlyArray<ServerBlock> }
  >
  readonly tools?: unknown
}

interface ServerBlock {
  readonly type: string
  readonly text?: string
  readonly data?: string
  readonly mimeType?: string
}

/** Returns a block as the gate has it, of whatever kind: the gate knows which there are. */
const blockOf = ({ type, text, data, mimeType }: ServerBlock): PromptBlock =>
  (type === "text" ? { type, text } : { type, mediaType: mimeType, base64: data }) as PromptBlock

/** Returns the answer of a model, which the gate has checked, as the protocol has it. */
export const replyOf = ({ content, ...rest }: JsonObject): JsonObject => {
  const blocks = (content as unknown as ReadonlyArray<PromptBlock>).map((block) =>
    block.type === "text" ? { ...block } : { type: block.type, data: block.base64, mimeType: block.mediaType }
  )
  return { ...rest, content: blocks.length === 1 ? (blocks[0] ?? {}) : blocks }
}
