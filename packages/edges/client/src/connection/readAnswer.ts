import type { Problem } from "../api/problems.ts"
import { ToolgateProblem } from "../errors/ToolgateProblem.ts"
import { UnexpectedAnswer } from "../errors/UnexpectedAnswer.ts"
import { readRetryAfter } from "./readRetryAfter.ts"

/** Returns the JSON object of an answer; `undefined` for an answer without a body. Throws what it refuses. */
export const readAnswer = async (
  response: Response,
  operation: string,
  executed: "no" | "unknown"
): Promise<unknown> => {
  const text = await response.text()
  if (response.status === 204) return undefined
  const answer = parseObject(text)
  if (response.ok && answer !== undefined) return answer
  const retryAfterMs = readRetryAfter(response.headers.get("retry-after"))
  if (response.ok || answer === undefined || !isProblem(answer))
    throw new UnexpectedAnswer(operation, executed, response, retryAfterMs)
  const requestId = response.headers.get("x-request-id")
  throw new ToolgateProblem(answer, {
    ...(requestId === null ? {} : { requestId }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs })
  })
}

const parseObject = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A proxy has problems too, with other types. */
const isProblem = (answer: object): answer is Problem =>
  "type" in answer && /^(?:urn:toolgate:|about:blank$)/.test(String(answer.type)) && "title" in answer
