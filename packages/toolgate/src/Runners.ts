import { existsSync, realpathSync } from "node:fs"
import { join, resolve } from "node:path"
import {
  commandLimits,
  type DispatchContext,
  type ExecutionGrant,
  type Principal,
  type ResolvedPath,
  RuntimePolicy,
  type ToolEvents,
  type ToolRegistry,
  unlimited,
  Visibility
} from "@toolgate/core"
import type { ToolDispatchEngine } from "@toolgate/dispatch"
import { Processes, ProcessNotStarted } from "@toolgate/processes"
import { buildProcessSpec } from "@toolgate/sandbox-host"
import type { Runner, RunnerSpec, RunnerSupervisor } from "@toolgate/supervisor"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type { AgentRequest } from "./AgentOptions.ts"
import type { AgentsChoice } from "./agentsChoice.ts"
import { deferral, principalOf } from "./callContext.ts"
import { checkOptions } from "./checkOptions.ts"
import { delegated, folderWithin, namedAgent } from "./delegated.ts"
import { GateSkills } from "./GateSkills.ts"
import { runnerOptions, withSkills } from "./optionNames.ts"
import type { RunnerOptions, StartedRunner } from "./RunnerOptions.ts"

type Services = ToolDispatchEngine | ToolRegistry | Visibility | ToolEvents | GateSkills

/** The runners of one gate. Their supervisor is loaded and made with the first runner, so a gate without runners pays nothing. */
export class Runners {
  private readonly services: Context.Context<Services>
  private readonly skills: GateSkills["Service"]
  private readonly workspace: ResolvedPath
  private readonly agents: AgentsChoice
  private readonly scope = Effect.runSync(Scope.make())
  private isOpen = true
  private supervisor: Promise<RunnerSupervisor["Service"]> | undefined = undefined

  constructor(services: Context.Context<Services>, { workspace }: DispatchContext, agents: AgentsChoice = {}) {
    this.services = services
    this.skills = Context.get(services, GateSkills)
    this.workspace = workspace
    this.agents = agents
  }

  /**
   * Starts an agent for a call, with at most what the caller has. Rejects with `DelegationRefused` if it asks for more or there may be no
   * further one, and with `ProcessNotStarted` if there is none of the name or its program cannot be started.
   */
  async delegate(request: AgentRequest): Promise<StartedRunner> {
    if (!this.isOpen) throw new ProcessNotStarted({ message: "The gate is closed; it starts no agent any more." })
    const { agent, task, caller, signal, onOutput } = request
    const { command, workspace: folder, confinement = {}, env = [] } = namedAgent(this.agents, agent)
    const principal = delegated(request, Context.get(this.services, Visibility).visible)
    const workspace = await folderWithin(agent, folder, caller.workspace)
    const [program = "", ...words] = command
    const spec = {
      command: [program, ...words] as const,
      principal,
      workspace,
      assignment: task,
      // Whoever cancels the call waits for its end.
      bounds: { shutdownMs: 0 },
      ...(await this.run(buildProcessSpec(this.masked(grantOf({ confinement, env }), workspace)))),
      ...(onOutput === undefined ? {} : { onOutput })
    }
    const supervisor = await this.supervising()
    // A scope of its own, because a gate may start any number of agents in its time.
    const scope = await this.run(Scope.fork(this.scope))
    const close = () => this.run(Scope.close(scope, Exit.void))
    try {
      const runner = await this.run(Scope.provide(supervisor.delegate(spec, caller.session), scope))
      const started = this.startedOf(runner, signal)
      void started.ended.then(close)
      return started
    } catch (error) {
      await close()
      throw error
    }
  }

  /** Starts a runner. Rejects with `ProcessNotStarted` if the program cannot be started. */
  async start(base: Principal, options: RunnerOptions): Promise<StartedRunner> {
    if (!this.isOpen) throw new ProcessNotStarted({ message: "The gate is closed; it starts no runner any more." })
    checkOptions("A runner cannot be started", options, withSkills(runnerOptions, this.skills.fault))
    const principal = principalOf(base, options, this.skills)
    const under = await this.run(buildProcessSpec(this.masked(grantOf(options), this.workspace)))
    const { command, session, environment, channel, input, restart, bounds, onEvent, onOutput, signal, skills } =
      options
    const supervisor = await this.supervising()
    const runner = await this.run(
      Scope.provide(
        supervisor.start({
          command,
          principal,
          ...under,
          environment: { ...under.environment, ...environment },
          workspace: this.workspace,
          ...deferral(options),
          ...(session === undefined ? {} : { session }),
          ...(skills === undefined ? {} : this.under([...skills])),
          ...(channel === undefined ? {} : { channel }),
          ...(input === undefined ? {} : { input }),
          ...(restart === undefined ? {} : { restart }),
          ...(bounds === undefined ? {} : { bounds }),
          ...(onEvent === undefined ? {} : { onEvent }),
          ...(onOutput === undefined ? {} : { onOutput })
        }),
        this.scope
      )
    )
    return this.startedOf(runner, signal)
  }

