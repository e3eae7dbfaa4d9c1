import type { Readable } from "node:stream"
import { type ExecutionGrant, type ResolvedPath, unlimited } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { type HostProcess, HostProcesses, NodeHostSandbox, type ProcessSpec } from "../../src/index.ts"
import { hasBubblewrap, type Workspace } from "../command/running.ts"

export const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)

export interface Starting extends Partial<Omit<ProcessSpec, "grant">> {
  readonly confinement: "required" | "waived"
  readonly workspace?: Workspace
  readonly limits?: Partial<ExecutionGrant["limits"]>
  readonly access?: Partial<ExecutionGrant["access"]>
  readonly bubblewrap?: string
  /** How long it is waited for when its time is up, where the usual is not meant. */
  readonly grace?: number
}

/** What starts programs, with the environment of nobody but `PATH`. */
export const processes = (bubblewrap?: string, scope = Effect.runSync(Scope.make()), grace = 3_000) =>
  Effect.runPromise(
    Layer.buildWithScope(HostProcesses.layer, scope).pipe(
      Effect.map((built) => Context.get(built, HostProcesses)),
      Effect.provideService(NodeHostSandbox.HostEnvironment, { PATH: process.env.PATH ?? "", SECRET: "of the gate" }),
      Effect.provideService(NodeHostSandbox.HostBubblewrap, bubblewrap),
      Effect.provideService(NodeHostSandbox.HostCommandGrace, { terminated: grace, abandoned: 30_000, drained: 500 })
    )
  )

export const specOf = ({
  confinement,
  workspace,
  limits,
  access,
  bubblewrap: _,
  grace: __,
  ...spec
}: Starting): ProcessSpec => ({
  words: ["cat"],
  grant: {
    confinement,
    limits: { ...unlimited(), ...limits },
    access: {
      files: workspace === undefined ? [] : [{ path: workspace.path, mode: "rw", scope: "tree" }],
      hosts: [],
      env: [],
      ...access
    }
  },
  workingFolder: workspace?.path ?? ("/tmp" as ResolvedPath),
  environment: {},
  channel: "descriptor",
  input: "nothing",
  ...spec
})

export const start = async (starting: Starting): Promise<HostProcess> =>
  Effect.runPromise((await processes(starting.bubblewrap, undefined, starting.grace)).start(specOf(starting)))

/** Runs a text in a shell. */
export const sh = (script: string, starting: Starting): Promise<HostProcess> =>
  start({ ...starting, words: ["sh", "-c", script] })

/** Why it was not started. */
export const notStarted = async (starting: Starting): Promise<string> => {
  const exit = await Effect.runPromiseExit((await processes(starting.bubblewrap)).start(specOf(starting)))
  return Exit.isFailure(exit) ? String(Exit.findErrorOption(exit)) : "was started"
}

/** All that is said until the end. */
export const allOf = async (stream: Readable | undefined): Promise<string> => {
  let text = ""
  for await (const chunk of stream ?? []) text += String(chunk)
  return text
}

/** The first that is said, and no more than that. */
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
