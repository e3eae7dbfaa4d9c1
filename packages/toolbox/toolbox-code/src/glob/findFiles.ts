import type { Ask } from "@toolgate/toolbox-base/jobs"
import { createPathMatcher } from "../files/createPathMatcher.ts"
import { FolderSource } from "../files/FolderSource.ts"
import { type WalkedFile, walk } from "../files/walk.ts"

/** The found files, the newest first. */
export interface FoundFiles {
  readonly files: ReadonlyArray<WalkedFile>
  readonly total: number
  readonly unread_folders: number
  readonly ended: boolean
}

interface Args {
  readonly pattern: string
  readonly max_files: number
  readonly include_ignored: boolean
}

/** Finds the files whose paths match a pattern. */
export const findFiles = async (args: Args, _: (text: string) => void, ask: Ask): Promise<FoundFiles> => {
  const matcher = await createPathMatcher(args.pattern, "pattern")
  const { files, unreadFolders, ended } = await walk(new FolderSource(ask), { ...args, matcher })
  files.sort((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1))
  return { files: files.slice(0, args.max_files), total: files.length, unread_folders: unreadFolders, ended }
}
