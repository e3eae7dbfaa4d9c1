import { randomUUID } from "node:crypto"
import { type InputRequest, inputRequired, type ServerContext } from "@modelcontextprotocol/server"
import type { AskedForm, FormAnswer } from "@toolgate/core"
import type { ClientFacts } from "./clientOf.ts"

/** Whether a client said that it can put a question of this kind to its user. */
export const canAnswer = ({ asks }: ClientFacts, { url }: AskedForm): boolean =>
  url === undefined ? asks.form : asks.url

/** Returns a tool's question in the words of the protocol. Its message begins with the name of the tool: the gate put it there. */
export const requestOf = ({ message, schema, url }: AskedForm): InputRequest =>
  url === undefined
    ? inputRequired.elicit({ message, requestedSchema: schema as never })
    : inputRequired.elicitUrl({ message, url })

/** Returns a client's answer as the gate reads one. What it holds is checked against the form by the gate. */
export const answerIn = (response: unknown): FormAnswer => {
  const { action, content } = (response ?? {}) as { readonly action?: unknown; readonly content?: unknown }
  return action === "accept" ? ({ action, content: content ?? {} } as FormAnswer) : ({ action } as FormAnswer)
}

/**
 * Asks a client of the older protocol, within its request. A client that answers with an error, or is gone, has not answered.
 */
export const askWithin = async (
  { mcpReq }: ServerContext,
  form: AskedForm,
  signal: AbortSignal
): Promise<FormAnswer> => {
  const { method, params } = requestOf(form)
  const asked = form.url === undefined ? params : { ...params, elicitationId: randomUUID() }
  try {
    return answerIn(await mcpReq.send({ method, params: asked } as never, { signal, timeout: longestTimer }))
  } catch {
    return { action: "cancel" }
  }
}

// The gate's own clock is the one that counts. A timer that is longer than this fires at once.
const longestTimer = 2 ** 31 - 1
