import { type BrokerAnswer, type Json, type JsonObject, type ToolOutput, textOf } from "@toolgate/core"

/** The value of a call in a script. A type rather than an interface, so that it is assignable to JSON. */
export type InvocationResult = {
  readonly status: "ok"
  /**
   * The tool's text, or its structured result as JSON if there is no text. Null if it is stored. If storing failed, the beginning with a
   * note.
   */
  readonly text: string | null
  readonly structured: Json
  readonly artifact_ref: string | null
  readonly preview: string | null
  /** Size of the stored result, in bytes. */
  readonly size: number | null
  /** Images and files: references, or Base64 if small. */
  readonly files: ReadonlyArray<JsonObject>
}

/** Returns a call's result for its script. `given` is the tool's output, `fitted` the output after shortening. */
export const makeInvocationResult = (given: ToolOutput, fitted: ToolOutput): InvocationResult => {
  if (fitted === given) {
    const { content, value = null } = given
    const text = saidIn(given) ?? (value === null ? "" : JSON.stringify(value))
    return { ...nothing, text, structured: value, files: content.flatMap(fileOf) }
  }
  const { artifact_ref = null, preview = null, size = null, structured = null, files = [] } = fitted.value as Stored
  const text = artifact_ref === null ? (saidIn(fitted) ?? null) : null
  return {
    ...nothing,
    text,
    structured,
    artifact_ref,
    preview,
    size,
    files: [...files, ...fitted.content.flatMap(fileOf)]
  }
}

/** Whether a result is passed inline: the text, the value and the files are each within the limit, in bytes. */
export const isWithin = (output: ToolOutput, bound: number): boolean => {
  const files = output.content.flatMap(fileOf)
  const parts = [saidIn(output), output.value === undefined ? undefined : JSON.stringify(output.value)]
  const sizes = parts.map((part = "") => Buffer.byteLength(part))
  return [...sizes, files.reduce((size, { base64 }) => size + String(base64).length, 0)].every((size) => size <= bound)
}

const saidIn = ({ content }: ToolOutput): string | undefined => {
  const texts = content.map(textOf).filter((text) => text !== undefined)
  return texts.length > 0 ? texts.join("\n") : undefined
}

/** Returns the references in an answer. */
export const listArtifactRefs = (answer: BrokerAnswer): ReadonlyArray<string> => {
  if (!("value" in answer)) return []
  const { artifact_ref, files } = answer.value as InvocationResult
  return [artifact_ref, ...files.map((file) => file.artifact_ref)].filter((ref) => typeof ref === "string")
}

/** The value of a shortened output, from `fitOutput`. */
type Stored = {
  readonly artifact_ref?: string
  readonly preview?: string
  readonly size?: number
  readonly structured?: Json
  readonly files?: ReadonlyArray<JsonObject>
}

const nothing = { status: "ok", text: null, structured: null, artifact_ref: null, preview: null, size: null } as const

const fileOf = (block: ToolOutput["content"][number]): ReadonlyArray<JsonObject> => {
  if (block.type === "text" || block.type === "link" || block.base64 === undefined) return []
  const { mediaType, base64 } = block
  return [
    { media_type: mediaType, base64, ...("name" in block && block.name !== undefined ? { name: block.name } : {}) }
  ]
}
