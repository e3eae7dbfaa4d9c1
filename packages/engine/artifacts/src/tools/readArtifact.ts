import { type ArtifactStore, defineTool, type ToolContext } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { isText } from "../normalizeMediaType.ts"
import { artifactTool, openArtifact, refArgument } from "./artifactTool.ts"

const mostBytes = 65_536
/** The bytes whose Base64 has `mostBytes` characters. */
const mostBinaryBytes = 49_152
const usualBytes = 16_384

const parameters = Type.Object(
  {
    ref: refArgument,
    start: Type.Optional(Type.Integer({ minimum: 0, description: "The first byte, counted from 0. Default: 0." })),
    length: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: mostBytes,
        description: `The maximum number of bytes to return. Default: ${usualBytes}.`
      })
    )
  },
  { additionalProperties: false }
)

/** Returns the tool `read_artifact`, which returns a part of a large result. */
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
        size: Type.Integer({ minimum: 0, description: "The size of the whole result in bytes." }),
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

/** The bytes to read. `length` applies to text, `binaryLength` to other artifacts. */
interface Part {
  readonly ref: string
  readonly start: number
  readonly length: number
  readonly binaryLength: number
}

/**
 * Reads a part of an artifact as `read_artifact` does, for the agent that makes the call. The part's JSON has at most
 * `mostJson` bytes, but always at least one character.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { artifactOwner, MemoryArtifactStore, readPart } from "@toolgate/artifacts"
 * import { ArtifactStore } from "@toolgate/core"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const { context } = makePermissionRequest()
 * const program = Effect.gen(function* () {
 *   const store = yield* ArtifactStore
 *   const owner = artifactOwner(context)
 *   const { ref } = yield* store.put(Buffer.from("one two three"), { mediaType: "text/plain", owner })
 *   return yield* readPart(store, { ref, start: 4, length: 3, binaryLength: 3 }, context)
 * })
 * const part = await Effect.runPromise(Effect.provide(program, MemoryArtifactStore.layer()))
 * assert.deepEqual(part, { text: "two", start: 4, length: 3, size: 13, next: 7 })
 * ```
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
/** The bytes of a part's JSON apart from the text itself. */
const memberBytes = 128

/** Returns the longest beginning of a text whose JSON fits into `most` bytes, but at least one character. */
const beginningOf = (text: string, most: number): string => {
  // A code unit has at most six bytes in JSON, as in "\\u0000".
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

interface TextPart {
  readonly text: string
  /** The bytes skipped at the start, because they belong to the previous character. */
  readonly skipped: number
  /** The length of the text in bytes. */
  readonly length: number
}

/**
 * Decodes the whole characters in the first `length` bytes, or at least one character. Returns `undefined` for invalid
 * UTF-8. `bytes` extends a few bytes beyond the range; `goesOn` says whether other bytes precede it.
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

/** Returns the index of the next character's first byte, at most three bytes ahead. */
const characterFrom = (bytes: Uint8Array, start: number): number => {
  let at = start
  while (at < start + mostWithin && isWithin(bytes[at])) at++
  return Math.min(at, bytes.length)
}

/** Whether a byte is a UTF-8 continuation byte. */
const isWithin = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

const mostWithin = 3
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
