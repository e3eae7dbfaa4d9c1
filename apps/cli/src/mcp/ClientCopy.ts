import { createHash } from "node:crypto"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { makeFolder, writeWholeFile } from "@toolgate/local-secrets"
import { readTextFile } from "@toolgate/yaml-reading"
import { getStateFolder } from "../getStateFolder.ts"

/** A backup of a client's configuration from before the gate was installed. */
export interface ClientCopy {
  readonly path: string
  /** The original text. `null` if there was no file. */
  readonly before: string | null
  /** The text with the gate. While the file is unchanged, restoring is exact. */
  readonly after: string
  /** Servers that were moved behind the gate, by their names in the client. */
  readonly moved: ReadonlyArray<string>
}

const folder = (): string => join(getStateFolder("mcp"), "clients")

const copyPath = (path: string): string =>
  join(folder(), `${createHash("sha256").update(path).digest("hex").slice(0, 32)}.json`)

/** Returns the backup of a configuration, if any. */
export const readClientCopy = (path: string): ClientCopy | undefined => {
  const read = readTextFile(copyPath(path), "copy")
  if ("fault" in read) return undefined
  const copy = JSON.parse(read.text) as ClientCopy
  return copy.path === path ? copy : undefined
}

/** Saves a backup that only this user can read, because a configuration may contain secrets. Replaces an earlier one. */
export const keepCopy = async (copy: ClientCopy): Promise<void> => {
  await makeFolder(folder())
  await writeWholeFile(copyPath(copy.path), JSON.stringify(copy), "replace")
}

/** Deletes the backup of a restored configuration. */
export const dropCopy = (path: string): void => rmSync(copyPath(path), { force: true })
