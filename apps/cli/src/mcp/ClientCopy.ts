import { createHash } from "node:crypto"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { makeFolder, writeWholeFile } from "@toolgate/local-secrets"
import { readTextFile } from "@toolgate/yaml-reading"
import { stateFolder } from "../stateFolder.ts"

/** A copy of a client's configuration, from before the gate was written into it. */
export interface ClientCopy {
  readonly path: string
  /** The text before; `null`: there was no file. */
  readonly before: string | null
  /** The text with the gate. As long as the file holds it, putting back is exact. */
  readonly after: string
  /** The names of the servers that were moved behind the gate, as the client knows them. */
  readonly moved: ReadonlyArray<string>
}

const folder = (): string => join(stateFolder("mcp"), "clients")

const copyPath = (path: string): string =>
  join(folder(), `${createHash("sha256").update(path).digest("hex").slice(0, 32)}.json`)

/** Returns the copy of a configuration; `undefined` if there is none. */
export const clientCopy = (path: string): ClientCopy | undefined => {
  const read = readTextFile(copyPath(path), "copy")
  if ("fault" in read) return undefined
  const copy = JSON.parse(read.text) as ClientCopy
  return copy.path === path ? copy : undefined
}

/** Keeps a copy, which only this user can read, because a configuration may hold secrets. Replaces an earlier one. */
export const keepCopy = async (copy: ClientCopy): Promise<void> => {
  await makeFolder(folder())
  await writeWholeFile(copyPath(copy.path), JSON.stringify(copy), "replace")
}

/** Drops the copy of a configuration that was put back. */
export const dropCopy = (path: string): void => rmSync(copyPath(path), { force: true })
