import {
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  type Stats,
  unlinkSync
} from "node:fs"
import { tryOrUndefined } from "@toolgate/processes"

/**
 * Moves the content of a folder into another one, while no program uses either. If both contain a file, the newer one
 * gets the name, as if both had been written in one folder; the older one gets the name with a number. Returns the
 * paths of the renamed files. Content that cannot be moved stays.
 */
export const mergeFolder = (from: string, to: string): ReadonlyArray<string> => {
  const renamed: Array<Buffer> = []
  merge(Buffer.from(from), Buffer.from(to), renamed)
  return renamed.map(String)
}

// File names may be bytes that are not UTF-8.
const merge = (from: Buffer, to: Buffer, renamed: Array<Buffer>): void => {
  for (const name of tryOrUndefined(() => readdirSync(from, { encoding: "buffer" })) ?? [])
    tryOrUndefined(() => moveEntry(under(from, name), under(to, name), renamed))
  tryOrUndefined(() => rmdirSync(from))
}

const moveEntry = (source: Buffer, target: Buffer, renamed: Array<Buffer>): void => {
  const [given, there] = [lstatSync(source), lstatSync(target, { throwIfNoEntry: false })]
  if (there === undefined) renameSync(source, target)
  else if (given.isDirectory() && there.isDirectory()) merge(source, target, renamed)
  else if (isSameContent(source, given, target, there)) unlinkSync(source)
  else {
    const kept = freeName(target)
    const isOlder = given.mtimeMs < there.mtimeMs
    if (!isOlder) renameSync(target, kept)
    renameSync(source, isOlder ? kept : target)
    renamed.push(kept)
  }
}

const isSameContent = (one: Buffer, given: Stats, other: Buffer, there: Stats): boolean => {
  if (given.isSymbolicLink() && there.isSymbolicLink()) return readlinkSync(one) === readlinkSync(other)
  if (!given.isFile() || !there.isFile() || given.mode !== there.mode || given.size !== there.size) return false
  return given.size <= mostCompared && readFileSync(one).equals(readFileSync(other))
}

const mostCompared = 1024 ** 2

const under = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, Buffer.from("/"), name])

const freeName = (path: Buffer): Buffer => {
  for (let number = 1; ; number++) {
    const name = Buffer.concat([path, Buffer.from(`.${number}`)])
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined) return name
  }
}
