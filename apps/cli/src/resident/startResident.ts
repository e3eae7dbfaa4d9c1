import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync } from "node:fs"
import { userInfo } from "node:os"
import { basename, join } from "node:path"
import type { StoreReference } from "@toolgate/stores"
import type { ResidentPlace } from "./ResidentPlace.ts"
import { ResidentUnavailable } from "./ResidentUnavailable.ts"

/** Starts a resident gate that outlives this process. Nothing of this process's environment reaches it. */
export const startResident = (
  place: ResidentPlace,
  { store, idleMs, program = getProgramPath() }: StartOptions
): StartedResident => {
  const log = openSync(
    place.log,
    constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW,
    0o600
  )
  try {
    if (fstatSync(log).size > longestLog) ftruncateSync(log)
    const from = fstatSync(log).size
    const key = store.key === undefined ? [] : ["--store-key", store.key]
    const idle = idleMs === undefined ? [] : ["--idle", String(idleMs / 1_000)]
    const words = ["resident", "run", "--folder", place.folder, "--store", store.at, ...key, ...idle]
    const child = spawn(process.execPath, [program, ...words], {
      cwd: "/",
      env: makeOwnEnvironment(),
      detached: true,
      stdio: ["ignore", "ignore", log]
    })
    child.unref()
    let failure: Error | undefined
    child.once("error", (cause) => {
      failure = cause
    })
    return { child, failure: () => failure, wrote: () => readFileSync(place.log).toString("utf8", from).trim() }
  } finally {
    closeSync(log)
  }
}

/** A process that may become the resident gate. */
export interface StartedResident {
  readonly child: ChildProcess
  /** Returns the error of a process that could not be started. */
  readonly failure: () => Error | undefined
  /** Returns the lines on standard error since the start. */
  readonly wrote: () => string
}

/** The length at which the log begins again, in bytes. */
const longestLog = 1024 * 1024

/** The options of `startResident`. */
export interface StartOptions {
  readonly store: StoreReference
  /** The time after which it ends, in milliseconds. Default: ten minutes. */
  readonly idleMs?: number | undefined
  /** The program of the command line. Default: this one. */
  readonly program?: string | undefined
}

/**
 * Returns the environment of a resident gate: home and user from the system's records, and a fixed path. A project's `.env` may
 * have put `NODE_OPTIONS` or another path into the environment of a client.
 */
export const makeOwnEnvironment = (): Record<string, string> => {
  try {
    const { homedir, username } = userInfo()
    return { HOME: homedir, USER: username, LOGNAME: username, PATH: fixedPath }
  } catch {
    throw new ResidentUnavailable(
      `The system has no record of the user ${process.getuid?.()}, so the resident gate cannot be started. Add one to /etc/passwd.`
    )
  }
}

const fixedPath = `${process.platform === "darwin" ? "/opt/homebrew/bin:" : ""}/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`

/** Returns the path of this command line's program, from the bundle and from the sources. */
const getProgramPath = (): string => {
  const here = import.meta.dirname
  return join(here, basename(here) === "dist" ? ".." : "../..", "bin/toolgate.cjs")
}