  /** Tells the runners their tools again, if a narrower policy shows them other ones. */
  tellTools(): void {
    // A supervisor that could not be made has no runners.
    void this.supervisor?.then(({ tellTools }) => this.run(tellTools)).catch(() => {})
  }

  /** Stops all runners, and starts no more. */
  close(): Promise<void> {
    this.isOpen = false
    return this.run(Scope.close(this.scope, Exit.void))
  }

  private startedOf(runner: Runner, signal: AbortSignal | undefined): StartedRunner {
    const ended = this.run(runner.ended)
    const stop = (reason = "it is not needed any more") => this.run(runner.stop(reason))
    const kill = (reason = "it is not needed any more") => this.run(runner.kill(reason))
    const abort = () => void stop("its caller has given up")
    signal?.addEventListener("abort", abort, { once: true })
    if (signal?.aborted) abort()
    void ended.then(() => signal?.removeEventListener("abort", abort))
    return {
      agent: runner.agent,
      session: runner.session,
      ended,
      stop,
      kill,
      [Symbol.asyncDispose]: async () => void (await stop())
    }
  }

  private supervising(): Promise<RunnerSupervisor["Service"]> {
    this.supervisor ??= this.supervise()
    return this.supervisor
  }

  // Loaded late: most gates have no runners, and loading the supervisor takes longer than a call.
  private async supervise(): Promise<RunnerSupervisor["Service"]> {
    const { RunnerSupervisor } = await import("@toolgate/supervisor")
    const layer = RunnerSupervisor.layer.pipe(Layer.provide(Processes.layer))
    const built = await this.run(Layer.buildWithScope(layer, this.scope))
    return Context.get(built, RunnerSupervisor)
  }

  /** Returns the grant without what the policy keeps from every command: it is kept from a runner as well. */
  private masked<G extends Pick<ExecutionGrant, "access">>(grant: G, workspace: string): G {
    const { access } = grant
    const policy = Option.getOrUndefined(Context.getOption(this.services, RuntimePolicy))
    const except = access.files.length === 0 ? [] : (policy?.exceptions?.(workspace) ?? [])
    if (except.length === 0) return grant
    return { ...grant, access: { ...access, files: access.files.map((file) => ({ ...file, except })) } }
  }

  private under(skills: ReadonlyArray<string>): Pick<RunnerSpec, "skills" | "narrow"> {
    return { skills: this.skills.named(skills), narrow: (principal) => this.skills.narrow(principal, skills) }
  }

  private run<A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> {
    return Effect.runPromiseWith(this.services)(effect)
  }
}

const grantOf = ({
  confinement,
  processLimits,
  env = []
}: Pick<RunnerOptions, "confinement" | "processLimits" | "env">): Omit<ExecutionGrant, "sandbox"> => {
  if (confinement === "none") {
    const limits = { ...unlimited(), ...processLimits }
    return { confinement: "waived", limits, access: { files: [], hosts: "any", env } }
  }
  if (typeof confinement !== "object" || confinement === null)
    throw new TypeError('A runner needs its confinement named: "none", or what it may see, as in { files: [] }.')
  const { files = [], network = false } = confinement
  const seen = files.map(({ path, mode }) => ({ path: existing(path), mode, scope: "tree" as const }))
  // A folder that the runner may only read, and that has a `bin`, holds programs to run.
  const path = seen.flatMap((one) => (one.mode === "r" && existsSync(join(one.path, "bin")) ? [one.path] : []))
  const { processes, memoryShare } = commandLimits
  const share = processLimits?.memoryBytes === undefined ? { memoryShare } : {}
  return {
    confinement: "required",
    limits: { ...unlimited(), processes, ...share, ...processLimits },
    access: {
      files: seen,
      hosts: network ? "any" : [],
      env,
      path
    }
  }
}

const existing = (path: string): ResolvedPath => {
  try {
    return realpathSync.native(resolve(path)) as ResolvedPath
  } catch (cause) {
    throw new ProcessNotStarted({
      message: `The runner cannot be started: "${path}", which it was to see, does not exist.`,
      cause
    })
  }
}
