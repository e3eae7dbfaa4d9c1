import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type CommandImplementation,
  type DispatchContext,
  type ExecutionGrant,
  type JsonObject,
  type OutputStream,
  type Permit,
  type Ran,
  type Refused,
  type RegisteredTool,
  type ResolvedPath,
  type RunHandles,
  refused,
  type Sandbox,
  type Stoppable,
  type Tool,
  unlimited
} from "@toolgate/core"
import { BubblewrapPath, makeProcessHost, ProcessGrace } from "@toolgate/processes"
import {
  hasBubblewrap as bubblewrapWorks,
  makePermissionRequest,
  makeRegisteredTool,
  runHandles,
  runToEnd
} from "@toolgate/testing"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import type { CommandHost } from "../../src/command/CommandHost.ts"
import { prepareCommand } from "../../src/command/prepareCommand.ts"
import { NodeHostSandbox } from "../../src/index.ts"

/** Whether bubblewrap works here. Tests that need it are skipped elsewhere. */
export const hasBubblewrap = bubblewrapWorks()

export const hasPerl = existsSync("/usr/bin/perl")

type Cgroups = ReturnType<CommandHost["cgroups"]>

/** The cgroups of a machine on which no cgroup can be made. */
export const withoutCgroups = { places: {}, nextName: () => "" } as unknown as Cgroups

/** The cgroups of this machine. A run in given cgroups belongs to no session. */
export const cgroupsHere = (): Cgroups => Effect.runSync(makeProcessHost).cgroups()

export const isRoot = process.getuid?.() === 0

