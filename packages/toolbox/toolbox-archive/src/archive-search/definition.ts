import { defineTool } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { exampleArchive } from "../exampleArchive.ts"
import { OpenedArchive } from "../OpenedArchive.ts"
import { archiveArgument, readsArchives } from "../ofArchives.ts"
import type { ArchiveSearchResult } from "./search.ts"

export const archiveSearch = defineTool({
  ...readsArchives,
  name: "archive_search",
  title: "Search an archive",
  description:
    "Searches the lines of the text files of an archive of the workspace, or with names_only the names of its entries. The pattern is plain text, case-sensitive, or with regex a regular expression of RE2, such as (?i)todo. Binary and encrypted files are skipped, and lines of over 500 characters are cut around the match.",
  parameters: Type.Object(
    {
      path: archiveArgument,
      pattern: Type.String({
        minLength: 1,
        maxLength: 1000,
        description: "The text or regular expression to search for."
      }),
      regex: Type.Optional(
        Type.Boolean({ description: "Whether the pattern is a regular expression. Default: false." })
      ),
      names_only: Type.Optional(
        Type.Boolean({ description: "Whether to search names instead of contents. Default: false." })
      ),
      max_matches: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 10_000,
          description: "The maximum number of matches to return. Default: 200."
        })
      )
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      matches: Type.Array(
        Type.Object(
          {
            file: Type.String(),
            line: Type.Optional(Type.Integer({ minimum: 1 })),
            text: Type.Optional(Type.String({ description: "The line." }))
          },
          { additionalProperties: false }
        )
      ),
      cut: Type.Boolean({ description: "Whether there are more matches than are returned here." })
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: { path: "site.tar", pattern: "milk|bread", regex: true },
      files: { "site.tar": exampleArchive },
      expect: { value: { matches: [{ file: "site/notes.txt", line: 1, text: "Buy milk today." }], cut: false } }
    }
  ],
  execute: async ({ pattern, regex = false, names_only = false, max_matches = 200 }, context) => {
    const archive = await OpenedArchive.open(context)
    const { matches, cut } = (await archive.run("search", {
      pattern,
      regex,
      names_only,
      max_matches
    })) as ArchiveSearchResult
    return boundOutput(
      matches.map((match) => ({ ...match })),
      (kept, isCut) => ({ matches: kept, cut: cut || isCut }),
      "Use a more specific pattern to see the others."
    )
  }
})
