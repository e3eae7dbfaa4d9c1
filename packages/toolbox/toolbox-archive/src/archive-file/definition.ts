import { defineTool, ToolExecutionError } from "@toolgate/core"
import { addNotes } from "@toolgate/toolbox-base"
import { mostBytes } from "@toolgate/toolbox-base/jobs"
import { Type } from "typebox"
import { exampleArchive } from "../exampleArchive.ts"
import { findFile } from "../findEntry.ts"
import { isBomb, most } from "../most.ts"
import { OpenedArchive } from "../OpenedArchive.ts"
import { archiveArgument, nameArgument, readsArchives } from "../ofArchives.ts"
import { readContent } from "./readContent.ts"

export const archiveFile = defineTool({
  ...readsArchives,
  name: "archive_file",
  title: "Read a file of an archive",
  description:
    "Returns one file of an archive of the workspace without extracting it: as text if it is UTF-8, otherwise as Base64. A result holds at most 64 KiB; extract the file to read more of it.",
  parameters: Type.Object(
    {
      path: archiveArgument,
      file: nameArgument("The file's name as archive_open lists it."),
      max_bytes: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_048_576,
          description: "The maximum number of bytes to return, from the start of the file. Default: 1048576."
        })
      )
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      file: Type.String(),
      size: Type.Integer({ minimum: 0, description: "The size of the whole file in bytes." }),
      bytes: Type.Integer({ minimum: 0, description: "How many bytes of it are returned." }),
      text: Type.Optional(Type.String()),
      base64: Type.Optional(Type.String()),
      cut: Type.Boolean({ description: "Whether the file has more bytes than are returned." })
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: { path: "site.tar", file: "site/notes.txt" },
      files: { "site.tar": exampleArchive },
      expect: { value: { file: "site/notes.txt", size: 15, bytes: 15, text: "Buy milk today.", cut: false } }
    }
  ],
  execute: async ({ file, max_bytes = 1_048_576 }, context) => {
    const archive = await OpenedArchive.open(context)
    const { entries } = await archive.list()
    const index = findFile(entries, file)
    const entry = entries[index]
    if (entry === undefined) throw new Error("A file of the archive is missing.")
    if (entry.encrypted || entry.obstacle !== undefined)
      throw new ToolExecutionError({
        message: `The file ${entry.encrypted ? "is encrypted" : entry.obstacle}, and cannot be read.`
      })
    if (isBomb(entry.packed ?? archive.size, entry.size))
      throw new ToolExecutionError({
        message: `The file grows to more than ${most.ratio} times its size when it is unpacked, and is not read.`
      })
    const parts: Array<Uint8Array> = []
    let bytes = 0
    const wanted = Math.min(max_bytes, mostBytes)
    await archive.unpack([{ index, name: entry.name, size: entry.size }], async ({ bytes: part }) => {
      parts.push(part)
      bytes += part.length
      return bytes < wanted
    })
    const content = readContent(Buffer.concat(parts).subarray(0, wanted), entry.size)
    const value = { file: entry.name, size: entry.size, ...content }
    if (!value.cut) return value
    return addNotes(
      value,
      `Cut: these are the first ${value.bytes} of ${value.size} bytes. Extract the file to read more of it.`
    )
  }
})