/** A new folder that is removed at the end of the test. */
export class Workspace implements Disposable {
  readonly path: ResolvedPath
  constructor(parent = tmpdir()) {
    this.path = realpathSync(mkdtempSync(join(parent, "toolgate-"))) as ResolvedPath
  }
  at(name: string): ResolvedPath {
    return join(this.path, name) as ResolvedPath
  }
  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

export interface Running {
  readonly command?: Partial<CommandImplementation>
  readonly tool?: Partial<Tool>
  readonly args?: JsonObject
  readonly idempotencyKey?: string
  readonly grant?: Partial<ExecutionGrant>
  readonly workspace?: Workspace
  readonly environment?: Record<string, string>
  /** The path of bubblewrap, if it is not the system's own. */
  readonly bubblewrap?: string
  readonly systemPaths?: ReadonlyArray<string>
  /** The bytes for the temporary files of each session. */
  readonly sessionBytes?: number
  readonly grace?: Partial<ProcessGrace>
  readonly context?: Partial<DispatchContext>
  readonly emit?: RunHandles["emit"]
  /** The cgroups to run in, if they are not this machine's. */
  readonly cgroups?: Cgroups
}

/** A run in progress: its output, and the means to stop it. */
export interface Run {
  readonly ran: Promise<Ran>
  readonly said: Array<readonly [OutputStream, string]>
  /** Returns the output of both streams so far. */
  readonly text: () => string
  /** Resolves when the output contains this part. */
  readonly saying: (part: string) => Promise<void>
  readonly stop: (reason?: Refused) => void
}

export const cancelled = refused("Cancelled", "The call was cancelled.")

export const makeSandbox = ({
  environment,
  bubblewrap,
  systemPaths,
  sessionBytes,
  grace
}: Running = {}): Promise<Sandbox> =>
  Effect.runPromise(
    NodeHostSandbox.make.pipe(
      Effect.provide(NodeFileSystems.layer),
      Effect.provideService(NodeHostSandbox.HostEnvironment, environment ?? { PATH: process.env.PATH ?? "" }),
      Effect.provideService(BubblewrapPath, bubblewrap),
      Effect.provideService(NodeHostSandbox.HostSystemPaths, systemPaths ?? []),
      Effect.provideService(NodeHostSandbox.SessionBytes, sessionBytes ?? 1024 ** 3),
      Effect.provideService(ProcessGrace, {
        terminated: 3_000,
        abandoned: 30_000,
        drained: 500,
        ...grace
      })
    )
  )

const sandboxes = new Map<string, Promise<Sandbox>>()

/** Returns the sandbox that all runs with the same parts share, as the calls of a gate do. */
const sharedSandbox = (running: Running): Promise<Sandbox> => {
  const { environment, bubblewrap, systemPaths, grace } = running
  const key = JSON.stringify([environment ?? process.env.PATH, bubblewrap, systemPaths, grace])
  const sandbox = sandboxes.get(key) ?? makeSandbox(running)
  sandboxes.set(key, sandbox)
  return sandbox
}

export const toolOf = ({ command, tool }: Running): RegisteredTool => {
  const implementation: CommandImplementation = {
    kind: "command",
    argv: ["sh"],
    input: "stdin",
    output: "text",
    env: {},
    folder: undefined,
    ...command
  }
  return makeRegisteredTool({ implementations: [implementation], ...tool })
}

export const permitFor = (running: Running): Permit => {
  const { args, grant, workspace, idempotencyKey } = running
  const request = makePermissionRequest(
    {
      args: args ?? {},
      context: {
        // A folder without programs that confined commands also have.
        workspace: workspace?.path ?? ("/dev" as ResolvedPath),
        ...running.context
      },
      ...(idempotencyKey === undefined ? {} : { idempotencyKey })
    },
    toolOf(running).definition
  )
  const { limits, access, ...rest } = grant ?? {}
  const tree = workspace === undefined ? [] : [{ path: workspace.path, mode: "rw" as const, scope: "tree" as const }]
  return {
    request,
    grant: {
      sandbox: "host",
      confinement: "required",
      limits: { ...unlimited(), ...limits },
      access: { files: tree, hosts: [], env: [], ...access },
      ...rest
    },
    because: { layer: "test", rule: "r", source: "s" },
    waitedMs: 0
  }
}

/** Starts a command in the given sandbox, or in the sandbox that runs share. */
export const start = (running: Running, given?: Sandbox): Run => {
  const said: Array<readonly [OutputStream, string]> = []
  const listeners = new Set<() => void>()
  let stoppable: Stoppable | undefined
  let pending: Refused | undefined
  const text = () => said.map(([, part]) => part).join("")
  const handles = runHandles({
    onStop: (run) => {
      stoppable = run
      if (pending !== undefined) run.stop(pending)
    },
    emit:
      running.emit ??
      ((stream, part) => {
        said.push([stream, part])
        for (const listener of listeners) listener()
      })
  })
  const ran = (async () =>
    runToEnd(await Effect.runPromise(await preparedIn(running, permitFor(running), given)), handles))()
  return {
    ran,
    said,
    text,
    saying: (part) =>
      new Promise((resolve) => {
        const look = () => {
          if (!text().includes(part)) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      }),
    stop: (reason = cancelled) => {
      if (stoppable === undefined) pending = reason
      else stoppable.stop(reason)
    }
  }
}

const preparedIn = async (running: Running, permit: Permit, given?: Sandbox) => {
  const { cgroups } = running
  if (cgroups === undefined) return (given ?? (await sharedSandbox(running))).prepare(permit, toolOf(running))
  const processHost = Effect.runSync(makeProcessHost)
  const host: CommandHost = {
    ...processHost,
    runFork: Effect.runFork,
    environment: { PATH: process.env.PATH },
    systemPaths: [],
    grace: { ...processHost.grace, ...running.grace },
    cgroups: () => cgroups
  }
  const command = toolOf(running).implementations[0] as CommandImplementation
  return prepareCommand(host, permit, command, permit.request.tool.timeoutMs)
}

export const run = (running: Running, given?: Sandbox): Promise<Ran> => start(running, given).ran

/** Runs a text in a shell. */
export const sh = (script: string, running: Running = {}, given?: Sandbox): Promise<Ran> =>
  run({ ...running, command: { argv: ["sh", "-c", script], ...running.command } }, given)

/** Runs a text in a shell, and stops it as soon as it has printed this part. */
export const shUntil = async (script: string, running: Running, part?: string): Promise<Ran> => {
  const it = start({ ...running, command: { argv: ["sh", "-c", script], ...running.command } })
  if (part !== undefined) {
    await Promise.race([it.saying(part), it.ran])
    it.stop()
  }
  return it.ran
}

/** Returns the text of an answer. */
export const textOf = ({ output }: Ran): string =>
  output.content.map((block) => (block.type === "text" ? block.text : "")).join("")
