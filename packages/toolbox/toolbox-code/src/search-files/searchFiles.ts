import { createLineMatcher } from "@toolgate/toolbox-base/createLineMatcher"
import type { Ask } from "@toolgate/toolbox-base/jobs"
import { createPathMatcher } from "../files/createPathMatcher.ts"
import { FolderSource } from "../files/FolderSource.ts"
import { type WalkedFile, walk } from "../files/walk.ts"
import { addMatches, type Match } from "./addMatches.ts"
import { readBatches } from "./readBatches.ts"

export interface FileSearchResult {
  readonly matches: ReadonlyArray<Match>
  readonly files_searched: number
  readonly skipped: Skipped
  readonly cut: boolean
}

/** The numbers of skipped files and folders. */
interface Skipped {
  binary: number
  too_large: number
  denied: number
  unreadable: number
  folders: number
}

interface Args {
  readonly pattern: string
  readonly regex: boolean
  readonly ignore_case: boolean
  readonly glob?: string
  readonly context: number
  readonly max_matches: number
  readonly include_ignored: boolean
}

/** Searches the lines of a folder's files, sorted by path. */
export const searchFiles = async (
  args: Args,
  progress: (text: string) => void,
  ask: Ask
): Promise<FileSearchResult> => {
  const pattern = await createLineMatcher(args)
  const source = new FolderSource(ask)
  const walked = await walk(source, { ...args, matcher: await createPathMatcher(args.glob, "glob") })
  const skipped: Skipped = { binary: 0, too_large: 0, denied: 0, unreadable: 0, folders: walked.unreadFolders }
  const matches: Array<Match> = []
  let searched = 0
  const isSmall = ({ size }: WalkedFile) => size <= mostBytes
  skipped.too_large = walked.files.filter((file) => !isSmall(file)).length
  const wanted = walked.files.filter(isSmall).sort((a, b) => (a.path < b.path ? -1 : 1))
  for await (const { path, content } of readBatches(source, wanted, mostBytes + 1)) {
    if (typeof content === "string") skipped[content] += 1
    else if (content.length > mostBytes) skipped.too_large += 1
    else if (content.includes(0)) skipped.binary += 1
    else {
      searched += 1
      addMatches(path, content, { pattern, context: args.context, most: args.max_matches + 1 }, matches)
      if (searched % 10_000 === 0) progress(`Searched ${searched} of ${wanted.length} files.\n`)
    }
    if (matches.length > args.max_matches) break
  }
  const cut = walked.ended || matches.length > args.max_matches
  return { matches: matches.slice(0, args.max_matches), files_searched: searched, skipped, cut }
}

/** The limit for a searched file in bytes. */
const mostBytes = 10_000_000
