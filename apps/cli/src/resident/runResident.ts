import { rmSync } from "node:fs"
import { PendingApprovals, TokenStore } from "@toolgate/core"
import { writeWholeFile } from "@toolgate/local-secrets"
import { IdleClock, type OpenServer, openServer, openServerStore, type ServerOptions } from "@toolgate/server"
import { MemoryTokenStore, makeToken, type StoreReference } from "@toolgate/stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partsOf } from "toolgate/effect"
import { getArtifactLocation } from "../artifacts/artifactsHere.ts"
import { listOwnTools } from "../flags/hostToolsFlag.ts"
import { withoutPassword } from "../flags/storeFlags.ts"
import { getUserName } from "../getUserName.ts"
import { createLazyPino } from "../log/createLazyPino.ts"
import { reviewFolder } from "../policy/reviewFolder.ts"
import { version } from "../version.ts"
import { findSocketFault, isAbsent } from "./findFileFault.ts"
import { lockFile } from "./lockFile.ts"
import { openHomeGate } from "./openHomeGate.ts"
import { prepareResidentFolder } from "./prepareResidentFolder.ts"
import { ResidentGates } from "./ResidentGates.ts"
import type { ResidentPlace } from "./ResidentPlace.ts"
import type { ResidentStatus } from "./ResidentStatus.ts"
import { ResidentUnavailable } from "./ResidentUnavailable.ts"

/** The options of `runResident`. */
export interface ResidentOptions {
  readonly folder: string
  readonly store: StoreReference
  /** The time after which it ends without a connection and a waiting call, in milliseconds. */
  readonly idleMs: number
  readonly stop: AbortSignal
}

/** Runs a resident gate until it is idle or stopped. Returns false if another process is the resident gate of this folder. */
export const runResident = async ({ folder, store, idleMs, stop }: ResidentOptions): Promise<boolean> => {
  const place = await prepareResidentFolder(folder)
  const unlock = lockFile(place.lock)
  if (unlock === undefined) return false
  try {
    removeStaleSocket(place.socket)
    await serve(place, { store, idleMs, stop }).finally(() => {
      for (const path of [place.token, place.socket]) rmSync(path, { force: true })
    })
    return true
  } finally {
    unlock()
  }
}

/** Removes the socket of a process that has ended. The lock shows that it has. */
const removeStaleSocket = (path: string): void => {
  if (isAbsent(path)) return
  const fault = findSocketFault(path)
  if (fault !== undefined)
    throw new ResidentUnavailable(`The socket of the resident gate, "${path}", ${fault}. Remove it, and try again.`)
  rmSync(path)
}

const serve = async (place: ResidentPlace, { store, idleMs, stop }: Omit<ResidentOptions, "folder">) => {
  const logger = createLazyPino({ level: "warn", format: "text" })
  const ending = new AbortController()
  const end = () => ending.abort()
  stop.addEventListener("abort", end, { once: true })
  if (stop.aborted) end()

  const clock = new IdleClock(idleMs, end)
  const leave = clock.enter()
  const home = await openHomeGate(place.folder, { store, logger })
  const questions = Context.get(partsOf(home.gate).services, PendingApprovals)
  const gates = new ResidentGates(
    (workspace) => ({
      store,
      logger,
      onAsk: "wait",
      tools: listOwnTools({ hostTools: false }),
      artifacts: getArtifactLocation(workspace),
      review: reviewFolder(),
      hidden: [place.folder]
    }),
    clock
  )
  const startedAt = performance.now()
  const describe = async (): Promise<ResidentStatus> => {
    const described = gates.describe()
    return {
      pid: process.pid,
      version,
      socket: place.socket,
      store: withoutPassword(store.at),
      uptimeMs: Math.round(performance.now() - startedAt),
      gates: described,
      sessions: described.reduce((sum, { sessions }) => sum + sessions, 0),
      openCalls: gates.openCalls,
      waitingApprovals: (await Effect.runPromise(questions.list())).length,
      memoryBytes: process.memoryUsage.rss()
    }
  }
  const program = Effect.gen(function* () {
    const kept = yield* Effect.acquireRelease(
      Effect.tryPromise({ try: () => openServerStore(store), catch: (cause) => cause }),
      ({ close }) => Effect.promise(close)
    )
    const tokens = Context.get(yield* Layer.build(MemoryTokenStore.layer), TokenStore)
    const { token, secret } = makeToken(
      // The same id each time, so that sessions and their deferred calls outlive this process.
      { id: "resident", name: getUserName(), rights: ["call", "decide", "read", "administer"] },
      { by: "resident gate", at: Date.now() },
      kept.key
    )
    yield* tokens.add(token)
    // Written first, so that a client that finds the socket finds the token.
    yield* Effect.promise(() => writeWholeFile(place.token, secret, "replace"))
    yield* Effect.acquireRelease(
      Effect.promise(() =>
        listenPrivately({
          gate: home.gate,
          gates,
          workspace: home.workspace,
          listen: { socket: place.socket },
          store: { ...kept, tokens },
          limits: unlimited,
          resident: {
            version,
            describe,
            connected: () => clock.enter(),
            stop: (onlyIfIdle) => {
              const { openCalls } = gates
              if (onlyIfIdle && openCalls > 0) return openCalls
              // The answer is written first.
              setImmediate(end)
              return 0
            }
          }
        })
      ),
      ({ close }) => Effect.promise(close)
    )
    // Starting counts as one use, so that a short time does not end it before it listens.
    leave()
    yield* Effect.promise(
      () =>
        new Promise<void>((resolve) => {
          if (ending.signal.aborted) resolve()
          ending.signal.addEventListener("abort", () => resolve(), { once: true })
        })
    )
  })
  try {
    await Effect.runPromise(Effect.scoped(program))
  } finally {
    await gates.close()
    await home.gate.close()
    await logger.written()
  }
}

/** Opens a server whose socket has never been open to other users. */
const listenPrivately = async (options: ServerOptions): Promise<OpenServer> => {
  process.umask(0o077)
  try {
    return await openServer(options)
  } finally {
    // The files that calls write have the usual mode.
    process.umask(0o022)
  }
}

/** There are no limits, because all clients are of one user. */
const unlimited = { open: 1e9, perSecond: 1e9, burst: 1e9 }
