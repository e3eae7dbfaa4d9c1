import { mkdirSync, writeFileSync } from "node:fs"
import type { FileAccess, FileException, FileMode, ResolvedPath } from "@toolgate/core"
import { Workspace } from "./running.ts"

export const tree = (path: string, mode: FileMode, except?: ReadonlyArray<FileException>): FileAccess => ({
  path: path as ResolvedPath,
  mode,
  scope: "tree",
  ...(except === undefined ? {} : { except })
})
export const exact = (path: string, mode: FileMode): FileAccess => ({
  path: path as ResolvedPath,
  mode,
  scope: "exact"
})
export const granting = (...files: ReadonlyArray<FileAccess>) => ({ grant: { access: { files } as never } })

export const inWorkspace = (files: Record<string, string>) => {
  const workspace = new Workspace()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(workspace.at(`${name}/..`), { recursive: true })
    writeFileSync(workspace.at(name), text)
  }
  return workspace
}
