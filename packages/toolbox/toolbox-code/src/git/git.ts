import type { CommandImplementation, Tool, ToolOptions } from "@toolgate/core"
import { Type } from "typebox"
import { programFolder } from "../programFolder.ts"

/** The argument of all Git tools that names the repository. */
export const path = Type.Optional(
  Type.String({ description: 'The folder of the repository, which holds ".git". Default: the workspace.' })
)

/** The folder of the wrapper programs for Git. */
export const gitFolder = programFolder("commands")

/** The variables of a Git command: English messages and no prompts. */
export const gitEnv = { LC_ALL: "C.UTF-8", LANGUAGE: "C", GIT_TERMINAL_PROMPT: "0" } as const

/** The common part of all Git tools. */
export const ofGit = {
  sideEffects: "EXECUTE",
  category: "code",
  permission: "filesystem",
  requiresWorkspace: true,
  callers: ["direct", "chain"]
} as const satisfies Partial<Tool>

/**
 * Returns the common part of Git tools that only read. Runs no program from the repository, and looks for no repository
 * above the folder. Under confinement, Git cannot write in the workspace.
 */
export const declareGitRead = (words: ReadonlyArray<string>, result: NonNullable<CommandImplementation["result"]>) => {
  const argv = ["./git-read.sh", "--path={path}", ...words]
  return {
    ...ofGit,
    effects: ["local_exec"],
    resources: [
      { kind: "file", arg: "/path", mode: "r", within: "workspace", fallback: ".", scope: "tree", program: "git" },
      { kind: "command", argv, workspace: "r" }
    ],
    command: { argv, input: "words", folder: gitFolder, env: { ...gitEnv, GIT_CONFIG_GLOBAL: "/dev/null" }, result }
  } as const satisfies Partial<ToolOptions<Tool["parameters"]>>
}

/** The files of an example: a repository on the branch "main", with an author and no commit. */
export const emptyRepository = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/config": "[core]\n\trepositoryformatversion = 0\n[user]\n\tname = Ada\n\temail = ada@example.com\n",
  ".git/objects/info/.keep": "",
  ".git/refs/heads/.keep": ""
} as const

/** Returns the schema of a revision argument. */
export const createRevisionSchema = (description: string) => Type.String({ minLength: 1, maxLength: 1000, description })

/** The argument that limits a command to files. */
export const paths = Type.Array(Type.String({ minLength: 1 }), {
  minItems: 1,
  maxItems: 1000,
  description: "Files and folders, from the repository's folder."
})
