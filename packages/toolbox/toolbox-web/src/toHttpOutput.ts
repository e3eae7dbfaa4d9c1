import { answerText } from "@toolgate/catalogue/http-requests"
import { type Json, type ToolOutput, toolOutput } from "@toolgate/core"
import { addNotes } from "@toolgate/toolbox-base"
import { mostBytes } from "@toolgate/toolbox-base/jobs"
import { Type } from "typebox"
import type { WebAnswer } from "./client/WebRequest.ts"

/** The schema of an answer. Its body is text or Base64. */
export const answerSchema = Type.Object(
  {
    status: Type.Integer({ description: "The status. A status like 404 is an answer, not a failure of the tool." }),
    url: Type.String({ description: "Where the answer came from, after redirects." }),
    content_type: Type.String(),
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, { additionalProperties: false }), {
      description: "The headers of the answer, without cookies."
    }),
    text: Type.Optional(Type.String()),
    base64: Type.Optional(Type.String({ description: "The body, if it is not text." })),
    bytes: Type.Integer({ description: "The bytes of the body that were read." }),
    cut: Type.Boolean({ description: "Whether the body is longer than what is returned." })
  },
  { additionalProperties: false }
)

/** Returns the output for an answer of any status, truncated to the limit. */
export const toHttpOutput = ({ url, answer }: Omit<WebAnswer, "elsewhere">): ToolOutput => {
  const { status, type, body, isCut } = answer
  const rest = {
    status,
    url: url.href,
    content_type: type,
    headers: answer.headers.filter(([name]) => !isCookie(name)).map(([name, value]) => ({ name, value })),
    bytes: body.length
  }
  const text = answerText(answer)
  const [member, whole, unit] =
    text === undefined ? (["base64", body.toString("base64"), 4] as const) : (["text", text, 1] as const)
  const room = mostBytes - bytesOf({ ...rest, [member]: "", cut: false })
  const kept = beginning(whole, room, unit)
  const cut = isCut || kept.length < whole.length
  const value = { ...rest, [member]: kept, cut }
  if (!cut) return toolOutput({ value })
  const why =
    kept.length < whole.length
      ? "At most 64 KiB are returned at once."
      : `The body continues after the ${body.length} bytes that were read.`
  return addNotes(value, `Cut: these are the first ${kept.length} characters of "${member}". ${why}`)
}

const isCookie = (name: string): boolean => name === "set-cookie" || name === "set-cookie2"

/** Returns the start of a text that fits as JSON, in whole characters and whole units. */
const beginning = (text: string, room: number, unit: number): string => {
  if (bytesOf(text) - 2 <= room) return text
  let [low, high] = [0, text.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (bytesOf(text.slice(0, middle)) - 2 <= room) low = middle
    else high = middle - 1
  }
  return text.slice(0, low - (low % unit)).replace(/[\ud800-\udbff]$/, "")
}

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value))
