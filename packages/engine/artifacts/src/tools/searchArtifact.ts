import {
  type ArtifactStore,
  defineTool,
  type ToolContext,
  ToolExecutionError,
  ToolValidationError
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { artifactTool, openArtifact, refArgument } from "./artifactTool.ts"
import { type LinePiece, LinePieces, margin } from "./LinePieces.ts"
import { type LineFinder, makeLineFinder, PatternInvalid } from "./makeLineFinder.ts"

const parameters = Type.Object(
  {
    ref: refArgument,
    pattern: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: "The text or regular expression. Line ends are not searched."
    }),
    regex: Type.Optional(Type.Boolean({ description: "Whether the pattern is a regular expression. Default: false." })),
    max_matches: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: "The maximum number of matches to return. Default: 50." })
    )
  },
  { additionalProperties: false }
)

type Found = Static["matches"][number]
type Static = Type.Static<typeof output>

const output = Type.Object(
  {
    matches: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ minimum: 1 }),
          offset: Type.Integer({ minimum: 0, description: "The byte where the match begins, for read_artifact." }),
          text: Type.String({ description: "The line, cut to 500 characters around the match." })
        },
        { additionalProperties: false }
      )
    ),
    size: Type.Integer({ minimum: 0, description: "The size of the whole result in bytes." }),
    cut: Type.Boolean({ description: "Whether there may be more matches than are returned here." })
  },
  { additionalProperties: false }
)

/** Returns the tool `search_artifact`, which finds lines of a large result. */
export const searchArtifact = (store: ArtifactStore["Service"]) =>
  defineTool({
    ...artifactTool,
    name: "search_artifact",
    title: "Search an artifact",
    description:
      "Searches the lines of a result that was too large to be returned at once for a text, or with regex for a regular " +
      "expression of RE2 (no look-around, no back-references). Returns the lines with their numbers and the bytes at which " +
      "read_artifact can read on. Lines of over 500 characters are cut around the match, and may be returned more than once.",
    parameters,
    output,
    execute: Effect.fnUntraced(function* (args: Type.Static<typeof parameters>, context: ToolContext) {
      const { pattern, regex = false, max_matches = 50 } = args
      if (/[\r\n]/.test(pattern))
        return yield* new ToolValidationError({
          message:
            'The argument "pattern" contains a line break, but each line is searched separately; search for a part of a line.'
        })
      const { size, read } = yield* openArtifact(store, args.ref, context)
      const find = yield* finder(pattern, regex)
      const matches: Array<Found> = []
      const lines = new LinePieces()
      let room = Math.min(mostBytes, (context.inlineBytes ?? mostBytes) - memberBytes)
      // Searching one piece takes bounded time. After each, other calls may run, and a cancelled call ends.
      let lastTurn = performance.now()
      const isTime = () => performance.now() - lastTurn > turnMs
      const othersTurn = Effect.map(Effect.yieldNow, () => {
        lastTurn = performance.now()
      })
      for (let start = 0; start < size; start += chunkBytes) {
        const chunk = yield* read(start, chunkBytes)
        if (start === 0 && chunk.includes(0)) return yield* notText
        for (const piece of lines.take(chunk, start + chunkBytes >= size)) {
          for (const match of matchesIn(piece, find)) {
            const offset = piece.offset + Buffer.byteLength(piece.text.slice(piece.begin, match.at))
            const found = { line: piece.line, offset, text: match.shown }
            room -= Buffer.byteLength(JSON.stringify(found)) + 1
            const isFull = room < 0 && matches.length > 0
            if (isFull || matches.length === max_matches) return { matches, size, cut: true }
            matches.push(found)
            if (isTime()) yield* othersTurn
          }
          if (isTime()) yield* othersTurn
        }
      }
      return { matches, size, cut: false }
    })
  })

const chunkBytes = 64 * 1024
/** The size limit of all returned matches, in bytes. */
const mostBytes = 60 * 1024
/** The bytes of the answer's JSON apart from its matches. */
const memberBytes = 64
const mostShown = 500
/** The milliseconds after which the search yields to other fibers. */
const turnMs = 5

/** Finds the first match of a line. In a line that is too long to show, also finds matches beyond the shown part. */
const matchesIn = function* ({ text, begin, next = text.length + 1 }: LinePiece, find: LineFinder) {
  for (let from = begin; from < next; ) {
    const at = find(text, from)
    if (at === -1 || at >= next) return
    const first = text.length > mostShown && at > margin ? at - margin : 0
    const end = first + mostShown
    const shown = text.slice(first, end).toWellFormed()
    yield { at, shown: `${first > 0 ? "…" : ""}${shown}${end < text.length ? "…" : ""}` }
    if (end >= text.length) return
    from = end
  }
}

const finder = (pattern: string, regex: boolean) =>
  Effect.tryPromise({
    try: () => makeLineFinder(pattern, regex),
    catch: (cause) =>
      cause instanceof PatternInvalid
        ? new ToolValidationError({ message: cause.message })
        : new ToolExecutionError({ message: "The pattern could not be read.", cause })
  })

const notText = Effect.fail(
  new ToolExecutionError({
    message: "The artifact is not text and is not searched; read its bytes with read_artifact."
  })
)
