import { defineTool, type FileEntry, type ToolContext, ToolValidationError, toolOutput } from "@toolgate/core"
import { PathPattern } from "@toolgate/core/access"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { fileTool } from "./fileTool.ts"
import { formatName } from "./formatName.ts"
import { listNotes } from "./list-dir/listNotes.ts"
import { walkFolder } from "./list-dir/walkFolder.ts"

/** The default and the maximum number of returned entries. */
const usualEntries = 1_000
const maxEntries = 10_000
/** Longest listing, in characters. */
const maxText = 1_000_000

const parameters = Type.Object(
  {
    path: Type.Optional(
      Type.String({ description: "The directory, from the workspace's root, as in src. Default: the root itself." })
    ),
    glob: Type.Optional(
      Type.String({
        description:
          "List only what matches: *.ts matches names, src/**/*.ts paths from the directory. * and ? stand for characters " +
          "of one name, ** for any number of directories. A pattern with a slash enters subdirectories by itself."
      })
    ),
    recursive: Type.Optional(
      Type.Boolean({ description: "True: enter subdirectories, and name each entry by its path. Default false." })
    ),
    max_entries: Type.Optional(
      Type.Integer({
        description: `The maximum number of entries to return, up to ${maxEntries}. Default ${usualEntries}.`,
        minimum: 1
      })
    ),
    after: Type.Optional(
      Type.String({ description: "List only what sorts after this name: to read on where a listing was cut." })
    )
  },
  { additionalProperties: false }
)

const execute = Effect.fnUntraced(function* (args: Type.Static<typeof parameters>, { files }: ToolContext) {
  const { path = ".", glob, after, max_entries: most = usualEntries } = args
  if (most > maxEntries)
    return yield* new ToolValidationError({ message: `The argument "max_entries" must be at most ${maxEntries}.` })
  const isAsked = yield* namesAsked(glob)
  const recursive = args.recursive ?? isForFoldersBeneath(glob)
  const { entries, notEntered, ended } = yield* walkFolder(files, path, recursive)
  const all = glob === undefined ? entries : entries.filter(({ name }) => isAsked(name))
  const wanted = after === undefined ? all : all.filter(({ name }) => follows(name, after))
  const lines = fitting(wanted.slice(0, most).map(entryLine))
  const shown = lines.length
  const counts = { shown, wanted: wanted.length, total: all.length, notEntered, ended }
  return toolOutput({
    text: [...lines, ...listNotes(counts, glob !== undefined)].join("\n"),
    value: {
      entries: wanted.slice(0, shown).map(entryValue),
      total: all.length,
      cut: ended || shown < wanted.length,
      ...(recursive ? { not_entered: notEntered } : {})
    }
  })
})

/** The tool `list_dir`, which lists a workspace folder, optionally recursively, with types, sizes and link targets. */
export const listDir = defineTool({
  name: "list_dir",
  aliases: ["list_directory"],
  title: "List a directory",
  description:
    "Lists what a directory of the workspace holds, sorted by name, one entry a line: a directory ends in /, a link is " +
    "followed by -> and where it points, a file by its size. Hidden files are listed. Subdirectories are entered with " +
    "recursive, or by a glob with a slash; links are never followed. " +
    "A name with blanks or characters that cannot be shown is in quotes, as a JSON string. " +
    `At most ${usualEntries} entries, or max_entries; the last line, in brackets, says what is missing and how to read on.`,
  parameters,
  output: Type.Object(
    {
      entries: Type.Array(
        Type.Object(
          {
            name: Type.String({ description: "The name, or the path from the directory." }),
            kind: Type.String({ enum: ["file", "directory", "link", "other"] }),
            size: Type.Optional(Type.Integer({ description: "Bytes, of a file.", minimum: 0 })),
            target: Type.Optional(Type.String({ description: "Where a link points, as it is written in the link." }))
          },
          { additionalProperties: false }
        )
      ),
      total: Type.Integer({ description: "How many entries there are that match.", minimum: 0 }),
      cut: Type.Boolean({ description: "Whether there are more entries than are listed here." }),
      not_entered: Type.Optional(
        Type.Integer({ description: "How many subdirectories could not be entered.", minimum: 0 })
      )
    },
    { additionalProperties: false }
  ),
  ...fileTool({ mode: "r", within: "workspace", fallback: ".", scope: "tree" }),
  execute
})

/** Returns as many lines as fit. */
const fitting = (lines: ReadonlyArray<string>) => {
  let room = maxText
  let count = 0
  for (const line of lines) {
    room -= line.length + 1
    if (room < 0) break
    count += 1
  }
  return lines.slice(0, count)
}

/** Whether a path sorts after another: segment by segment in code point order, like UTF-8 but unlike JavaScript strings. */
const follows = (path: string, other: string): boolean => {
  const names = path.split("/")
  const others = other.split("/")
  for (const [index, name] of names.entries()) {
    const beside = others[index]
    if (beside === undefined) return true
    const order = Buffer.compare(Buffer.from(name), Buffer.from(beside))
    if (order !== 0) return order > 0
  }
  return false
}

/** Longest part of a link's target that is shown, in characters. A target can have 4,096 bytes. */
const maxTarget = 256

/** Formats an entry as a line. */
const entryLine = ({ name, kind, size, target }: FileEntry): string => {
  const shown = formatName(name)
  switch (kind) {
    case "directory":
      return `${shown}/`
    case "link":
      return `${shown} -> ${target === undefined ? "(unknown)" : formatName(shortened(target))}`
    case "file":
      return `${shown} (${size} bytes)`
    case "other":
      return `${shown} (neither file, directory nor link)`
  }
}

const entryValue = ({ name, kind, size, target }: FileEntry) => ({
  name,
  kind,
  ...(kind === "file" ? { size } : {}),
  ...(target === undefined ? {} : { target: shortened(target) })
})

const shortened = (target: string) => {
  const characters = [...target]
  return characters.length > maxTarget ? `${characters.slice(0, maxTarget).join("")}…` : target
}

/** Longest pattern, in characters. */
const maxPattern = 256

/**
 * Whether a relative path matches a pattern. A pattern without a slash matches names in any folder. Runs in time linear in both lengths.
 */
const namesAsked = (glob: string | undefined) =>
  Effect.gen(function* () {
    if (glob === undefined) return () => true
    if (glob.length > maxPattern) {
      const message = `The argument "glob" has ${glob.length} characters; the limit is ${maxPattern}.`
      return yield* new ToolValidationError({ message })
    }
    const pattern = PathPattern.parse(glob.includes("/") ? glob : `**/${glob}`, { folded: false })
    if (typeof pattern === "string" || glob === "") {
      return yield* new ToolValidationError({ message: `The argument "glob" ${glob === "" ? "is empty" : pattern}.` })
    }
    if (pattern.begins === "root") {
      const message =
        'The argument "glob" begins at the root; write it from the directory that is listed, as in src/**.'
      return yield* new ToolValidationError({ message })
    }
    return (path: string) => pattern.matches(`/${path}`, "/")
  })

/** Whether a pattern can match in subfolders. */
const isForFoldersBeneath = (glob: string | undefined): boolean => glob?.includes("/") === true || glob === "**"
