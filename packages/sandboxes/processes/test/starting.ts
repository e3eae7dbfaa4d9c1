import type { Readable } from "node:stream"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import {
  BubblewrapPath,
  type Confinement,
  type Confiner,
  confiningWords,
  Processes,
  ProcessGrace,
  type ProcessSpec,
  type RunningProcess
} from "../src/index.ts"
import { type Folder, hasBubblewrap } from "./machine.ts"

export const confinements = hasBubblewrap ? (["bubblewrap", "none"] as const) : (["none"] as const)

export interface Starting extends Partial<Omit<ProcessSpec, "confinement" | "limits">> {
  readonly confinement: "bubblewrap" | "none"
  /** The folder in which the program works, and the only visible one of the host's temporary folders. */
  readonly folder?: Pick<Folder, "path">
  readonly limits?: Partial<ProcessSpec["limits"]>
  /** Members that replace those of the tests' own confinement. */
  readonly confined?: Partial<Confinement>
  readonly bubblewrap?: string
  /** The time between SIGTERM and SIGKILL when the program's time is up, if not the default. */
  readonly grace?: number
}

/** Builds the service that starts programs. */
export const processes = (bubblewrap?: string, scope = Effect.runSync(Scope.make()), terminated = 3_000) =>
  Effect.runPromise(
    Layer.buildWithScope(Processes.layer, scope).pipe(
      Effect.map((built) => Context.get(built, Processes)),
      Effect.provideService(BubblewrapPath, bubblewrap),
      Effect.provideService(ProcessGrace, { terminated, abandoned: 30_000, drained: 500 })
    )
  )

/**
 * Returns a confiner that shows all of the host except its temporary files, with at most one folder of those. Nothing
 * else is writable.
 */
const confinerOf = (folder: string | undefined, confined: Partial<Confinement> = {}): Confiner => {
  const system = ["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
  const own = folder === undefined ? [] : ["--bind", folder, folder]
  return {
    confine: async (workingFolder) => ({
      words: [...confiningWords, ...system, ...own, "--chdir", workingFolder],
      problemFor: () => undefined,
      letGo: () => {},
      leave: async () => ({ removed: [], stuck: [] }),
      [Symbol.dispose]: () => {},
      ...confined
    }),
    trialWords: () => [...confiningWords, ...system],
    remedy: "bind it"
  }
}

export const specOf = (starting: Starting): ProcessSpec => {
  const { confinement, folder, limits, confined, bubblewrap: _, grace: __, ...spec } = starting
  return {
    words: ["cat"],
    workingFolder: folder?.path ?? "/tmp",
    environment: { PATH: process.env.PATH ?? "" },
    limits: { wallMs: "unlimited", cpuMs: "unlimited", memoryBytes: "unlimited", processes: "unlimited", ...limits },
    confinement: confinement === "none" ? "none" : confinerOf(folder?.path, confined),
    channel: "descriptor",
    input: "nothing",
    ...spec
  }
}

export const start = async (starting: Starting): Promise<RunningProcess> =>
  Effect.runPromise((await processes(starting.bubblewrap, undefined, starting.grace)).start(specOf(starting)))

/** Runs a text in a shell. */
export const sh = (script: string, starting: Starting): Promise<RunningProcess> =>
  start({ ...starting, words: ["sh", "-c", script] })

/** Returns the reason why the program was not started. */
export const notStarted = async (starting: Starting): Promise<string> => {
  const exit = await Effect.runPromiseExit((await processes(starting.bubblewrap)).start(specOf(starting)))
  return Exit.isFailure(exit) ? String(Exit.findErrorOption(exit)) : "was started"
}

/** Returns everything that a stream sends until its end. */
export const allOf = async (stream: Readable | undefined): Promise<string> => {
  let text = ""
  for await (const chunk of stream ?? []) text += String(chunk)
  return text
}

/** Returns the first chunk of a stream, and reads nothing after it. */
export const lineOf = (stream: Readable): Promise<string> =>
  new Promise((resolve) => {
    const look = () => {
      const chunk: Buffer | null = stream.read()
      if (chunk === null) return
      stream.off("readable", look)
      resolve(String(chunk))
    }
    stream.on("readable", look)
  })
