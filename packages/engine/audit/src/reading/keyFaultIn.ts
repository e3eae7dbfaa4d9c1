import { existsSync } from "node:fs"
import { join } from "node:path"
import { keyOf } from "@toolgate/local-secrets"
import { keyFileName } from "../keyFileName.ts"
import type { AuditSource, KeyFault } from "./AuditSource.ts"

/** Returns `AuditSource.keyFault` of a folder. The folder's key is read once. */
export const keyFaultIn = (folder: string): AuditSource["keyFault"] => {
  let read: Promise<string | KeyFault> | undefined
  return async (id) => {
    read ??= idIn(folder)
    const there = await read
    if (typeof there !== "string") return there
    return there === id ? undefined : another
  }
}

const idIn = async (folder: string): Promise<string | KeyFault> => {
  const path = join(folder, keyFileName)
  try {
    return (await keyOf(`file:${path}`)).id
  } catch {
    return existsSync(path) ? unreadable : missing
  }
}

const another: KeyFault = {
  state: "another one",
  why: '"digest.key" in the folder is not what they were made with, which was lost or is kept elsewhere'
}

const missing: KeyFault = {
  state: "missing",
  why: 'there is no "digest.key" in the folder, so it was lost or is kept elsewhere'
}

const unreadable: KeyFault = {
  state: "not to be had",
  why: '"digest.key" in the folder cannot be read as a key'
}
