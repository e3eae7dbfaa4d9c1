import { dirname } from "node:path"
import { type ToolContext, ToolError, ToolExecutionError, ToolOutcomeUnknown } from "@toolgate/core"
import type { SqliteThread } from "@toolgate/stores/sqlite"
import { checkMemoryFolder, getMemoryFile } from "./getMemoryFile.ts"
import { MemoryTransaction, type Run } from "./MemoryTransaction.ts"
import type { MemorySettings } from "./memorySettings.ts"

/**
 * Changes the memory of the call's workspace in one transaction, on a thread, because a commit waits for the disk. A
 * call that is cancelled while it waits for another process changes nothing.
 */
export const changeMemory = async <A>(
  settings: MemorySettings,
  { workspace, signal }: Pick<ToolContext, "workspace" | "signal">,
  work: (memory: MemoryTransaction) => Promise<A>
): Promise<A> => {
  const { makeFolder, SqliteThread, getStateFolder, openStoreFile } = await import("@toolgate/stores/sqlite")
  const path = getMemoryFile(workspace, settings, getStateFolder)
  let thread: SqliteThread | undefined
  try {
    await makeFolder(dirname(path))
    await checkMemoryFolder(dirname(path), workspace)
    thread = await SqliteThread.open(await openStoreFile(path))
    return await changed(createRun(thread), signal, work)
  } catch (error) {
    if (error instanceof ToolError || signal.aborted) throw error
    throw await toToolError(error, path)
  } finally {
    // Closing waits for a statement that waits for another process. A cancelled call does not wait.
    const closed = thread
      ?.run({ sql: "rollback", parameters: [] })
      .catch(() => {})
      .then(() => thread?.close())
    if (!signal.aborted) await closed
  }
}

/** Returns the function that runs statements on the thread. */
export const createRun =
  (thread: SqliteThread): Run =>
  async (sql, ...parameters) =>
    (await thread.run({ sql, parameters })).rows

const changed = async <A>(
  run: Run,
  signal: AbortSignal,
  work: (memory: MemoryTransaction) => Promise<A>
): Promise<A> => {
  await unlessAborted(run("begin immediate"), signal)
  await checkFormat(run)
  const result = await work(new MemoryTransaction(run))
  signal.throwIfAborted()
  try {
    await run("commit")
  } catch (cause) {
    throw new ToolOutcomeUnknown({
      message:
        "It is unknown whether the memory was changed, because the disk refused the write. Ask before you repeat the call.",
      cause
    })
  }
  return result
}

const unlessAborted = async (promise: Promise<unknown>, signal: AbortSignal): Promise<void> => {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener("abort", abort)
  try {
    signal.throwIfAborted()
    await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener("abort", abort)
  }
}

/** Creates the table in a new file. Refuses a file from a newer version. */
const checkFormat = async (run: Run): Promise<void> => {
  const [{ user_version: version }] = (await run("pragma user_version")) as [{ user_version: number }]
  if (version === format) return
  if (version > format)
    throw new ToolExecutionError({
      message: "The memory was written by a newer version of Toolgate, and nothing was changed. Update Toolgate.",
      executed: "no"
    })
  await run(
    "create table memory (id integer primary key autoincrement, text text not null, tags text not null, changed integer not null, superseded_by integer) strict"
  )
  await run(`create index current on memory (changed) where superseded_by is null`)
  await run(`pragma user_version = ${format}`)
}

const format = 1

/** Translates a failure of the file for the model and the operator. */
export const toToolError = async (error: unknown, path: string): Promise<ToolExecutionError> => {
  const { StoreFileUnfit } = await import("@toolgate/stores/sqlite")
  const at = `the file of this workspace's memory, "${path}",`
  const { errcode = 0, code = "" } = error as { readonly errcode?: number; readonly code?: string }
  const kind = errcode & 0xff
  const said = (what: string) =>
    new ToolExecutionError({ message: `Nothing was changed: ${at} ${what}`, executed: "no", cause: error })
  if (kind === 11 || kind === 26)
    return said("is damaged. A person must replace it with a copy, or move it away to start with an empty memory.")
  if (kind === 5) return said("has been held by another process for over five seconds. Try again.")
  if (kind === 13 || code === "ENOSPC") return said("has no room on its disk. A person must make some.")
  if (code === "ELOOP") return said("is a link, which is not followed. A person must replace it with a file.")
  if (error instanceof StoreFileUnfit) return said(`cannot be used: ${error.message}`)
  return said("cannot be opened or written. A person must check its folder and its permissions.")
}
