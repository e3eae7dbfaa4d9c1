import { FileFailed, type FileResource, type ToolContext, ToolExecutionError } from "@toolgate/core"
import type { FolderRequest, ListedFolder, ReadFile } from "./FolderRequest.ts"

type Context = Pick<ToolContext, "files" | "resources" | "signal">

/**
 * Returns the function that answers a job's requests about the folder which the call declares as a tree. The gate reads
 * only what the call was granted. Fails if the folder is missing.
 */
export const createFolderAnswers = async ({ files, resources, signal }: Context) => {
  const root = resources.find((one): one is FileResource => one.kind === "file" && one.scope === "tree")?.path ?? ""
  const { kind } = await files.stat(root)
  if (kind !== "directory") throw new FileFailed("NotADirectory", root)
  const at = (path: string) => (path === "" ? root : `${root}/${path}`)
  return async (request: FolderRequest): Promise<unknown> => {
    const answers: Array<ListedFolder | ReadFile | undefined> = []
    const paths = "list" in request ? request.list : request.read
    for (const path of paths) {
      signal.throwIfAborted()
      answers.push(
        "list" in request ? await listed(files, at(path), path === "") : await read(files, at(path), request.most)
      )
    }
    return answers
  }
}

const listed = async (
  files: ToolContext["files"],
  path: string,
  isRoot: boolean
): Promise<ListedFolder | undefined> => {
  try {
    const entries = await files.list(path)
    const found = entries.filter(({ kind }) => kind === "file")
    return {
      folders: entries.filter(({ kind }) => kind === "directory").map(({ name }) => name),
      files: found.map(({ name }) => name),
      sizes: Float64Array.from(found, ({ size }) => size),
      modified: Float64Array.from(found, ({ modified = 0 }) => modified)
    }
  } catch (error) {
    if (error instanceof FileFailed && !isRoot) return undefined
    throw error
  }
}

const read = async (files: ToolContext["files"], path: string, most: number): Promise<ReadFile> => {
  try {
    return await files.readBytes(path, { offset: 0, length: most })
  } catch (error) {
    if (!(error instanceof FileFailed)) throw error
    if (error.reason === "Io") throw new ToolExecutionError({ message: error.message, cause: error })
    return error.reason === "Denied" ? "denied" : "unreadable"
  }
}
