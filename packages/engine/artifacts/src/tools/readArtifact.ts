import { type ArtifactStore, defineTool, type ToolContext } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { isText } from "../soundMediaType.ts"
import { artifactTool, openArtifact, refArgument } from "./artifactTool.ts"

const mostBytes = 65_536
/** The number of bytes whose Base64 has `mostBytes` digits. */
const mostBinaryBytes = 49_152
const usualBytes = 16_384

const parameters = Type.Object(
  {
    ref: refArgument,
    start: Type.Optional(Type.Integer({ minimum: 0, description: "The first byte, counted from 0. Default: 0." })),
    length: Type.Optional(
      Type.Integer({ minimum: 1, maximum: mostBytes, description: `The most bytes to return. Default: ${usualBytes}.` })
    )
  },
  { additionalProperties: false }
)

/** Returns the tool `read_artifact` of a store, which returns a part of a large result. */
export const readArtifact = (store: ArtifactStore["Service"]) =>
  defineTool({
    ...artifactTool,
    name: "read_artifact",
    title: "Read an artifact",
    description:
      "Returns a part of a result that was too large to be returned at once, by the reference that was returned instead. Text " +
      "comes as text, in whole characters; other bytes come in Base64. `next` is where to read on; it is absent at the end.",
    parameters,
    output: Type.Object(
      {
        text: Type.Optional(Type.String()),
        base64: Type.Optional(Type.String()),
        start: Type.Integer({ minimum: 0, description: "The first byte that is returned." }),
        length: Type.Integer({ minimum: 0, description: "How many bytes are returned." }),
        size: Type.Integer({ minimum: 0, description: "The bytes of the whole." }),
        next: Type.Optional(Type.Integer({ minimum: 1 }))
      },
      { additionalProperties: false }
    ),
    execute: ({ ref, start = 0, length = usualBytes }, context) =>
      readPart(
        store,
        { ref, start, length, binaryLength: Math.min(length, mostBinaryBytes) },
        context,
        context.inlineBytes
      )
  })

/** A range of an artifact in bytes: its length if it is text, and if it is not. */
interface Part {
  readonly ref: string
  readonly start: number
  readonly length: number
  readonly binaryLength: number
}

/**
 * Returns a part of an artifact, as `read_artifact` does, for the agent that makes a call. Its JSON has at most `mostJson` bytes, or one
 * character.
 */
export const readPart = Effect.fnUntraced(function* (
  store: ArtifactStore["Service"],
  asked: Part,
  context: Pick<ToolContext, "session" | "principal">,
  mostJson = Number.POSITIVE_INFINITY
) {
  const room = mostJson - memberBytes
  const { size, mediaType, read } = yield* openArtifact(store, asked.ref, context)
  const start = Math.min(asked.start, size)
  const bytes = yield* read(start, asked.length + longestCharacter)
  const text = isText(mediaType) ? textIn(bytes, asked.length, start > 0) : undefined
  if (text !== undefined) {
    const shown = beginningOf(text.text, room)
    const length = shown === text.text ? text.length : Buffer.byteLength(shown)
    return part({ text: shown }, { start: start + text.skipped, length, size })
  }
  const binary = bytes.subarray(0, Math.min(asked.binaryLength, Math.max(1, Math.floor(room / 4)) * 3))
  return part({ base64: Buffer.from(binary).toString("base64") }, { start, length: binary.length, size })
})

const longestCharacter = 4
/** The bytes of the JSON of a part beside its text. */
const memberBytes = 128

/** Returns the whole characters at the beginning of a text whose JSON has at most so many bytes. The first one is always among them. */
const beginningOf = (text: string, most: number): string => {
  // A character has at most six bytes, as in "\\u0000".
  if (6 * text.length + 2 <= most || jsonBytes(text) <= most) return text
  let [fits, over] = [0, Math.min(text.length, Math.max(1, most))]
  while (over - fits > 1) {
    const middle = (fits + over) >>> 1
    if (jsonBytes(text.slice(0, middle)) <= most) fits = middle
    else over = middle
  }
  const [first = ""] = text
  return fits <= first.length ? first : text.slice(0, fits).replace(/[\ud800-\udbff]$/, "")
}

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))

const part = <A extends object>(
  shown: A,
  at: { readonly start: number; readonly length: number; readonly size: number }
) => {
  const next = at.start + at.length
  return { ...shown, ...at, ...(next < at.size ? { next } : {}) }
}

/** The text of a range of bytes. */
interface TextPart {
  readonly text: string
  /** The bytes before it that end a character which begins before the range. */
  readonly skipped: number
  /** The bytes of the text. */
  readonly length: number
}

/**
 * Returns the whole characters in the first `length` bytes, or `undefined` if the bytes are no UTF-8. Where not even one ends there, it is
 * the first one. `bytes` are the range and a few more, and `goesOn` says whether there are others before it.
 */
const textIn = (bytes: Uint8Array, length: number, goesOn: boolean): TextPart | undefined => {
  const skipped = goesOn ? characterFrom(bytes, 0) : 0
  let end = Math.min(bytes.length, length)
  while (end > skipped && isWithin(bytes[end])) end--
  if (end <= skipped) end = characterFrom(bytes, skipped + 1)
  try {
    return { text: decoder.decode(bytes.subarray(skipped, end)), skipped, length: Math.max(0, end - skipped) }
  } catch {
    return undefined
  }
}

/** Returns where the next character begins, which is at most three bytes away. */
const characterFrom = (bytes: Uint8Array, start: number): number => {
  let at = start
  while (at < start + mostWithin && isWithin(bytes[at])) at++
  return Math.min(at, bytes.length)
}

/** Whether a byte goes on with a character. */
const isWithin = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

const mostWithin = 3
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
