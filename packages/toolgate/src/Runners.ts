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
import { deferral, makePrincipal, pickTraceparent } from "./callContext.ts"
import { checkOptions } from "./checkOptions.ts"
import { delegated, findAgent, resolveAgentFolder } from "./delegated.ts"
import { GateSkills } from "./GateSkills.ts"
import { runnerOptions, withSkills } from "./optionNames.ts"
import type { RunnerOptions, StartedRunner } from "./RunnerOptions.ts"

type Services = ToolDispatchEngine | ToolRegistry | Visibility | ToolEvents | GateSkills

/** The runners of one gate. The supervisor is loaded with the first runner, so that a gate without runners pays nothing. */
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
   * Starts an agent on behalf of a call, with at most the caller's rights. Rejects with `DelegationRefused` if the request exceeds them or
   * the limit of agents is reached, and with `ProcessNotStarted` if the agent is unknown or its program cannot be started.
   */
  async delegate(request: AgentRequest): Promise<StartedRunner> {
    if (!this.isOpen) throw new ProcessNotStarted({ message: "Cannot start the agent: the gate is closed." })
    const { agent, task, caller, signal, onOutput } = request
    const { command, workspace: folder, confinement = {}, env = [] } = findAgent(this.agents, agent)
    const principal = delegated(request, Context.get(this.services, Visibility).visible)
    const workspace = await resolveAgentFolder(agent, folder, caller.workspace)
    const [program = "", ...words] = command
    const spec = {
      command: [program, ...words] as const,
      principal,
      workspace,
      assignment: task,
      ...pickTraceparent(caller),
      // A caller that cancels waits for the end, so there is no grace period.
      bounds: { shutdownMs: 0 },
      ...(await this.run(buildProcessSpec(this.masked(grantOf({ confinement, env }), workspace)))),
      ...(onOutput === undefined ? {} : { onOutput })
    }
    const supervisor = await this.supervising()
    // Each agent gets a scope, because a gate may start any number of agents.
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

  /** Starts a runner. Rejects with `ProcessNotStarted` if its program cannot be started. */
  async start(base: Principal, options: RunnerOptions): Promise<StartedRunner> {
    if (!this.isOpen) throw new ProcessNotStarted({ message: "Cannot start the runner: the gate is closed." })
    checkOptions("Cannot start the runner", options, withSkills(runnerOptions, this.skills.fault))
    const principal = makePrincipal(base, options, this.skills)
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

  /** Sends the runners their tools again, because a narrower policy may hide some. */
  tellTools(): void {
    // A supervisor that failed to start has no runners.
    void this.supervisor?.then(({ tellTools }) => this.run(tellTools)).catch(() => {})
  }

  /** Returns the supervisor. It is loaded with the first runner. */
  supervising(): Promise<RunnerSupervisor["Service"]> {
    this.supervisor ??= this.supervise()
    return this.supervisor
  }

  /** Stops all runners and refuses new ones. */
  close(): Promise<void> {
    this.isOpen = false
    return this.run(Scope.close(this.scope, Exit.void))
  }

  private startedOf(runner: Runner, signal: AbortSignal | undefined): StartedRunner {
    const ended = this.run(runner.ended)
    const stop = (reason = "it is no longer needed") => this.run(runner.stop(reason))
    const kill = (reason = "it is no longer needed") => this.run(runner.kill(reason))
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

  // Loaded lazily: most gates have no runners, and loading the supervisor takes longer than a call.
  private async supervise(): Promise<RunnerSupervisor["Service"]> {
    const { RunnerSupervisor } = await import("@toolgate/supervisor")
    const layer = RunnerSupervisor.layer.pipe(Layer.provide(Processes.layer))
    const built = await this.run(Layer.buildWithScope(layer, this.scope))
    return Context.get(built, RunnerSupervisor)
  }

  /** Masks in the grant what the policy hides from every command. */
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
    throw new TypeError('Cannot start the runner: "confinement" must be "none" or an object such as { files: [] }.')
  const { files = [], network = false } = confinement
  const seen = files.map(({ path, mode }) => ({ path: existing(path), mode, scope: "tree" as const }))
  // A read-only folder with a `bin` contributes that to the search path.
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
      message: `Cannot start the runner: the path "${path}" in "confinement.files" does not exist.`,
      cause
    })
  }
}
