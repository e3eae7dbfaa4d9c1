import type { ReadFile } from "../files/FolderRequest.ts"
import type { FolderSource } from "../files/FolderSource.ts"
import type { WalkedFile } from "../files/walk.ts"

/** A file with its content, or why it cannot be read. */
interface Read {
  readonly path: string
  readonly content: ReadFile
}

/** Reads files in batches. The next batch loads while the current one is searched. */
export async function* readBatches(
  source: FolderSource,
  files: ReadonlyArray<WalkedFile>,
  most: number
): AsyncGenerator<Read> {
  let from = 0
  const next = () => {
    const paths = pathsFrom(files, from)
    from += paths.length
    const read = source.read(paths, most)
    // The search may stop before it awaits this batch.
    read.catch(() => {})
    return { paths, read }
  }
  let coming = next()
  while (coming.paths.length > 0) {
    const { paths, read } = coming
    const contents = await read
    coming = next()
    for (const [index, path] of paths.entries()) yield { path, content: contents[index] ?? "unreadable" }
  }
}

/** Returns the paths of the next batch: as many small files as fit. */
const pathsFrom = (files: ReadonlyArray<WalkedFile>, from: number): ReadonlyArray<string> => {
  const paths: Array<string> = []
  let bytes = 0
  for (let at = from; at < files.length && paths.length < filesPerQuestion; at += 1) {
    const file = files[at] as WalkedFile
    bytes += file.size
    if (paths.length > 0 && bytes > bytesPerQuestion) break
    paths.push(file.path)
  }
  return paths
}

const filesPerQuestion = 64
const bytesPerQuestion = 1024 * 1024
