import { defineTool, type PrintedOutput, quoted, ToolExecutionError } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { emptyRepository, gitEnv, gitFolder, ofGit, path, paths } from "../git/git.ts"
import { requireSuccess } from "../git/requireSuccess.ts"

/** Commits files, or the staged changes, to the current branch of a Git repository. */
export const gitCommit = defineTool({
  ...ofGit,
  name: "git_commit",
  title: "Commit changes",
  description:
    "Commits changes to the branch that is checked out: the files at paths, new ones too, and nothing else that is staged; or, without paths, what is staged. Runs no hooks and no filters of the repository unless hooks is true, and signs nothing.",
  parameters: Type.Object(
    {
      path,
      message: Type.String({
        minLength: 1,
        maxLength: 65_536,
        pattern: "\\S",
        description: "A first line, and more after a blank line."
      }),
      paths: Type.Optional(paths),
      hooks: Type.Optional(Type.Boolean({ description: "Run the hooks and filters of the repository. Default: false" }))
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      commit: Type.String({ description: "The id of the commit." }),
      files: Type.Array(Type.String(), { description: "The files that it changes." }),
      total: Type.Integer({ description: "How many files it changes." }),
      cut: Type.Boolean({ description: "Whether there are more files than these." })
    },
    { additionalProperties: false }
  ),
  effects: ["local_exec", "modifies_files"],
  risk: "LOW",
  resources: [
    { kind: "file", arg: "/path", mode: "rw", within: "workspace", fallback: ".", scope: "tree", program: "git" }
  ],
  command: {
    argv: ["./git-commit.sh", "--path={path}", "--message={message}", "--hooks={hooks}", "--", "{paths}"],
    input: "words",
    env: gitEnv,
    folder: gitFolder,
    result: (printed) => readCommit(printed)
  },
  examples: [
    {
      description: "The author is the one in the settings of the repository.",
      args: { message: "Add notes", paths: ["notes.md"] },
      files: { ...emptyRepository, "notes.md": "Buy milk.\n" },
      expect: {}
    }
  ]
})

const readCommit = (printed: PrintedOutput) => {
  const { status, stdout, stderr, args } = printed
  if (status === 1 && /nothing to commit|no changes added|nothing added to commit/.test(stdout))
    throw new ToolExecutionError({
      message: 'There is nothing to commit: nothing is staged. Name files in "paths"; git_status lists what changed.',
      executed: "no"
    })
  if (status === 3) throw filtered(stdout)
  if (status === 1 && args.hooks === true)
    throw new ToolExecutionError({ message: `A hook refused the commit: ${stderr.trim().slice(-1000)}` })
  const [commit = "", ...files] = requireSuccess(printed).split("\0").filter(Boolean)
  return boundOutput(
    files,
    (kept, cut) => ({ commit: commit.trim(), files: kept, total: files.length, cut }),
    "The commit is complete; git_diff shows the rest."
  )
}

const filtered = (files: string) => {
  const [file = "", filter = ""] = files.split("\n")[0]?.split(": filter: ") ?? []
  return new ToolExecutionError({
    message: `The attributes of the repository want ${quoted(file, 200)} changed by its filter ${quoted(filter, 100)} as it is committed, and filters are programs. Set "hooks" to run them, or leave the file out.`
  })
}
