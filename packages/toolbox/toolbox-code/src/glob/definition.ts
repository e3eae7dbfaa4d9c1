import { defineTool } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { createFolderAnswers } from "../files/createFolderAnswers.ts"
import { folderArguments, mostPattern, readsFolder } from "../files/readsFolder.ts"
import { runJob } from "../runJob.ts"
import type { FoundFiles } from "./findFiles.ts"

/** Finds files by a pattern of their paths. */
export const glob = defineTool({
  ...readsFolder,
  name: "glob",
  title: "Find files by name",
  description:
    "Finds the files of a folder whose paths match a pattern, the newest first. * and ? stand for characters of one name, ** for any number of folders, {a,b} for either, [a-z] for one character of these. A pattern without a slash, such as *.ts, matches names in any folder. Hidden files count; links are not followed. Paths are relative to the folder.",
  parameters: Type.Object(
    {
      pattern: Type.String({
        minLength: 1,
        maxLength: mostPattern,
        description: "The pattern, from the folder, such as src/**/*.{ts,tsx}."
      }),
      path: folderArguments.path,
      max_files: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 10_000,
          description: "The maximum number of files to return. Default: 200."
        })
      ),
      include_ignored: folderArguments.include_ignored
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      files: Type.Array(
        Type.Object(
          {
            path: Type.String(),
            size: Type.Integer({ minimum: 0, description: "Bytes." })
          },
          { additionalProperties: false }
        )
      ),
      total: Type.Integer({ minimum: 0, description: "How many files match." }),
      unread_folders: Type.Integer({
        minimum: 0,
        description: "How many folders were not entered: the call may not read them, or they changed meanwhile."
      }),
      cut: Type.Boolean({ description: "Whether there are more files than are returned here." })
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      description: "A folder of packages is left out, as are files that .gitignore names.",
      args: { pattern: "**/*.{js,ts}" },
      files: {
        "src/main.ts": "start()\n",
        "src/notes.md": "",
        "dist/main.js": "",
        ".gitignore": "/dist\n",
        "node_modules/a/index.js": ""
      },
      expect: { value: { files: [{ path: "src/main.ts", size: 8 }], total: 1, unread_folders: 0, cut: false } }
    }
  ],
  execute: async ({ pattern, max_files = 200, include_ignored = false }, context) => {
    const job = { export: "findFiles", args: { pattern, max_files, include_ignored } }
    const found = (await runJob(job, context, await createFolderAnswers(context))) as FoundFiles
    const { files, total, unread_folders, ended } = found
    return boundOutput(
      files.map(({ path, size }) => ({ path, size })),
      (kept, isCut) => ({ files: kept, total, unread_folders, cut: isCut || ended || kept.length < total }),
      "Give a narrower pattern or a folder further down to see the others."
    )
  }
})
