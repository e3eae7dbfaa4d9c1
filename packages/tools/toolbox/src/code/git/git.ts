import type { Tool } from "@toolgate/core"
import { Type } from "typebox"
import { programFolder } from "../programFolder.ts"

/** The argument that names the repository of all Git tools. */
export const path = Type.Optional(
  Type.String({ description: 'The folder of the repository, which holds ".git". Default: the workspace.' })
)

/** The first words of a command that only reads. No program of the repository runs, and no repository above the folder is looked for. */
export const gitWords: ReadonlyArray<string> = ["./git-read.sh", "--path={path}"]

/** The folder of the programs around Git. */
export const gitFolder = programFolder("commands")

/** The variables of a Git command: its messages are in English, and it asks nobody. */
export const gitEnv = { LC_ALL: "C.UTF-8", LANGUAGE: "C", GIT_TERMINAL_PROMPT: "0" } as const

/** The part that the definitions share of the tools that look at a repository. */
export const looksAtRepository = {
  sideEffects: "EXECUTE",
  effects: ["local_exec"],
  category: "code",
  permission: "filesystem",
  requiresWorkspace: true,
  callers: ["direct", "chain"],
  resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace", fallback: ".", scope: "tree" }]
} as const satisfies Partial<Tool>

/** The files of an example: a repository on the branch "main", with an author and no commit. */
export const emptyRepository = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/config": "[core]\n\trepositoryformatversion = 0\n[user]\n\tname = Ada\n\temail = ada@example.com\n",
  ".git/objects/info/.keep": "",
  ".git/refs/heads/.keep": ""
} as const

/** The argument that names a revision. */
export const revision = (description: string) => Type.String({ minLength: 1, maxLength: 1000, description })

/** The argument that limits a command to files. */
export const paths = Type.Array(Type.String({ minLength: 1 }), {
  minItems: 1,
  maxItems: 1000,
  description: "Files and folders, from the repository's folder."
})
