import { randomBytes } from "node:crypto"
import { link, open, rename, rm, stat } from "node:fs/promises"
import { setTimeout as delay } from "node:timers/promises"

/**
 * Runs a function under a lock file, one process at a time. The function has to end within `longestMs`: an older lock
 * was left by a process that crashed or sleeps, and is removed.
 */
export const runWithFileLock = async <A>(path: string, longestMs: number, run: () => Promise<A>): Promise<A> => {
  while (!(await isTaken(path))) {
    await removeOld(path, longestMs)
    await delay(20 + 30 * Math.random())
  }
  try {
    return await run()
  } finally {
    await rm(path, { force: true })
  }
}

const isTaken = async (path: string): Promise<boolean> => {
  try {
    await (await open(path, "wx", 0o600)).close()
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause
    return false
  }
}

const removeOld = async (path: string, longestMs: number): Promise<void> => {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || Date.now() - found.mtimeMs < longestMs) return
  const old = `${path}.${randomBytes(6).toString("hex")}`
  await rename(path, old).catch(() => {})
  // Another process that waits replaced the lock first, and this lock is its new one.
  if ((await stat(old).catch(() => found)).ino !== found.ino) await link(old, path).catch(() => {})
  await rm(old, { force: true })
}
