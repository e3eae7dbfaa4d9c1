import type { Tool } from "@toolgate/core"
import { Type } from "typebox"
import { readsFile } from "./readsFile.ts"

/** The common part of the tools that read a folder and its subfolders. */
export const readsFolder = {
  ...readsFile,
  resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace", fallback: ".", scope: "tree" }]
} as const satisfies Partial<Tool>

/** The arguments that these tools share. */
export const folderArguments = {
  path: Type.Optional(Type.String({ description: "The folder, from the workspace's root. Default: the workspace." })),
  include_ignored: Type.Optional(
    Type.Boolean({
      description:
        "Whether to include .git, node_modules and what the .gitignore files of the folder name. Default: false."
    })
  )
} as const

/** The limit for a path pattern in characters. */
export const mostPattern = 256
