import { existsSync } from "node:fs"
import { join } from "node:path"
import { keyOf } from "@toolgate/keys"
import { keyFileName } from "../keyFileName.ts"
import type { SegmentFacts, Tell } from "./betweenSegments.ts"

/** Notes each digest key that is not the key in the folder, at the first segment that uses it. */
export const noteKeys = async (folder: string, all: ReadonlyArray<SegmentFacts>, note: Tell): Promise<void> => {
  const byKey = Map.groupBy(
    all.filter(({ opened }) => opened !== undefined),
    ({ opened }) => opened?.key ?? ""
  )
  if (byKey.size === 0) return
  const there = await idIn(folder)
  for (const [key, [first, ...more]] of byKey) {
    if (first === undefined || key === there.id) continue
    const others = more.length === 0 ? "" : `, as ${more.length} more file${more.length === 1 ? " has" : "s have"}`
    const { state, why } = there.id === undefined ? there : another
    note(first.segment, 1, `has digests of a key that is ${state}${others}: ${why}`)
  }
}

const another = {
  state: "another one",
  why: '"digest.key" in the folder is not what they were made with, which was lost or is kept elsewhere'
}

interface Unread {
  readonly id: undefined
  readonly state: "missing" | "not to be had"
  readonly why: string
}

const idIn = async (folder: string): Promise<{ readonly id: string } | Unread> => {
  const path = join(folder, keyFileName)
  try {
    return await keyOf(`file:${path}`)
  } catch {
    return existsSync(path) ? unreadable : missing
  }
}

const missing: Unread = {
  id: undefined,
  state: "missing",
  why: 'there is no "digest.key" in the folder, so it was lost or is kept elsewhere'
}

const unreadable: Unread = {
  id: undefined,
  state: "not to be had",
  why: '"digest.key" in the folder cannot be read as a key'
}
