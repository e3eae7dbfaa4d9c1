import { createServer, type IncomingMessage } from "node:http"
import { OpenAIProvider, Runner } from "@openai/agents"
import { onTestFinished } from "vitest"
import type { AnswerForModel, ModelCall, Run } from "../contract/Framework.ts"

/** A call's result, as the SDK sends it to the Responses endpoint. */
interface CallOutput {
  readonly type: string
  readonly call_id: string
  readonly output:
    | string
    | ReadonlyArray<{ readonly type: string; readonly text?: string; readonly image_url?: string }>
}

/**
 * Starts a fake Responses endpoint on the loopback interface. Its model makes these calls turn by turn and then says
 * "done".
 */
export const openEndpoint = async (turns: Run["turns"]) => {
  const requests: Array<{ readonly input: ReadonlyArray<CallOutput>; readonly tools: ReadonlyArray<object> }> = []
  const server = createServer(async (request, response) => {
    requests.push(JSON.parse(await textOf(request)))
    const calls = turns[requests.length - 1]
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(responseOf(calls?.map(functionCall) ?? [message], requests.length)))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as { readonly port: number }
  const provider = new OpenAIProvider({ apiKey: "none", baseURL: `http://127.0.0.1:${port}/v1`, useResponses: true })
  return { requests, runner: new Runner({ modelProvider: provider, model: "fake" }) }
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) text += chunk
  return text
}

const functionCall = ({ id, tool, args, text }: ModelCall) => ({
  type: "function_call",
  id: `fc_${id}`,
  call_id: id,
  name: tool,
  arguments: text ?? JSON.stringify(args),
  status: "completed"
})

const message = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "done", annotations: [] }]
}

const responseOf = (output: ReadonlyArray<object>, at: number) => ({
  id: `resp_${at}`,
  object: "response",
  created_at: 0,
  status: "completed",
  model: "fake",
  output,
  usage: {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2
  }
})

/** Returns what a model reads about its calls. */
export const getAnswers = (input: ReadonlyArray<CallOutput>): ReadonlyArray<AnswerForModel> =>
  input.flatMap(({ type, call_id: id, output }) => {
    if (type !== "function_call_output") return []
    if (typeof output === "string") return [{ id, as: "result" as const, text: output, files: [] }]
    const text = output.flatMap((part) => part.text ?? []).join("\n")
    return [{ id, as: "result" as const, text, files: output.flatMap(({ image_url }) => typeIn(image_url)) }]
  })

const typeIn = (url: string | undefined): ReadonlyArray<string> => url?.match(/^data:([^;]+);base64,/)?.slice(1) ?? []
