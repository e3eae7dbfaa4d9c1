import { defineTool } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { exampleArchive } from "../exampleArchive.ts"
import { OpenedArchive } from "../OpenedArchive.ts"
import { archiveArgument, readsArchives } from "../ofArchives.ts"

export const archiveOpen = defineTool({
  ...readsArchives,
  name: "archive_open",
  title: "List an archive",
  description:
    "Lists what an archive of the workspace (zip, tar, tar.gz, tar.bz2, 7z) holds, without extracting anything: each entry with its name as the archive spells it, its kind and size, the bytes that it takes in the archive, and the time of its last change. Lists at most 10,000 entries.",
  parameters: Type.Object({ path: archiveArgument }, { additionalProperties: false }),
  output: Type.Object(
    {
      format: Type.String({ enum: ["zip", "tar", "tar.gz", "tar.bz2", "7z"] }),
      entries: Type.Array(
        Type.Object(
          {
            name: Type.String(),
            size: Type.Integer({ minimum: 0, description: "Bytes, unpacked." }),
            packed: Type.Optional(
              Type.Integer({ minimum: 0, description: "Bytes in the archive, where each entry is packed alone." })
            ),
            kind: Type.String({ enum: ["file", "directory", "link", "hard_link", "other"] }),
            modified: Type.Optional(Type.String())
          },
          { additionalProperties: false }
        )
      ),
      total: Type.Integer({ minimum: 0, description: "How many entries there are." }),
      cut: Type.Boolean({ description: "Whether there are more entries than are listed here." }),
      encrypted: Type.Boolean({ description: "Whether some of the entries are encrypted." })
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: { path: "site.tar" },
      files: { "site.tar": exampleArchive },
      expect: {
        value: {
          format: "tar",
          entries: [
            { name: "site/pages/index.md", size: 10, kind: "file", modified: "2026-01-01T00:00:00Z" },
            { name: "site/notes.txt", size: 15, kind: "file", modified: "2026-01-01T00:00:00Z" }
          ],
          total: 2,
          cut: false,
          encrypted: false
        }
      }
    }
  ],
  execute: async (_, context) => {
    const archive = await OpenedArchive.open(context)
    const { format, entries, total } = await archive.list()
    const listed = entries.map(({ name, size, packed, kind, modified }) => ({
      name,
      size,
      ...(packed === undefined ? {} : { packed }),
      kind,
      ...(modified === undefined ? {} : { modified })
    }))
    const encrypted = entries.some((entry) => entry.encrypted)
    return boundOutput(
      listed,
      (kept) => ({ format, entries: kept, total, cut: kept.length < total, encrypted }),
      "Search for names with archive_search and names_only to see others."
    )
  }
})
