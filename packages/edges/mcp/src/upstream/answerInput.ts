import type { FormAnswer, FormSchema, ToolContext, ToolForm } from "@toolgate/core"
import { ToolExecutionError } from "@toolgate/core"

/** The caller of a call, who can be asked for input. */
type Caller = Pick<ToolContext, "ask">

/**
 * Returns the answers to what a server needs before it answers a call, each by the caller of this call. Anything but a form or the
 * address of a page ends the call.
 */
export const answersTo = async (
  requests: Readonly<Record<string, unknown>>,
  mayAsk: boolean,
  caller: Caller
): Promise<Record<string, unknown>> => {
  const answers: Record<string, unknown> = {}
  for (const [name, request] of Object.entries(requests)) {
    const { method, params } = isObject(request) ? request : {}
    if (!mayAsk || method !== "elicitation/create")
      throw new ToolExecutionError({ message: "The server asks its client for what its entry does not allow." })
    answers[name] = await elicited(params, caller)
  }
  return answers
}

/** Asks a caller for input in the place of a server, and returns the answer as the protocol has it. */
export const elicited = async (
  params: unknown,
  { ask }: Caller
): Promise<{ action: FormAnswer["action"]; content?: Record<string, never> }> => {
  const form = formOf(params)
  if (form === undefined) return { action: "decline" }
  const answer = await ask(form)
  return answer.action === "accept" && form.url === undefined
    ? { action: "accept", content: answer.content as Record<string, never> }
    : { action: answer.action }
}

const formOf = (params: unknown): ToolForm | undefined => {
  const { message, requestedSchema, url } = isObject(params) ? params : {}
  if (typeof message !== "string") return undefined
  if (typeof url === "string") return { message, url }
  return isObject(requestedSchema) ? { message, schema: requestedSchema as unknown as FormSchema } : undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
