import { type ToolExecution, toolOutput } from "toolgate"
import { asJson } from "../asJson.ts"

type Output = ToolExecution["output"]
type Block = Output["content"][number]

/** Returns the output of a tool of the SDK as the output of a tool of a gate. */
export const toolOutputOf = (output: unknown): Output => {
  const blocks = (Array.isArray(output) ? output : [output]).map(blockOf)
  if (blocks.length > 0 && blocks.every((block) => block !== undefined)) return toolOutput({ content: blocks })
  const value = asJson(output)
  return typeof value === "string" ? toolOutput({ text: value }) : toolOutput({ value })
}

/** Returns a part that the SDK shows to a model as such, or `undefined` for any other value. */
const blockOf = (part: unknown): Block | undefined => {
  if (typeof part !== "object" || part === null) return undefined
  const { type, text, image, file } = part as Readonly<Record<string, unknown>>
  if (type === "text" && typeof text === "string") return { type, text }
  if (type === "image") return fileBlock("image", image, "image/png")
  return type === "file" ? fileBlock("file", file, "application/octet-stream") : undefined
}

const fileBlock = (type: "image" | "file", given: unknown, otherwise: string): Block | undefined => {
  if (typeof given === "string") {
    const [, mediaType = otherwise, base64] = given.match(/^data:([^;,]+);base64,(.*)$/s) ?? []
    return base64 === undefined ? { type: "link", uri: given } : { type, mediaType, base64 }
  }
  if (typeof given !== "object" || given === null) return undefined
  const { data, mediaType = otherwise, url, filename } = given as Readonly<Record<string, unknown>>
  if (typeof url === "string") return { type: "link", uri: url }
  const base64 = data instanceof Uint8Array ? Buffer.from(data).toString("base64") : data
  if (typeof base64 !== "string" || typeof mediaType !== "string") return undefined
  return {
    type,
    mediaType,
    base64,
    ...(type === "file" && typeof filename === "string" ? { name: filename } : {})
  } as Block
}
