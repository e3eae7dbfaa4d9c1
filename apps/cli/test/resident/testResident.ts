import { randomBytes } from "node:crypto"
import { mkdirSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { type ConnectOptions, connectToResident } from "../../src/resident/connectToResident.ts"
import { isRunning } from "../../src/resident/isRunning.ts"
import type { ResidentClient } from "../../src/resident/ResidentClient.ts"
import { getResidentPlace } from "../../src/resident/ResidentPlace.ts"
import { folder } from "../folder.ts"

/** Returns the files of a resident gate for a test, and a function that starts or reaches it. It ends with the test. */
export const testResident = () => {
  const path = realpathSync(folder())
  const [work, key] = [join(path, "work"), join(path, "store.key")]
  mkdirSync(work)
  writeFileSync(key, randomBytes(32), { mode: 0o600 })
  const place = getResidentPlace(join(path, "run"))
  const store = { at: join(path, "store.sqlite"), key: `file:${key}` }
  const started = new Set<number>()
  const clients = new Set<ResidentClient>()
  onTestFinished(() => {
    for (const client of clients) client.close()
    for (const pid of started) killProcess(pid)
  })
  const connect = async (options: ConnectOptions = {}) => {
    const found = await connectToResident({ folder: place.folder, store, ...options })
    started.add(found.status.pid)
    clients.add(found.client)
    // biome-ignore lint/suspicious/noExplicitAny: tests read members of any answer.
    const ask = async (method: string, at: string, body?: unknown): Promise<{ status: number; body: any }> =>
      found.client.send(method, `/v1${at}`, { body })
    return { ...found, ask }
  }
  /** The flags of a command for this resident gate. */
  const flags = ["--folder", place.folder]
  return {
    path,
    work,
    place,
    store,
    connect,
    flags,
    startFlags: [...flags, "--store", store.at, "--store-key", store.key]
  }
}

/** Kills a process if it has not ended. */
export const killProcess = (pid: number): void => {
  if (isRunning(pid)) process.kill(pid, "SIGKILL")
}

/** Resolves when a process has ended that is not a child of this one. */
export const waitForEnd = async (pid: number): Promise<void> => {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 5))
}
