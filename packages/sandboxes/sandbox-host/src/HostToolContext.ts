import type {
  Awaitable,
  FileSystems,
  Files,
  Permit,
  RunHandles,
  ToolCall,
  ToolContext,
  ToolExecution,
  ToolLogger
} from "@toolgate/core"
import { type RunFork, toolLogger } from "./toolLogger.ts"

/** What a tool needs of the place where it runs. */
export interface HostServices {
  readonly fileSystems: FileSystems["Service"]
  readonly runFork: RunFork
}

/** The authority of one call, each part made when the tool first asks for it: most tools ask for little. */
export class HostToolContext implements ToolContext {
  readonly #permit: Permit
  readonly #handles: RunHandles
  readonly #services: HostServices
  #files: Files | undefined = undefined
  #logger: ToolLogger | undefined = undefined
  readonly #run: { readonly signal: AbortSignal }

  constructor(permit: Permit, handles: RunHandles, services: HostServices, run: { readonly signal: AbortSignal }) {
    this.#permit = permit
    this.#handles = handles
    this.#services = services
    this.#run = run
  }

  get callId() {
    return this.#permit.request.call.id
  }
  get idempotencyKey() {
    return this.#permit.request.call.idempotencyKey ?? this.callId
  }
  get session() {
    return this.#context.session
  }
  get turn() {
    return this.#context.turn
  }
  get agent() {
    return this.#context.principal.agent
  }
  get workspace() {
    return this.#context.workspace
  }
  get files(): Files {
    this.#files ??= this.#services.fileSystems.open(this.#permit.grant.access.files, this.workspace)
    return this.#files
  }
  get logger(): ToolLogger {
    this.#logger ??= toolLogger(this.#permit, this.#services.runFork)
    return this.#logger
  }
  get emit(): ToolContext["emit"] {
    return (stream, text) => this.#handles.emit(stream, text)
  }
  get dispatch(): (call: ToolCall) => Awaitable<ToolExecution> {
    return (call) => this.#handles.dispatch(call)
  }
  get signal(): AbortSignal {
    return this.#run.signal
  }

  get #context() {
    return this.#permit.request.context
  }
}
