import { defineTool, ToolValidationError } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { createFolderAnswers } from "../files/createFolderAnswers.ts"
import { folderArguments, mostPattern, readsFolder } from "../files/readsFolder.ts"
import { runJob } from "../runJob.ts"
import { outputOfSearch } from "./output.ts"
import type { FileSearchResult } from "./searchFiles.ts"

/** Searches the files of a folder. */
export const searchFiles = defineTool({
  ...readsFolder,
  name: "search_files",
  title: "Search files",
  description:
    "Searches the lines of the text files of a folder for a text, or with regex for a regular expression of RE2 (no look-around, no back-references), and returns them with path and number, in the order of paths. Hidden files are searched; links are not followed. Files that are binary, have more than 10 MB, or that this call may not read are not searched but counted. Lines of over 500 characters are cut around the match. Paths are relative to the folder.",
  parameters: Type.Object(
    {
      pattern: Type.String({
        minLength: 1,
        maxLength: 1000,
        description: "The text or regular expression. Line ends are not searched."
      }),
      path: folderArguments.path,
      regex: Type.Optional(
        Type.Boolean({ description: "Whether the pattern is a regular expression. Default: false." })
      ),
      ignore_case: Type.Optional(
        Type.Boolean({ description: "Whether to ignore the case of letters. Default: false." })
      ),
      glob: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: mostPattern,
          description: "Search only files whose paths match, such as *.ts or src/**/*.{ts,tsx}."
        })
      ),
      context: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 20, description: "Lines to show before and after each match. Default: 0." })
      ),
      max_matches: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 10_000,
          description: "The maximum number of matches to return. Default: 200."
        })
      ),
      include_ignored: folderArguments.include_ignored
    },
    { additionalProperties: false }
  ),
  output: outputOfSearch,
  examples: [
    {
      description: "Files that .gitignore names are left out.",
      args: { pattern: "todo|fixme", regex: true, ignore_case: true },
      files: {
        "src/main.ts": "start()\n// TODO: stop again\n",
        "dist/main.js": "// todo: nobody looks here\n",
        ".gitignore": "dist/\n"
      },
      expect: {
        value: {
          matches: [{ path: "src/main.ts", line: 2, text: "// TODO: stop again" }],
          files_searched: 2,
          skipped: { binary: 0, too_large: 0, denied: 0, unreadable: 0, folders: 0 },
          cut: false
        }
      }
    }
  ],
  execute: async (given, context) => {
    const { pattern, regex = false, ignore_case = false, context: around = 0, max_matches = 200 } = given
    if (/[\r\n]/.test(pattern))
      throw new ToolValidationError({
        message:
          'The argument "pattern" contains a line break, but each line is searched separately; search for a part of a line.'
      })
    const { glob, include_ignored = false } = given
    const args = {
      pattern,
      regex,
      ignore_case,
      context: around,
      max_matches,
      include_ignored,
      ...(glob === undefined ? {} : { glob })
    }
    const job = { export: "searchFiles", args }
    const found = (await runJob(job, context, await createFolderAnswers(context))) as FileSearchResult
    const { matches, files_searched, skipped, cut } = found
    return boundOutput(
      matches.map((match) => ({ ...match })),
      (kept, isCut) => ({ matches: kept, files_searched, skipped: { ...skipped }, cut: isCut || cut }),
      "Use a more specific pattern, a deeper folder or a glob to see the others."
    )
  }
})
