import { defineTool, FileFailed, type Tool, type ToolContext, ToolValidationError, toolOutput } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { makeChange } from "./apply-patch/FileChange.ts"
import { convertLineEnds, detectLineEnd } from "./detectLineEnd.ts"
import { explainPatchFailure } from "./explainPatchFailure.ts"
import { fileTool } from "./fileTool.ts"
import { findLines } from "./findLines.ts"

/** A replacement in a file. */
const Edit = Type.Object(
  {
    old_text: Type.String({
      description:
        "The text to replace, exactly as in the file after the edits before it, with enough around it to occur only once.",
      minLength: 1
    }),
    new_text: Type.String({ description: "What to put in its place. Empty to remove it." }),
    replace_all: Type.Optional(
      Type.Boolean({ description: "True: replace every place, of which there may be several. Default false." })
    )
  },
  { additionalProperties: false }
)
type Edit = Type.Static<typeof Edit>

/** Most edits per call. */
const maxEdits = 256

const parameters = Type.Object(
  {
    path: Type.String({ description: "The file, from the workspace's root, as in src/main.ts." }),
    edits: Type.Array(Edit, { description: "What to replace, in this order: all of it, or nothing." })
  },
  { additionalProperties: false }
)

const execute = Effect.fnUntraced(function* ({ path, edits }: Type.Static<typeof parameters>, { files }: ToolContext) {
  if (edits.length === 0 || edits.length > maxEdits) {
    const message = `The argument "edits" holds ${edits.length} edits; give 1 to ${maxEdits}.`
    return yield* new ToolValidationError({ message, executed: "no" })
  }
  const before = yield* files.read(path)
  const end = detectLineEnd(before)
  const done: Array<{ readonly line: number; readonly replaced: number }> = []
  let after = before
  for (const [index, edit] of edits.entries()) {
    const edited = applyEdit(after, edit, { path, end })
    if (edited instanceof Error) return yield* inEdit(index, edits.length, edited)
    after = edited.text
    done.push({ line: edited.line, replaced: edited.replaced })
    // Yields between edits, because each takes time on a large file: other calls can run, and a cancelled call ends.
    if (after.length > 1_000_000) yield* Effect.yieldNow
  }
  const size = after === before ? Buffer.byteLength(before) : yield* makeChange(files, { path, before, after })
  const sizeBefore = Buffer.byteLength(before)
  const sizes = `${size} bytes now, ${sizeBefore} before`
  return toolOutput({
    text:
      after === before
        ? "The edits undo each other: nothing was changed."
        : `Made ${edits.length === 1 ? "1 edit" : `${edits.length} edits`}: ${done.map(place).join("; ")}. The file has ${sizes}.`,
    value: { edits: done, size, size_before: sizeBefore },
    filesModified: after === before ? [] : [path]
  })
})

/**
 * The tool `multi_edit`, which makes several replacements in a workspace file in one write, all or none.
 *
 * ```ts
 * import { createToolgate } from "toolgate"
 * import { multiEdit } from "@toolgate/builtins"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [multiEdit] })
 * const edits = [{ old_text: "colour", new_text: "color", replace_all: true }]
 * const answer = await gate.dispatch({ id: "1", tool: "multi_edit", args: { path: "notes.md", edits } })
 * console.log(answer.error?.message)
 * ```
 */
export const multiEdit: Tool = defineTool({
  name: "multi_edit",
  title: "Change several parts of a file",
  description:
    "Replaces several pieces of text in a UTF-8 text file of the workspace, in order, each in what the ones before it have " +
    "left. All are made in one write, or none: an old_text must occur exactly once, or at least once with " +
    "replace_all; otherwise nothing is changed, and the answer names the edit and the lines. Give texts without line " +
    "numbers. In a file whose lines all end in CRLF, \\n means CRLF. For several files, use apply_patch.",
  parameters,
  output: Type.Object(
    {
      edits: Type.Array(
        Type.Object(
          {
            line: Type.Integer({
              description: "Where the first replaced text began, counted from 1, after the edits before this one.",
              minimum: 1
            }),
            replaced: Type.Integer({ description: "How many places were replaced.", minimum: 1 })
          },
          { additionalProperties: false }
        )
      ),
      size: Type.Integer({ description: "Bytes of the file now.", minimum: 0 }),
      size_before: Type.Integer({ description: "Bytes of the file before.", minimum: 0 })
    },
    { additionalProperties: false }
  ),
  ...fileTool({ mode: "rw", within: "workspace" }),
  examples: [
    {
      args: {
        path: "greet.py",
        edits: [
          { old_text: "def greet():", new_text: "def greet(name):" },
          { old_text: '"Hello"', new_text: 'f"Hello, {name}"' }
        ]
      },
      files: { "greet.py": 'def greet():\n    print("Hello")\n' },
      expect: {
        value: {
          edits: [
            { line: 1, replaced: 1 },
            { line: 2, replaced: 1 }
          ],
          size: 45,
          size_before: 32
        }
      }
    }
  ],
  execute
})

const place = ({ line, replaced }: { readonly line: number; readonly replaced: number }) =>
  replaced === 1 ? `line ${line}` : `${replaced} places from line ${line} on`

const inEdit = (index: number, count: number, failed: FileFailed | ToolValidationError) => {
  const where = index === 0 ? "" : ", in what the edits before it leave"
  const message = `Edit ${index + 1} of ${count}${where}: ${failed.message} Nothing was changed.`
  const more = { message, cause: failed, executed: "no" as const }
  return failed instanceof FileFailed ? new FileFailed(failed.reason, failed.path, more) : new ToolValidationError(more)
}

/** The result of an edit. */
interface Edited {
  readonly text: string
  /** The line of the first replacement, and the number of replacements. */
  readonly line: number
  readonly replaced: number
}

/** Applies an edit, or returns why it cannot be applied. Overlapping occurrences count separately, unless all are replaced. */
const applyEdit = (
  text: string,
  edit: Edit,
  { path, end }: { readonly path: string; readonly end: "\r\n" | "\n" }
): Edited | FileFailed | ToolValidationError => {
  if (edit.old_text === edit.new_text)
    return new ToolValidationError({ message: '"old_text" and "new_text" are the same.' })
  const { old, replacement } = convertLineEnds(end, edit)
  const lines = findLines(text, old)
  const [line] = lines
  if (line === undefined) return explainPatchFailure(new FileFailed("NoMatch", path), text, old)
  if (lines.length > 1 && edit.replace_all !== true)
    return explainPatchFailure(new FileFailed("ManyMatches", path), text, old)
  const replaced = edit.replace_all === true ? placesOf(text, old) : 1
  if (replaced > mostPlaces)
    return new ToolValidationError({
      message: `The text occurs in more than ${mostPlaces} places; rewrite the file.`
    })
  if (text.length + replaced * (replacement.length - old.length) > mostCharacters)
    return new ToolValidationError({ message: `The file would have more than ${mostCharacters} characters.` })
  // Passed as a function, so that signs such as "$&" in the replacement have no special meaning.
  const after = replaced === 1 ? text.replace(old, () => replacement) : text.replaceAll(old, () => replacement)
  return { text: after, line, replaced }
}

const placesOf = (text: string, old: string): number => {
  let places = 0
  for (let at = text.indexOf(old); at !== -1 && places <= mostPlaces; at = text.indexOf(old, at + old.length))
    places += 1
  return places
}

const mostPlaces = 100_000
const mostCharacters = 64 * 1024 * 1024
