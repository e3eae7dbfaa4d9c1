import { setTimeout as sleep } from "node:timers/promises"
import { filesOfStore, getUserStore, readStoreKey, type StoreReference } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import { withoutPassword } from "../flags/storeFlags.ts"
import { version as ownVersion } from "../version.ts"
import { findSocketFault, isAbsent } from "./findFileFault.ts"
import { findResidentFolder } from "./findResidentFolder.ts"
import { checkResidentFolder, prepareResidentFolder } from "./prepareResidentFolder.ts"
import { ResidentClient } from "./ResidentClient.ts"
import type { ResidentPlace } from "./ResidentPlace.ts"
import type { ResidentStatus } from "./ResidentStatus.ts"
import { ResidentUnavailable } from "./ResidentUnavailable.ts"
import { readResidentToken } from "./readResidentToken.ts"
import { type StartedResident, type StartOptions, startResident } from "./startResident.ts"

/** The options of `connectToResident`. */
export interface ConnectOptions extends Partial<StartOptions> {
  /** The folder of its socket. Default: the user's runtime folder, or one in the state directory. */
  readonly folder?: string | undefined
  /** The time in which it has to answer, in milliseconds. Default: one minute, because a busy machine starts it slowly. */
  readonly withinMs?: number | undefined
  /** The version of this client. Default: that of the command line. */
  readonly version?: string | undefined
}

/** A resident gate that answers. */
export interface ConnectedResident {
  readonly status: ResidentStatus
  readonly client: ResidentClient
}

/**
 * Connects to the user's resident gate, and starts it if it is not running. Rejects with `ResidentUnavailable`, which says what
 * failed and what to do.
 */
export const connectToResident = async (options: ConnectOptions = {}): Promise<ConnectedResident> => {
  const { withinMs = 60_000, version = ownVersion, store = { at: getUserStore() } } = options
  if (withoutPassword(store.at) !== store.at)
    throw new ResidentUnavailable(
      "The address of the store has a password, which other users would see among the arguments of the resident gate. Put it into ~/.pgpass."
    )
  const place = await prepareResidentFolder(options.folder ?? findResidentFolder())
  const until = performance.now() + withinMs
  let started: StartedResident | undefined
  while (performance.now() < until) {
    const found = await findResident(place, version)
    if (found !== undefined) {
      if (found.status.version === version) return requireStore(found, store.at)
      requireOther(found, started, version)
      await replaceOther(found, version)
    } else if (started === undefined || hasEnded(started)) {
      started = startResident(place, { ...options, store: await nameKey(store) })
    }
    await sleep(pauseMs)
  }
  throw new ResidentUnavailable(
    `The resident gate did not answer within ${withinMs / 1_000} seconds. Look into "${place.log}", end it with "toolgate resident stop", and try again.`
  )
}

/** Returns the resident gate of a folder if it answers. Throws if its files are not this user's alone. */
export const findResident = async (
  place: ResidentPlace,
  version: string = ownVersion
): Promise<ConnectedResident | undefined> => {
  checkResidentFolder(place.folder)
  if (isAbsent(place.socket)) return undefined
  const fault = findSocketFault(place.socket)
  // It may have been removed meanwhile.
  if (fault !== undefined && !isAbsent(place.socket))
    throw new ResidentUnavailable(
      `The socket of the resident gate, "${place.socket}", ${fault}. Remove it, and try again.`
    )
  if (isAbsent(place.token)) return undefined
  const client = new ResidentClient(place.socket, readResidentToken(place.token), version)
  try {
    const { status, body } = await client.send("GET", "/v1/resident", { signal: AbortSignal.timeout(answerMs) })
    if (status === 200) return { client, status: body as ResidentStatus }
    client.close()
    // It is being replaced: the token is of the one before.
    if (status === 401) return undefined
    throw new ResidentUnavailable(
      `The resident gate at "${place.socket}" answered with status ${status}. End it with "toolgate resident stop", and try again.`
    )
  } catch (cause) {
    client.close()
    if (passing.has(String((cause as NodeJS.ErrnoException).code))) return undefined
    throw cause
  }
}

/** Names the key of a store by its path, because the resident gate does not have the state directory of this environment. */
const nameKey = async ({ at, key }: StoreReference): Promise<StoreReference> => {
  if (key !== undefined) return { at, key }
  // Makes the key if there is none.
  await Effect.runPromise(readStoreKey({}))
  return { at, key: `file:${filesOfStore({ at }).at(-1)}` }
}

/** The errors of a socket without a server, and of a process that is about to end or is busy. */
const passing = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "EAGAIN", "ABORT_ERR"])

/** The pause between two attempts, in milliseconds. */
const pauseMs = 15
/** The longest time for one answer, in milliseconds. */
const answerMs = 5_000

const requireStore = (found: ConnectedResident, store: string): ConnectedResident => {
  if (found.status.store === store) return found
  found.client.close()
  throw new ResidentUnavailable(
    `The resident gate uses the store "${found.status.store}", and this command "${store}". End it with "toolgate resident stop", and try again.`
  )
}

/** Ends a resident gate of an older version if it has no open call. Throws if it stays. */
const replaceOther = async ({ client, status }: ConnectedResident, version: string): Promise<void> => {
  try {
    if (isNewer(status.version, version))
      throw new ResidentUnavailable(
        `The resident gate (process ${status.pid}) has the version ${status.version}, and this is ${version}. Use the newer program, or end the gate with "toolgate resident stop".`
      )
    const answer = await client.send("POST", "/v1/resident/stop?idle").catch(() => undefined)
    if (answer?.status === 409)
      throw new ResidentUnavailable(
        `The resident gate (process ${status.pid}) has the older version ${status.version} and ${status.openCalls} open calls. Try again when they have ended, or end it with "toolgate resident stop".`
      )
  } finally {
    client.close()
  }
}

/** Throws if the program that was just started has another version, because it would be replaced again and again. */
const requireOther = ({ client, status }: ConnectedResident, started: StartedResident | undefined, version: string) => {
  if (started === undefined || started.child.pid !== status.pid) return
  client.close()
  throw new ResidentUnavailable(
    `The resident gate that was started (process ${status.pid}) has the version ${status.version}, and this is ${version}. Install one version of Toolgate.`
  )
}

const isNewer = (one: string, other: string): boolean => one.localeCompare(other, "en", { numeric: true }) > 0

/** Whether a process has ended because another one was first. Throws if it could not run. */
const hasEnded = ({ child, failure, wrote }: StartedResident): boolean => {
  const cause = failure()
  if (cause !== undefined) throw new ResidentUnavailable(`The resident gate could not be started: ${cause.message}.`)
  if (child.exitCode === null && child.signalCode === null) return false
  if (child.exitCode === 0) return true
  const ended = child.signalCode === null ? `with status ${child.exitCode}` : `by the signal ${child.signalCode}`
  const lines = wrote().split("\n").slice(-10).join("\n")
  throw new ResidentUnavailable(
    `The resident gate could not be started: it ended ${ended}${lines === "" ? "." : `, and wrote:\n${lines}`}`
  )
}
