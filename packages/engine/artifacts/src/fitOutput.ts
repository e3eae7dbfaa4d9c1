import {
  type Artifact,
  type ArtifactsFull,
  type ContentBlock,
  escapeUnprintable,
  type JsonObject,
  type NewArtifact,
  type StoreUnavailable,
  type ToolOutput
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type OutputPiece, splitOutput } from "./fitting/OutputPiece.ts"
import { cutPreview, previewBytes } from "./preview.ts"

/** Stores a part of an output for the owner of the output. */
export type PutArtifact = (
  bytes: Uint8Array,
  about: Pick<NewArtifact, "mediaType" | "name">
) => Effect.Effect<Artifact, ArtifactsFull | StoreUnavailable>

/**
 * Moves the largest parts of an output into the artifact store if its content and value exceed `bound` bytes of UTF-8.
 * References replace them: the value becomes `{ artifact_ref, preview, size }`, and the content says how to read on.
 * Text is stored as `text/plain`, a value as `application/json`, and each image, audio clip or file with its own type.
 * A small value remains as `structured`; further references are in `files`. Pictures that a model can see are not
 * counted while they have at most `pictureBytes` bytes of Base64 together.
 *
 * Never fails: a part that the store refuses is cut, and the output says so.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { fitOutput, MemoryArtifactStore } from "@toolgate/artifacts"
 * import { ArtifactStore, toolOutput } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * const owner = { session: "alice", principal: "a digest" }
 * const log = toolOutput({ text: "line\n".repeat(1_000) })
 * const program = Effect.gen(function* () {
 *   const { list, put } = yield* ArtifactStore
 *   const { content } = yield* fitOutput(log, 1_024, (bytes, about) => put(bytes, { ...about, owner }))
 *   const [artifact] = yield* list(owner)
 *   return { shown: JSON.stringify(content).length, stored: artifact?.size }
 * })
 * const { shown, stored } = await Effect.runPromise(Effect.provide(program, MemoryArtifactStore.layer()))
 * assert(shown < 2_000)
 * assert.equal(stored, 5_000)
 * ```
 */
export const fitOutput = (
  output: ToolOutput,
  bound: number,
  put: PutArtifact,
  pictureBytes = 0
): Effect.Effect<ToolOutput> => {
  const shown = shownPictures(output.content, pictureBytes)
  const pieces = splitOutput(output).filter(({ blocks: [first] }) => first === undefined || !shown.has(first))
  // Returned directly, not in a new effect: nearly every output is small, and answers without a fiber.
  if (inlineBytesOf(pieces) <= bound) return Effect.succeed(output)
  const { moved, left } = divided(pieces, bound)
  return Effect.map(
    Effect.forEach(moved, (piece) =>
      Effect.map(
        Effect.result(put(piece.bytes(), { mediaType: piece.mediaType, name: piece.name })),
        (result): Moved => ({ piece, result })
      )
    ),
    (all) => outputWith(output, all, left, bound)
  )
}

/** A piece of an output, and the result of storing it. */
interface Moved {
  readonly piece: OutputPiece
  readonly result: Result.Result<Artifact, ArtifactsFull | StoreUnavailable>
}

/** The artifact limit for one output. */
const mostArtifacts = 32

/** Selects the pieces to store, largest first, until the rest fits. `left` are the pieces beyond the artifact limit. */
const divided = (pieces: ReadonlyArray<OutputPiece>, bound: number) => {
  const bySize = pieces.toSorted((one, other) => other.inlineBytes - one.inlineBytes)
  let count = 1
  while (count < bySize.length && inlineBytesOf(bySize.slice(count)) > bound / 4) count++
  return { moved: bySize.slice(0, Math.min(count, mostArtifacts)), left: new Set(bySize.slice(mostArtifacts, count)) }
}

