import { pathToFileURL } from "node:url"
import {
  type FormAnswer,
  type FormSchema,
  type JsonObject,
  type ModelPrompt,
  type PromptBlock,
  type PromptMessage,
  type ToolContext,
  ToolExecutionError,
  type ToolForm
} from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import type { Redaction } from "@toolgate/local-secrets/references"
import type { McpServerEntry } from "../config/McpConfig.ts"

/** A call during which a server asks a question, with the caller to answer it. */
export interface AskedCall {
  /** The kinds of questions that the server's entry allows. */
  readonly allow: McpServerEntry["allow"]
  readonly caller: Pick<ToolContext, "ask" | "workspace">
  readonly redaction: Redaction
}

/**
 * Asks the caller of a call for the input that a server needs. If the server's entry forbids any of the questions, the
 * call fails and no question is asked.
 */
export const answerQuestions = async (
  requests: Readonly<Record<string, unknown>>,
  call: AskedCall
): Promise<Record<string, unknown>> => {
  const answering = Object.entries(requests).map(([name, request]) => {
    const { method, params } = isJsonObject(request) ? request : {}
    const kind = kinds.get(String(method))
    if (kind === undefined || !call.allow.includes(kind)) throw notAllowed
    return async () => [name, await answers[kind](params, call, name)] as const
  })
  return Object.fromEntries(await Promise.all(answering.map((answer) => answer())))
}

const kinds = new Map([
  ["elicitation/create", "elicitation"],
  ["sampling/createMessage", "sampling"],
  ["roots/list", "roots"]
] as const) as ReadonlyMap<string, "elicitation" | "sampling" | "roots">

const notAllowed = new ToolExecutionError({ message: "The server sent a request that its entry does not allow." })

/** Returns the roots for a server: the workspace only. */
export const listRoots = (workspace: string) => ({
  roots: [{ uri: pathToFileURL(workspace).href, name: "workspace" }]
})

/** Asks a caller for input on behalf of a server, and returns the protocol's form of the answer. */
export const askCaller = async (
  params: unknown,
  { caller, redaction }: AskedCall,
  name?: string
): Promise<{ action: FormAnswer["action"]; content?: Record<string, never> }> => {
  const form = formOf(redaction.value(params), name)
  if (form === undefined) return { action: "decline" }
  const answer = await caller.ask(form)
  return answer.action === "accept" && form.url === undefined
    ? { action: "accept", content: answer.content as Record<string, never> }
    : { action: answer.action }
}

/**
 * Asks the model of a caller on behalf of a server. Throws if there is no answer, because the protocol cannot express
 * that.
 */
export const askModel = async (
  params: unknown,
  { caller, redaction }: AskedCall,
  name?: string
): Promise<JsonObject> => {
  const prompt = promptOf(redaction.value(params))
  if (prompt === undefined) throw unanswered
  const answer = await caller.ask({ message: "An answer from your model.", prompt, ...nameOf(name) })
  if (answer.action !== "accept") throw unanswered
  return replyOf(answer.content)
}

const unanswered = new ToolExecutionError({ message: "The server asked for a model's answer, but got none." })

const answers = {
  elicitation: askCaller,
  sampling: askModel,
  roots: async (_: unknown, { caller: { workspace } }: AskedCall) => listRoots(workspace)
}

const formOf = (params: unknown, name: string | undefined): ToolForm | undefined => {
  const { message, requestedSchema, url } = isJsonObject(params) ? params : {}
  if (typeof message !== "string") return undefined
  if (typeof url === "string") return { message, url, ...nameOf(name) }
  return isJsonObject(requestedSchema)
    ? { message, schema: requestedSchema as unknown as FormSchema, ...nameOf(name) }
    : undefined
}

const nameOf = (name: string | undefined) => (name !== undefined && /^[a-z][\w.-]{0,63}$/i.test(name) ? { name } : {})

/**
 * Converts a server's sampling request to a prompt. Tools are left out, because their calls would bypass the gate;
 * preferences are left out, because the caller chooses the model. The gate validates the rest.
 */
const promptOf = (params: unknown): ModelPrompt | undefined => {
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

/** Converts a block without checking its type. The gate checks it. */
const blockOf = ({ type, text, data, mimeType }: ServerBlock): PromptBlock =>
  (type === "text" ? { type, text } : { type, mediaType: mimeType, base64: data }) as PromptBlock

/** Converts a model's answer, which the gate has checked, to the protocol's form. */
const replyOf = ({ content, ...rest }: JsonObject): JsonObject => {
  const blocks = (content as unknown as ReadonlyArray<PromptBlock>).map((block) =>
    block.type === "text" ? { ...block } : { type: block.type, data: block.base64, mimeType: block.mediaType }
  )
  return { ...rest, content: blocks.length === 1 ? (blocks[0] ?? {}) : blocks }
}
