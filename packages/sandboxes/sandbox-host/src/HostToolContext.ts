import {
  type Awaitable,
  type FileSystems,
  type Files,
  getQueueShare,
  type Permit,
  type RunHandles,
  type ToolCall,
  type ToolContext,
  type ToolExecution,
  type ToolLogger
} from "@toolgate/core"
import { makeToolLogger, type RunFork } from "./makeToolLogger.ts"
import { takeSlot } from "./takeSlot.ts"

/** The sandbox's services for the contexts of tools. */
export interface HostServices {
  readonly fileSystems: FileSystems["Service"]
  readonly runFork: RunFork
}

/** The part of a run that a tool context needs. */
interface PermittedRun {
  readonly permit: Permit
  readonly services: HostServices
  readonly signal: AbortSignal
}

/** The context of one call. Each part is created on first use, because most tools use few of them. */
export class HostToolContext implements ToolContext {
  readonly #run: PermittedRun
  readonly #handles: RunHandles
  #files: Files | undefined = undefined
  #logger: ToolLogger | undefined = undefined

  constructor(run: PermittedRun, handles: RunHandles) {
    this.#run = run
    this.#handles = handles
  }

  get callId() {
    return this.#run.permit.request.callId
  }
  get idempotencyKey() {
    return this.#run.permit.request.idempotencyKey ?? this.callId
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
  get principal() {
    return this.#context.principal
  }
  get answer() {
    return this.#run.permit.approval?.answer
  }
  get workspace() {
    return this.#context.workspace
  }
  get resources() {
    return this.#run.permit.request.resources
  }
  get files(): Files {
    this.#files ??= this.#run.services.fileSystems.open(this.#run.permit.grant.access.files, this.workspace)
    return this.#files
  }
  get logger(): ToolLogger {
    this.#logger ??= makeToolLogger(this.#run.permit, this.#handles.loggedArgs, this.#run.services.runFork)
    return this.#logger
  }
  get inlineBytes() {
    return this.#handles.inlineBytes
  }
  get traceparent() {
    return this.#handles.traceparent
  }
  get emit(): ToolContext["emit"] {
    return (stream, text) => this.#handles.emit(stream, text)
  }
  get ask(): ToolContext["ask"] {
    return (form) => this.#handles.ask(form)
  }
  get takeSlot(): ToolContext["takeSlot"] {
    const run = { share: getQueueShare(this.#context), signal: this.signal, handles: this.#handles }
    return (slots, what) => takeSlot(slots, what, run)
  }
  get dispatch(): (call: ToolCall) => Awaitable<ToolExecution> {
    return (call) => this.#handles.dispatch(call)
  }
  get describe(): ToolContext["describe"] {
    return (name) => this.#handles.describe(name)
  }
  get tools(): ToolContext["tools"] {
    return () => this.#handles.tools()
  }
  get signal(): AbortSignal {
    return this.#run.signal
  }

  get #context() {
    return this.#run.permit.request.context
  }
}
