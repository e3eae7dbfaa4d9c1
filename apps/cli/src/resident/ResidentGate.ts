import { listPolicyFiles } from "@toolgate/policy-files"
import type { IdleClock } from "@toolgate/server"
import * as Context from "effect/Context"
import type { Toolgate } from "toolgate"
import { GatePolicy, type LoadedPolicy, partsOf } from "toolgate/effect"
import { FileStamps } from "./FileStamps.ts"
import type { FoundPolicy } from "./findChosenPolicy.ts"

/** The gate of one folder and set of policy files. */
export class ResidentGate {
  readonly gate: Toolgate
  readonly workspace: string
  readonly found: FoundPolicy
  /** The open sessions that use this gate. */
  readonly sessions = new Set<string>()
  /** The reason that a session could not move to the gate of the files that are there now. */
  blocked: string | undefined
  private readonly users: IdleClock
  private calls = 0
  private problem: string | undefined
  /** The state of the files before they were last loaded. */
  private stamps: FileStamps | undefined
  private loading: Promise<void> | undefined

  /** `users` counts the calls. */
  constructor(gate: Toolgate, workspace: string, found: FoundPolicy, users: IdleClock) {
    this.gate = gate
    this.workspace = workspace
    this.found = found
    this.users = users
  }

  /** The number of calls without an answer. */
  get openCalls(): number {
    return this.calls
  }

  /** The reason that the policy in force is an earlier one. `undefined` if the files have loaded. */
  get fault(): string | undefined {
    return this.blocked ?? this.problem
  }

  /** Whether the policy in force is that of the files. */
  isCurrent(): boolean {
    return this.fault === undefined && this.stamps?.isCurrent() === true
  }

  /** Loads the policy files if they have changed. A file that does not load leaves the policy in force. Never rejects. */
  async renew(): Promise<void> {
    // That load may have begun before the last change.
    await this.loading
    if (this.isCurrent()) return
    this.loading ??= this.load().finally(() => {
      this.loading = undefined
    })
    await this.loading
  }

  /** Runs calls, during which the gate is in use. */
  async use<A>(run: () => Promise<A>): Promise<A> {
    const leave = this.users.enter()
    this.calls += 1
    try {
      return await run()
    } finally {
      this.calls -= 1
      leave()
    }
  }

  private async load(): Promise<void> {
    try {
      // A changed file may name further files, which have to be watched before they are read.
      do {
        this.stamps = new FileStamps(this.listFiles())
        await this.gate.reloadPolicy()
      } while (!this.stamps.covers(this.listFiles()))
      this.problem = undefined
    } catch (cause) {
      this.problem = explainCause(cause)
    }
  }

  private listFiles(): ReadonlyArray<string> {
    const { files, configs }: LoadedPolicy = Context.getUnsafe(partsOf(this.gate).services, GatePolicy).inForce()
    return listPolicyFiles(files, configs)
  }
}

/** Returns the message of an error. */
export const explainCause = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
