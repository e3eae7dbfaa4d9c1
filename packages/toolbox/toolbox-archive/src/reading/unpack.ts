import type { Ask } from "@toolgate/toolbox-base/jobs"
import { impossible } from "@toolgate/toolbox-base/jobs"
import { ArchiveSource } from "./ArchiveSource.ts"
import { createDamagedError } from "./createDamagedError.ts"
import { openArchive } from "./openArchive.ts"

/** A listed entry to unpack. */
export interface WantedEntry {
  readonly index: number
  readonly name: string
  readonly size: number
}

/** The job sends a part of a file to the gate, which answers whether it wants more of the file. */
export interface PartRequest {
  readonly part: { readonly index: number; readonly bytes: Uint8Array; readonly isLast: boolean }
}

interface Args {
  readonly size: number
  readonly wanted: ReadonlyArray<WantedEntry>
}

/** Unpacks files and sends their parts to the gate. Checks as much as possible before the first part. */
export const unpack = async ({ size, wanted }: Args, _: unknown, ask: Ask): Promise<void> => {
  const reader = await openArchive(new ArchiveSource(size, ask))
  const places = new Map(wanted.map((one) => [one.index, one]))
  const indices = new Set(places.keys())
  await reader.check?.(indices)
  const give = async (index: number, bytes: Uint8Array, isLast: boolean) => {
    const request: PartRequest = { part: { index, bytes, isLast } }
    return (await ask(request)) === true
  }
  let found = 0
  for await (const { index, entry, parts } of reader.contents(indices)) {
    const listed = places.get(index)
    if (listed?.name !== entry.name || listed.size !== entry.size) throw changed()
    found += 1
    let bytes = 0
    let wantsMore = true
    // Delays each part until the next, so that the last one is known. Most files need one message.
    let held: Uint8Array = new Uint8Array()
    for await (const part of grouped(parts)) {
      bytes += part.length
      if (bytes > entry.size) throw createDamagedError("a file is larger than it says")
      if (held.length > 0) wantsMore = await give(index, held, false)
      held = part
      if (!wantsMore) break
    }
    if (wantsMore && bytes !== entry.size) throw createDamagedError("a file is shorter than it says")
    await give(index, held, true)
  }
  if (found !== indices.size) throw changed()
}

/** Joins small parts, because each message has a cost. */
async function* grouped(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let group: Array<Uint8Array> = []
  let bytes = 0
  for await (const part of parts) {
    group.push(part)
    bytes += part.length
    if (bytes < groupBytes) continue
    yield Buffer.concat(group)
    group = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(group)
}

const groupBytes = 1024 * 1024

const changed = () => impossible("The archive changed while it was read; try again.")
