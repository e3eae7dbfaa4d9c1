import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type DispatchContext,
  defineTool,
  type ExecutionGrant,
  type FileAccess,
  type GuestOptions,
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
  unlimited,
  type WasmOptions
} from "@toolgate/core"
import { BubblewrapPath } from "@toolgate/processes"
import { makePermissionRequest, makeRegisteredTool, runHandles, runToEnd } from "@toolgate/testing"
import { LinuxFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { identity } from "effect/Function"
import * as Scope from "effect/Scope"
import { type GuestFiles, GuestProgram, ProcessWasmSandbox } from "../src/index.ts"
import { bundledProgram } from "./bundledProgram.ts"

/** A call: the parts of its permit that matter to a test. */
export interface Call {
  readonly name?: string
  readonly guest: GuestOptions
  readonly args?: JsonObject
  readonly limits?: Partial<ExecutionGrant["limits"]>
  readonly files?: ReadonlyArray<FileAccess>
  /** The id of the call, if the test needs it. */
  readonly id?: string
  readonly context?: Partial<DispatchContext>
  readonly handles?: Partial<RunHandles>
  readonly timeoutMs?: number
}

/** A sandbox and a workspace, with a way to run one call after another. */
export class OpenSandbox implements AsyncDisposable {
  readonly sandbox: Sandbox & Required<Pick<Sandbox, "admit">>
  readonly workspace: ResolvedPath
  private readonly scope: Scope.Closeable

  private constructor(
    sandbox: Sandbox & Required<Pick<Sandbox, "admit">>,
    workspace: ResolvedPath,
    scope: Scope.Closeable
  ) {
    this.sandbox = sandbox
    this.workspace = workspace
    this.scope = scope
  }

  static async open(
    options: WasmOptions = {},
    program: GuestFiles | "sources" = bundledProgram,
    bubblewrap?: string
  ): Promise<OpenSandbox> {
    const scope = await Effect.runPromise(Scope.make())
    const made = ProcessWasmSandbox.make(options).pipe(
      program === "sources" ? identity : Effect.provideService(GuestProgram, program),
      Effect.provideService(BubblewrapPath, bubblewrap),
      Effect.provide(LinuxFileSystems.layer),
      Scope.provide(scope)
    )
    const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-wasm-"))) as ResolvedPath
    return new OpenSandbox(await Effect.runPromise(made), workspace, scope)
  }

  /** Starts a call as the gate does. */
  begin(call: Call): RunningCall {
    return new RunningCall(this, call)
  }

  run(call: Call): Promise<Ran> {
    return this.begin(call).ran
  }

  /** Returns the refusal of a call before its start. */
  async refusal(call: Call): Promise<Refused> {
    const prepared = await Effect.runPromise(
      Effect.flip(this.sandbox.prepare(permitOf(call, this.workspace), toolOf(call)))
    )
    return prepared
  }

  /** Returns the problems of the call's tool, as the registry receives them. */
  admit(call: Call): Promise<ReadonlyArray<string>> {
    return Effect.runPromise(this.sandbox.admit(toolOf(call)))
  }

  /** Returns an access to everything in the workspace. */
  tree(mode: FileAccess["mode"], ...except: ReadonlyArray<string>): ReadonlyArray<FileAccess> {
    const excepted = except.map((pattern) => ({ pattern: `${this.workspace}/${pattern}`, mode: "rw" as const }))
    return [{ path: this.workspace, mode, scope: "tree", except: excepted }]
  }

  async close(): Promise<void> {
    await Effect.runPromise(Scope.close(this.scope, Exit.void))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
    rmSync(this.workspace, { recursive: true, force: true })
  }
}

/** A running call that can be stopped, and its output so far. */
export class RunningCall {
  readonly ran: Promise<Ran>
  readonly printed: Array<{ readonly stream: OutputStream; readonly text: string }> = []
  private run: Stoppable | undefined = undefined
  private listening: (() => void) | undefined = undefined

  constructor({ sandbox, workspace }: OpenSandbox, call: Call) {
    const handles = runHandles({
      onStop: (run) => {
        this.run = run
      },
      emit: (stream, text) => {
        this.printed.push({ stream, text })
        this.listening?.()
      },
      ...call.handles
    })
    this.ran = Effect.runPromise(sandbox.prepare(permitOf(call, workspace), toolOf(call))).then((run) =>
      runToEnd(run, handles)
    )
  }

  stop(reason: Refused = refused("Cancelled", "The call was cancelled.")): void {
    this.run?.stop(reason)
  }

  /** Resolves when the output matches. */
  async prints(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.printed.map(({ text }) => text).join("")))
      await new Promise<void>((resolve) => {
        this.listening = resolve
      })
  }
}

const toolOf = ({ name = "guest", guest, timeoutMs = 30_000 }: Call): RegisteredTool => {
  // As in a registry, all calls of a tool share one implementation object.
  const implementations = made.get(guest) ?? implementationsOf(guest)
  made.set(guest, implementations)
  return makeRegisteredTool({ name, timeoutMs, implementations })
}

const made = new WeakMap<GuestOptions, Tool["implementations"]>()

const implementationsOf = (wasm: GuestOptions) =>
  defineTool({ name: "guest", description: "", sideEffects: "NONE", parameters: { type: "object" }, wasm })
    .implementations

export const permitOf = (call: Call, workspace: ResolvedPath): Permit => {
  return {
    request: makePermissionRequest(
      { id: call.id ?? "1", args: call.args ?? {}, context: { workspace, ...call.context } },
      toolOf(call).definition
    ),
    grant: {
      sandbox: "wasm",
      confinement: "required",
      limits: { ...unlimited(), ...call.limits },
      access: { files: call.files ?? [], hosts: [], env: [] }
    },
    because: { layer: "test", rule: "test", source: "test" },
    waitedMs: 0
  }
}
