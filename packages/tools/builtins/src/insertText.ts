import { defineTool, type Tool, type ToolContext, ToolValidationError, toolOutput } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { makeChange } from "./apply-patch/FileChange.ts"
import { detectLineEnd } from "./detectLineEnd.ts"
import { fileTool } from "./fileTool.ts"

const parameters = Type.Object(
  {
    path: Type.String({ description: "The file, from the workspace's root, as in src/main.ts." }),
    line: Type.Integer({
      description: "The line after which to insert, counted from 1. 0: before the first.",
      minimum: 0
    }),
    text: Type.String({
      description: "The lines to insert. A line end after the last one is added where it is missing."
    })
  },
  { additionalProperties: false }
)

const execute = Effect.fnUntraced(function* (
  { path, line, text }: Type.Static<typeof parameters>,
  { files }: ToolContext
) {
  const before = yield* files.read(path)
  const end = detectLineEnd(before)
  const mark = before.startsWith("\ufeff") ? "\ufeff" : ""
  const lines = before.slice(mark.length).split(end)
  const count = lines.at(-1) === "" ? lines.length - 1 : lines.length
  if (line > count) {
    return yield* new ToolValidationError({
      message: `The argument "line" is past the end: the file has ${count} ${count === 1 ? "line" : "lines"}.`,
      executed: "no"
    })
  }
  const inserted = text.replace(/\r?\n$/, "").split(/\r?\n/)
  const after = mark + [...lines.slice(0, line), ...inserted, ...lines.slice(line)].join(end)
  const size = yield* makeChange(files, { path, before, after })
  const lastLine = line + inserted.length
  return toolOutput({
    text: `Inserted ${inserted.length === 1 ? `line ${lastLine}` : `lines ${line + 1} to ${lastLine}`}: ${size} bytes now, ${Buffer.byteLength(before)} before.`,
    value: { start_line: line + 1, end_line: lastLine, size, size_before: Buffer.byteLength(before) },
    filesModified: [path]
  })
})

/**
 * The tool `insert_text`, which inserts lines into a workspace file after a line number.
 *
 * ```ts
 * import { createToolgate } from "toolgate"
 * import { insertText } from "@toolgate/builtins"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [insertText] })
 * const answer = await gate.dispatch({ id: "1", tool: "insert_text", args: { path: "notes.md", line: 0, text: "# Notes" } })
 * console.log(answer.success)
 * ```
 */
export const insertText: Tool = defineTool({
  name: "insert_text",
  title: "Insert lines",
  description:
    "Inserts lines into a UTF-8 text file of the workspace, after the line with a number, or before the first. " +
    "In a file whose lines all end in CRLF, the new ones do as well. Returns the numbers of the new lines, and the file's " +
    "bytes before and now. To insert by a text instead of a number, use patch_file.",
  parameters,
  output: Type.Object(
    {
      start_line: Type.Integer({ minimum: 1 }),
      end_line: Type.Integer({ minimum: 1 }),
      size: Type.Integer({ description: "Bytes of the file now.", minimum: 0 }),
      size_before: Type.Integer({ description: "Bytes of the file before.", minimum: 0 })
    },
    { additionalProperties: false }
  ),
  ...fileTool({ mode: "rw", within: "workspace" }),
  execute
})
