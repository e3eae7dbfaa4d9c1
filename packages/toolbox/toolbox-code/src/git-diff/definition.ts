import { defineTool } from "@toolgate/core"
import { Type } from "typebox"
import { createRevisionSchema, declareGitRead, emptyRepository, path, paths } from "../git/git.ts"
import { readDiff } from "./readDiff.ts"

/** Shows the changes in a Git repository as a unified diff, with the number of lines added and removed per file. */
export const gitDiff = defineTool({
  ...declareGitRead(
    [
      "diff",
      "--no-ext-diff",
      "--no-textconv",
      "--no-color",
      "--ignore-submodules=dirty",
      "--find-renames",
      "--numstat",
      "--patch",
      "-z",
      "--unified={context}",
      "--{area}",
      "{ref}",
      "--",
      "{paths}"
    ],
    (printed) => readDiff(printed)
  ),
  name: "git_diff",
  title: "Show changes as a diff",
  description:
    'Shows changes in a Git repository as a unified diff: those that are not staged; with area "staged", those that are; with a revision, what differs from it; with a range such as main..topic, what differs between two. Files that Git does not track are not shown.',
  parameters: Type.Object(
    {
      path,
      area: Type.Optional(Type.String({ enum: ["staged"], description: "Show what is staged." })),
      ref: Type.Optional(createRevisionSchema("A revision to compare with, or a range: HEAD~1, main..topic")),
      paths: Type.Optional(paths),
      context: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 1000, description: "Lines around each change. Default: 3" })
      )
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      files: Type.Array(
        Type.Object(
          {
            path: Type.String(),
            from: Type.Optional(Type.String({ description: "The path before it was renamed or copied." })),
            added: Type.Optional(Type.Integer({ description: "Lines. Absent for a binary file." })),
            removed: Type.Optional(Type.Integer({ description: "Lines. Absent for a binary file." }))
          },
          { additionalProperties: false }
        ),
        { description: "The first 200 files." }
      ),
      total: Type.Integer({ description: "How many files have changed." }),
      diff: Type.String(),
      cut: Type.Boolean({ description: "Whether the diff is longer than this." })
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: {},
      files: emptyRepository,
      expect: { value: { files: [], total: 0, diff: "", cut: false } }
    }
  ]
})
