import { defineTool, type FileEntry, type ToolContext, toolOutput } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { fileTool } from "./fileTool.ts"
import { printableName } from "./printableName.ts"

/** The most entries that one call returns. */
const maxEntries = 1_000
/** The most characters of a link's target that are shown. A target may have 4,096 bytes. */
const maxTarget = 256

const parameters = Type.Object(
  {
    path: Type.Optional(
      Type.String({ description: "The directory, from the workspace's root, as in src. Default: the root itself." })
    ),
    after: Type.Optional(
      Type.String({ description: "List only what sorts after this name: to read on where a listing was cut." })
    )
  },
  { additionalProperties: false }
)

const execute = Effect.fnUntraced(function* (
  { path = ".", after }: Type.Static<typeof parameters>,
  { files }: ToolContext
) {
  const all = yield* files.list(path)
  const wanted = after === undefined ? all : all.filter(({ name }) => follows(name, after))
  const shown = wanted.slice(0, maxEntries)
  const text = [...shown.map(line), ...notes(shown.length, wanted.length, all.length)].join("\n")
  return toolOutput({
    text,
    value: { entries: shown.map(entry), total: all.length, cut: shown.length < wanted.length }
  })
})

/** The tool `list_dir`, which lists a directory of the workspace with kinds, sizes and targets of links. */
export const listDir = defineTool({
  name: "list_dir",
  aliases: ["list_directory"],
  title: "List a directory",
  description:
    "Lists what a directory of the workspace holds, sorted by name, one entry a line: a directory ends in /, a link is " +
    "followed by -> and where it points, a file by its size. Hidden files are listed; subdirectories are not entered. " +
    "A name with blanks or characters that cannot be shown stands in quotes, as a JSON string. " +
    `At most ${maxEntries} entries; the last line, in brackets, says how many more there are and how to read on.`,
  parameters,
  output: Type.Object(
    {
      entries: Type.Array(
        Type.Object(
          {
            name: Type.String(),
            kind: Type.String({ enum: ["file", "directory", "link", "other"] }),
            size: Type.Optional(Type.Integer({ description: "Bytes, of a file.", minimum: 0 })),
            target: Type.Optional(Type.String({ description: "Where a link points, as it is written in the link." }))
          },
          { additionalProperties: false }
        )
      ),
      total: Type.Integer({ description: "How many entries the directory holds.", minimum: 0 }),
      cut: Type.Boolean({ description: "Whether there are more entries than are listed here." })
    },
    { additionalProperties: false }
  ),
  ...fileTool({ mode: "r", within: "workspace", fallback: "." }),
  execute
})

/** Whether a name sorts after another by code points. Listings and UTF-8 have this order; strings of JavaScript do not. */
const follows = (name: string, other: string) => Buffer.compare(Buffer.from(name), Buffer.from(other)) > 0

const line = ({ name, kind, size, target }: FileEntry): string => {
  const shown = printableName(name)
  switch (kind) {
    case "directory":
      return `${shown}/`
    case "link":
      return `${shown} -> ${target === undefined ? "(unknown)" : printableName(shortened(target))}`
    case "file":
      return `${shown} (${size} bytes)`
    case "other":
      return `${shown} (neither file, directory nor link)`
  }
}

const entry = ({ name, kind, size, target }: FileEntry) => ({
  name,
  kind,
  ...(kind === "file" ? { size } : {}),
  ...(target === undefined ? {} : { target: shortened(target) })
})

const notes = (shown: number, wanted: number, total: number): ReadonlyArray<string> => {
  if (total === 0) return ["[The directory is empty.]"]
  if (wanted === 0) return [`[None of the ${total} entries sorts after the name given.]`]
  if (shown === wanted) return []
  return [
    `[${shown} of ${total} entries; ${wanted - shown} more follow. Read on with after set to the last name above.]`
  ]
}

const shortened = (target: string) => {
  const characters = [...target]
  return characters.length > maxTarget ? `${characters.slice(0, maxTarget).join("")}…` : target
}
