import { randomUUID } from "node:crypto"
import { type InputRequest, inputRequired, type RequestOptions, type ServerContext } from "@modelcontextprotocol/server"
import type { AskedForm, FormAnswer, ModelPrompt, PromptBlock } from "@toolgate/core"
import type { ClientFacts } from "./describeClient.ts"

/** Whether a client can answer a question of this kind. */
export const canAnswer = ({ asks }: ClientFacts, { url, prompt }: AskedForm): boolean => {
  if (prompt !== undefined) return asks.prompt
  return url === undefined ? asks.form : asks.url
}

/** Converts a tool's question to the protocol. The gate has put the tool's name in front of the message. */
export const toClientQuestion = ({ message, schema, url, prompt }: AskedForm): InputRequest => {
  if (prompt !== undefined) return inputRequired.createMessage(samplingOf(prompt))
  return url === undefined
    ? inputRequired.elicit({ message, requestedSchema: schema as never })
    : inputRequired.elicitUrl({ message, url })
}

/** Converts a client's answer. The gate validates it. */
export const parseAnswer = (response: unknown, { prompt }: AskedForm): FormAnswer => {
  const { action, content, role, model, stopReason } = (response ?? {}) as Readonly<Record<string, unknown>>
  if (prompt !== undefined) {
    const blocks = [content].flat().map((block) => promptBlock(block as ProtocolBlock))
    const reply = { role, model, content: blocks, ...(stopReason === undefined ? {} : { stopReason }) }
    return { action: "accept", content: reply as never }
  }
  return (action === "accept" ? { action, content: content ?? {} } : { action }) as FormAnswer
}

/** Asks a client of the older protocol during its request. An error or a disconnect counts as no answer. */
export const askDuringRequest = async (
  ctx: ServerContext,
  form: AskedForm,
  signal: AbortSignal
): Promise<FormAnswer> => {
  const response = await sendDuringRequest(ctx, toClientQuestion(form), { signal, timeout: longestTimer })
  return response === undefined ? { action: "cancel" } : parseAnswer(response, form)
}

/** Sends a question to a client of the older protocol during its request. Returns `undefined` without an answer. */
export const sendDuringRequest = async (
  { mcpReq }: ServerContext,
  { method, params }: InputRequest,
  options: RequestOptions
): Promise<unknown> => {
  const isPage = params !== undefined && "mode" in params && params.mode === "url"
  const asked = isPage ? { ...params, elicitationId: randomUUID() } : params
  try {
    return await mcpReq.send({ method, params: asked } as never, options)
  } catch {
    return undefined
  }
}

const samplingOf = ({ messages, ...more }: ModelPrompt) =>
  ({
    ...more,
    messages: messages.map(({ role, content }) => {
      const blocks = content.map((block) =>
        block.type === "text" ? block : { type: block.type, data: block.base64, mimeType: block.mediaType }
      )
      // Older clients accept one block only.
      return { role, content: blocks.length === 1 ? blocks[0] : blocks }
    })
  }) as never

interface ProtocolBlock {
  readonly type?: unknown
  readonly text?: unknown
  readonly data?: unknown
  readonly mimeType?: unknown
}

const promptBlock = (block: ProtocolBlock | undefined): PromptBlock => {
  const { type, text, data, mimeType } = block ?? {}
  return (type === "text" ? { type, text } : { type, mediaType: mimeType, base64: data }) as PromptBlock
}

// The gate's own timeout applies. A longer timer fires at once.
const longestTimer = 2 ** 31 - 1