const outputWith = (
  output: ToolOutput,
  all: ReadonlyArray<Moved>,
  left: ReadonlySet<OutputPiece>,
  bound: number
): ToolOutput => {
  const of = (kind: OutputPiece["kind"]) => all.find(({ piece }) => piece.kind === kind)
  const [text, value] = [of("text"), of("value")]
  const hasText = output.content.some((block) => block.type === "text")
  const shown = text ?? (hasText ? undefined : value)
  const main = text ?? value ?? all[0]
  const gone = new Set([...all.map(({ piece }) => piece), ...left].flatMap(({ blocks }) => blocks))
  const kept = output.content.filter((block) => !gone.has(block))
  const leftOut =
    left.size === 0 ? [] : [`[${left.size} more files of the result were left out, because there are too many.]`]
  const notes = [...all.map((one) => noteOf(one, one === shown)), ...leftOut].join("\n")
  const said = shown === undefined ? notes : `${beginningOf(shown, bound)}\n\n${notes}`
  return {
    ...output,
    content: [
      ...kept.filter((block) => block.type === "text"),
      { type: "text", text: said },
      ...kept.filter((block) => block.type !== "text"),
      ...all.flatMap(linkOf)
    ],
    value: {
      ...referenceOf(main),
      ...(value !== undefined || output.value === undefined ? {} : { structured: output.value }),
      ...filesOf(all.filter((one) => one !== main))
    }
  }
}

/**
 * Returns the part of a piece that the model sees: a short preview if the piece was stored, otherwise as much as fits.
 */
const beginningOf = ({ piece, result }: Moved, bound: number): string =>
  cutPreview(piece.text ?? "", Result.isSuccess(result) ? Math.max(previewBytes, firstBytes(piece, bound)) : bound / 2)

/**
 * Returns the bytes of the first of several texts if that text is short. A short first text is shown whole, because it
 * usually matters most.
 */
const firstBytes = ({ kind, blocks: [first, ...others] }: OutputPiece, bound: number): number => {
  if (kind !== "text" || first?.type !== "text" || others.length === 0) return 0
  const bytes = Buffer.byteLength(first.text)
  return bytes <= bound / 8 ? bytes : 0
}

const noteOf = ({ piece, result }: Moved, isShown: boolean): string => {
  if (Result.isFailure(result)) {
    const what = isShown ? "The result was cut here" : `A part of the result (${piece.mediaType}) is left out`
    return `[${what}: it has ${piece.bytes().length} bytes, and could not be kept. ${whyOf(result.failure)}]`
  }
  const { ref, size } = result.success
  if (!isShown)
    return `[A part of the result (${piece.mediaType}, ${size} bytes) is in ${ref}: read it with read_artifact.]`
  return `[This is the beginning of ${size} bytes, which are in ${ref}: read on with read_artifact, or find lines with search_artifact.]`
}

/** Returns the reason for the model. The location of the store and possible fixes are for the operator only. */
const whyOf = (failure: ArtifactsFull | StoreUnavailable): string =>
  failure._tag === "ArtifactsFull" ? failure.message : "The artifact store is unavailable."

const referenceOf = (main: Moved | undefined): JsonObject => {
  if (main === undefined) return {}
  const { piece, result } = main
  const preview = piece.text === undefined ? "" : cutPreview(piece.text)
  return Result.isSuccess(result)
    ? { artifact_ref: result.success.ref, preview, size: result.success.size }
    : { preview, size: piece.bytes().length }
}

const filesOf = (others: ReadonlyArray<Moved>): JsonObject => {
  const files = others.flatMap(({ result }) => (Result.isSuccess(result) ? [fileOf(result.success)] : []))
  return files.length === 0 ? {} : { files }
}

const fileOf = ({ ref, size, mediaType, name }: Artifact): JsonObject => ({
  artifact_ref: ref,
  size,
  media_type: mediaType,
  ...(name === undefined ? {} : { name })
})

const linkOf = ({ piece, result }: Moved): ReadonlyArray<ContentBlock> => {
  if (Result.isFailure(result)) return []
  const { ref, size, name } = result.success
  const title = `${name === undefined ? "" : `${escapeUnprintable(name)}, `}${size} bytes`
  return [{ type: "link", uri: ref, mediaType: piece.mediaType, title }]
}

const inlineBytesOf = (pieces: ReadonlyArray<OutputPiece>): number =>
  pieces.reduce((bytes, piece) => bytes + piece.inlineBytes, 0)

/**
 * Returns the pictures that stay in an output: in order, while they have at most `most` bytes of Base64 together. Other
 * media types do not count, because providers do not show them to a model.
 */
const shownPictures = (content: ReadonlyArray<ContentBlock>, most: number): ReadonlySet<ContentBlock> => {
  const shown = new Set<ContentBlock>()
  let left = most
  for (const block of content) {
    if (block.type !== "image" || !mediaTypes.has(block.mediaType) || block.base64.length > left) continue
    left -= block.base64.length
    shown.add(block)
  }
  return shown
}

const mediaTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])
