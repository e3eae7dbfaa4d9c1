import { answerText, type HttpAnswer } from "@toolgate/catalogue/http-requests"
import { escapeUnprintable, quoted, ToolExecutionError } from "@toolgate/core"
import type { Redaction } from "@toolgate/local-secrets/references"

/** The parts of a request that errors name. */
export interface FailedRequest {
  readonly url: URL
  readonly model: string
  readonly hasKey: boolean
  readonly redaction: Redaction
}

/** Returns the error for an answer with a failure status. */
export const createStatusError = (answer: HttpAnswer, asked: FailedRequest): ToolExecutionError => {
  const { status } = answer
  return new ToolExecutionError({
    message: `The embeddings server ${quoted(asked.url.host, 300)} ${wordsFor(answer, asked)} (status ${status}).${saidBy(answer, asked)}${advice(answer)}`
  })
}

const wordsFor = ({ status, location }: HttpAnswer, { model, hasKey, redaction }: FailedRequest): string => {
  if (status === 401 || status === 403)
    return hasKey
      ? 'refuses the key; the operator must check "key" in the settings of the embeddings'
      : 'asks for a key; the operator must name one in "key" in the settings of the embeddings'
  if (status === 404)
    return `knows no model ${quoted(redaction.text(model), 256)}, or embeds at another address; the operator must check "model" and "url" in the settings of the embeddings`
  if (status === 429) return "accepts no more requests for now, or the quota is used up"
  if (status === 400 || status === 413 || status === 422) return "does not accept the request"
  if (status >= 300 && status < 400)
    return `leads to ${quoted(redaction.text(location ?? ""), 1000)}, where the key must not go; the operator can name that address by "url" in the settings of the embeddings`
  return status >= 500 ? "failed" : "answered with something other than embeddings"
}

/** Quotes the server, without the key. Omits the answer to a wrong key, because servers quote parts of the key. */
const saidBy = (answer: HttpAnswer, { redaction }: FailedRequest): string => {
  if (answer.status === 401 || answer.status === 403) return ""
  const said = messageIn(answerText(answer) ?? "")
  return said === undefined || said.trim() === "" ? "" : ` It says: ${quoted(redaction.text(said), 300)}.`
}

const messageIn = (text: string): string | undefined => {
  try {
    const { error, message, detail } = JSON.parse(text)
    return [error?.message, error, message, detail].find((one) => typeof one === "string")
  } catch {
    return undefined
  }
}

const advice = ({ status, headers }: HttpAnswer): string => {
  if (status !== 429 && status < 500) return ""
  const [, after = ""] = headers.find(([name]) => name === "retry-after") ?? []
  const seconds = /^\d{1,7}$/.test(after) ? Number(after) : Math.ceil((Date.parse(after) - Date.now()) / 1000)
  return seconds > 0 ? ` Try again in ${escapeUnprintable(String(seconds))} s.` : " Try again later."
}
