import { isUtf8 } from "node:buffer"
import {
  type Json,
  quoted,
  ToolExecutionError,
  ToolNotFound,
  type ToolOutput,
  ToolPermissionDenied,
  ToolTimeout,
  toolOutput
} from "@toolgate/core"
import { copyJson, NotJson, parseJson } from "@toolgate/core/json"
import type { Redaction } from "@toolgate/local-secrets/references"
import { answerText, type HttpAnswer } from "../http-requests.ts"
import { search } from "../jmespath.ts"

/** Converts a response to the output of a call, without secrets. Throws a `ToolError` for an unsuccessful response. */
export const readHttpOutput = (
  answer: HttpAnswer,
  {
    server,
    response,
    redaction
  }: { readonly server: string; readonly response?: string; readonly redaction: Redaction }
): ToolOutput => {
  const { status, location, body } = answer
  const says = (rest: string) => `${server} answered with status ${status}${rest}`
  if (status >= 300 && status < 400) {
    const to = location === undefined ? "" : `, which leads to ${quoted(redaction.text(location), 200)}`
    throw new ToolExecutionError({ message: `${says(to)}. No redirect is followed.` })
  }
  if (status < 200 || status >= 300) {
    const ErrorOfStatus = errors.get(status) ?? ToolExecutionError
    const text = shown(answer, redaction)
    throw new ErrorOfStatus({ message: text === "" ? says(".") : says(`: ${text}`) })
  }
  if (body.length === 0) return toolOutput({ text: says(" and no body.") })
  if (response === undefined && !isJson(answer))
    return toolOutput({ text: redaction.text(textOf(answer, says, redaction)) })
  const value = redaction.value(jsonOf(answer, says))
  return toolOutput({ value: response === undefined ? value : mapped(response, value) })
}

type AnyError = typeof ToolExecutionError | typeof ToolNotFound | typeof ToolPermissionDenied | typeof ToolTimeout

const errors: ReadonlyMap<number, AnyError> = new Map<number, AnyError>([
  [401, ToolPermissionDenied],
  [403, ToolPermissionDenied],
  [404, ToolNotFound],
  [410, ToolNotFound],
  [408, ToolTimeout],
  [504, ToolTimeout]
])

/** Returns the shortened text of an error response. JSON is decoded first, because a secret in it may be escaped. */
const shown = (answer: HttpAnswer, redaction: Redaction): string => {
  const text = answerText(answer)
  if (text === undefined) return ""
  const value = parsed(text)
  return (value === undefined ? redaction.text(text) : JSON.stringify(redaction.value(value)))
    .slice(0, longestError)
    .trim()
}

const longestError = 4000

const isJson = ({ type }: HttpAnswer): boolean => /^(?:application|text)\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)

const jsonOf = (answer: HttpAnswer, says: (rest: string) => string): Json => {
  const text = isUtf8(answer.body) ? answer.body.toString() : undefined
  const value = text === undefined ? undefined : parsed(text)
  if (value !== undefined) return value
  throw new ToolExecutionError({ message: says(" and a body that is not JSON, or nested too deeply.") })
}

/** Parses JSON. `undefined` if it is invalid or too deep. */
const parsed = (text: string): Json | undefined => {
  try {
    const value = copyJson(parseJson(text.replace(/^\ufeff/, "")), {
      depth: mostLevels,
      nodes: Number.POSITIVE_INFINITY,
      characters: Number.POSITIVE_INFINITY
    })
    return value instanceof NotJson ? undefined : value
  } catch {
    return undefined
  }
}

const textOf = (answer: HttpAnswer, says: (rest: string) => string, redaction: Redaction): string => {
  const text = answerText(answer)
  if (text !== undefined) return text
  const type = quoted(answer.type === "" ? "no type" : redaction.text(answer.type), 80)
  throw new ToolExecutionError({ message: says(` and ${answer.body.length} bytes of ${type}, which are not text.`) })
}

/** Applies an expression to a body. `value` is plain JSON of limited depth. */
const mapped = (expression: string, value: Json): Json => {
  let found: unknown
  try {
    found = search(expression, value)
  } catch (cause) {
    // The library's messages name types and functions but quote no values.
    const why = cause instanceof Error ? quoted(cause.message, 200).slice(1, -1) : "it failed"
    throw new ToolExecutionError({ message: `The answer does not have the form that "response" needs: ${why}.`, cause })
  }
  const copied = copyJson(found, { depth: mostLevels, nodes: 1_000_000, characters: 32 * 1024 * 1024 })
  if (!(copied instanceof NotJson)) return copied
  throw new ToolExecutionError({ message: `The expression of "response" makes a value that ${copied.reason}.` })
}

/** Deepest nesting of a response. */
const mostLevels = 128
