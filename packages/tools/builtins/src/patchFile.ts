import { defineTool, type ToolContext, ToolValidationError, toolOutput } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { convertLineEnds, detectLineEnd } from "./detectLineEnd.ts"
import { explainPatchFailure } from "./explainPatchFailure.ts"
import { fileTool } from "./fileTool.ts"

const parameters = Type.Object(
  {
    path: Type.String({ description: "The file, from the workspace's root, as in src/main.ts." }),
    old_text: Type.String({
      description:
        "The text to replace, exactly as in the file, white space included, with enough around it to occur only once.",
      minLength: 1
    }),
    new_text: Type.String({ description: "What to put in its place. Empty to remove it." })
  },
  { additionalProperties: false }
)

const execute = Effect.fnUntraced(function* (
  { path, old_text, new_text }: Type.Static<typeof parameters>,
  { files }: ToolContext
) {
  if (old_text === new_text) {
    return yield* new ToolValidationError({
      message: 'The arguments "old_text" and "new_text" are the same, so there is nothing to change.'
    })
  }
  const text = yield* files.read(path)
  const { old, replacement, asCrlf } = convertLineEnds(detectLineEnd(text), { old_text, new_text })
  // The text read above is used for line ends and messages only. `patch` ensures that there is exactly one match.
  const {
    line,
    size,
    sizeBefore = 0
  } = yield* Effect.mapError(files.patch(path, old, replacement), (failed) => explainPatchFailure(failed, text, old))
  const converted = asCrlf && new_text.includes("\n") ? " Its line ends are CRLF, as in the rest of the file." : ""
  return toolOutput({
    text: `Replaced the text at line ${line}: ${size} bytes now, ${sizeBefore} before.${converted}`,
    value: { line, size, size_before: sizeBefore },
    filesModified: [path]
  })
})

/** The tool `patch_file`, which replaces a text that occurs exactly once in a workspace file. */
export const patchFile = defineTool({
  name: "patch_file",
  title: "Change a part of a file",
  description:
    "Replaces one piece of text in a UTF-8 text file of the workspace. old_text must occur in the file exactly once; " +
    "otherwise nothing is changed, and the answer says how often and on which lines it occurs, or what nearly matches. " +
    "Give it without line numbers. In a file whose lines all end in CRLF, \\n in old_text and new_text means CRLF. " +
    "Returns the line on which the change begins and the file's bytes before and now.",
  parameters,
  output: Type.Object(
    {
      line: Type.Integer({ description: "Where the replaced text began, counted from 1.", minimum: 1 }),
      size: Type.Integer({ description: "Bytes of the file now.", minimum: 0 }),
      size_before: Type.Integer({ description: "Bytes of the file before.", minimum: 0 })
    },
    { additionalProperties: false }
  ),
  ...fileTool({ mode: "rw", within: "workspace" }),
  execute
})
