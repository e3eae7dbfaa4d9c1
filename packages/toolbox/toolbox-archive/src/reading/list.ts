import type { Ask } from "@toolgate/toolbox-base/jobs"
import type { ArchiveEntry, ArchiveFormat } from "../ArchiveEntry.ts"
import { most } from "../most.ts"
import { ArchiveSource } from "./ArchiveSource.ts"
import { openArchive } from "./openArchive.ts"

export interface Listing {
  readonly format: ArchiveFormat
  /** The first entries, at most 10,000. Further jobs name entries by their index in this list. */
  readonly entries: ReadonlyArray<ArchiveEntry>
  readonly total: number
}

interface Args {
  readonly size: number
}

/** Lists an archive. */
export const list = async ({ size }: Args, _: unknown, ask: Ask): Promise<Listing> => {
  const reader = await openArchive(new ArchiveSource(size, ask))
  const entries: Array<ArchiveEntry> = []
  let total = 0
  for await (const entry of reader.entries()) {
    total += 1
    if (entries.length < most.entries) entries.push(entry)
  }
  return { format: reader.format, entries, total }
}
