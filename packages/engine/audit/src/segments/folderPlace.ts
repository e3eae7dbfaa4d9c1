import { unlink } from "node:fs/promises"
import { join } from "node:path"
import { makeFolder, syncFolder } from "@toolgate/local-secrets"
import { openHeads } from "./openHeads.ts"
import type { SegmentFiles } from "./SegmentFile.ts"
import type { SegmentPlace } from "./SegmentPlace.ts"

/** Returns the place of segments that are files in a folder. `restore` restores the other files of the folder. */
export const folderPlace = (
  folder: string,
  files: SegmentFiles,
  restore: () => Promise<void> = async () => {}
): SegmentPlace => ({
  writeAfterMs: 5,
  syncsWrites: false,
  open: async (name, before, first) => {
    const after = await openHeads(folder, before, files)
    const path = join(folder, name)
    const file = await files.create(path)
    try {
      await file.write(first(after))
      await file.sync()
      await syncFolder(folder)
    } catch (error) {
      await file.close().catch(() => {})
      await unlink(path).catch(() => {})
      throw error
    }
    return { ...file, write: (batch) => file.write(batch.lines([])) }
  },
  restore: async () => {
    await makeFolder(folder)
    await restore()
  }
})
