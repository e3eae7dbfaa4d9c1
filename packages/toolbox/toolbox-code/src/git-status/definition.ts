import { defineTool } from "@toolgate/core"
import { Type } from "typebox"
import { declareGitRead, emptyRepository, path } from "../git/git.ts"
import { requireSuccess } from "../git/requireSuccess.ts"
import { readStatus } from "./readStatus.ts"

const change = Type.Object(
  {
    path: Type.String(),
    change: Type.String({ enum: ["added", "modified", "deleted", "renamed", "copied", "type_changed"] }),
    from: Type.Optional(Type.String({ description: "The path before it was renamed or copied." }))
  },
  { additionalProperties: false }
)

/** Shows the branch of a Git repository, and its staged, changed, untracked and conflicting files. */
export const gitStatus = defineTool({
  ...declareGitRead(
    ["status", "--porcelain=v2", "-z", "--branch", "--untracked-files=normal", "--ignore-submodules=dirty"],
    (printed) => readStatus(requireSuccess(printed))
  ),
  name: "git_status",
  title: "Show what has changed",
  description:
    "Shows the state of a Git repository: its branch, how far it is ahead of and behind its upstream, and which files are staged, changed but not staged, untracked, and in conflict. Paths are relative to the repository. An untracked folder is one entry that ends in /.",
  parameters: Type.Object({ path }, { additionalProperties: false }),
  output: Type.Object(
    {
      branch: Type.Optional(Type.String({ description: "Absent if no branch is checked out." })),
      upstream: Type.Optional(Type.String()),
      ahead: Type.Optional(Type.Integer({ description: "Commits that the upstream lacks." })),
      behind: Type.Optional(Type.Integer({ description: "Commits that the branch lacks." })),
      staged: Type.Array(change),
      changed: Type.Array(change),
      untracked: Type.Array(Type.String()),
      conflicted: Type.Array(Type.String()),
      total: Type.Integer({ description: "How many entries there are." }),
      cut: Type.Boolean({ description: "Whether there are more entries than these." })
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: {},
      files: { ...emptyRepository, "notes.md": "Buy milk.\n" },
      expect: {
        value: {
          branch: "main",
          staged: [],
          changed: [],
          untracked: ["notes.md"],
          conflicted: [],
          total: 1,
          cut: false
        }
      }
    }
  ]
})
