import type { ExecutionGrant, Principal, ResolvedPath, ToolRegistry } from "@toolgate/core"
import { ToolDispatchEngine } from "@toolgate/dispatch"
import { ProcessNotStarted, type ProcessSpec } from "@toolgate/processes"
import { buildProcessSpec } from "@toolgate/sandbox-host"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { GateParts } from "../partsOf.ts"
import type { PinsChoice } from "../pinsChoice.ts"

/**
 * A source of tools that come and go while a gate is open, such as the MCP servers of `@toolgate/mcp-client`.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { shell } from "toolgate"
 * import type { ToolSource } from "toolgate/config"
 * import { ToolRegistry } from "toolgate/effect"
 *
 * // Offers the shell by day.
 * export const byDay: ToolSource<void> = {
 *   connect: () =>
 *     Effect.gen(function* () {
 *       const registry = yield* ToolRegistry
 *       const hour = new Date().getHours()
 *       if (hour > 7 && hour < 20) yield* Effect.orDie(registry.add(shell))
 *     })
 * }
 * ```
 */
export interface ToolSource<Connected> {
  /** Pin rules for the source's tools, by owner. */
  readonly owners?: NonNullable<PinsChoice["owners"]>
  /** Files that determine which tools exist. Under a file policy, no call can change them. */
  readonly files?: ReadonlyArray<string>
  /** Registers the source's tools and updates them until the scope closes. */
  readonly connect: (gate: GateOfSource) => Effect.Effect<Connected, never, Scope.Scope | ToolRegistry>
}

/** The parts of a gate that a tool source uses. */
interface GateOfSource {
  readonly workspace: ResolvedPath
  /**
   * Confines a process of the source to a grant. Files that the policy hides from this principal's shell commands are hidden from the
   * process.
   */
  readonly hold: (
    grant: Pick<ExecutionGrant, "access" | "limits" | "confinement">,
    principal?: Principal
  ) => Effect.Effect<Pick<ProcessSpec, "environment" | "limits" | "confinement">, ProcessNotStarted>
}

/** Connects a source to a gate until the scope closes. */
export const connectSource = <Connected>(
  { connect }: ToolSource<Connected>,
  { services, base }: GateParts
): Effect.Effect<Connected, never, Scope.Scope> => {
  const masksFor = Effect.fnUntraced(function* (principal: Principal) {
    const call = { id: "masks", tool: "shell", args: { command: "true" } }
    const judged = yield* Context.get(services, ToolDispatchEngine).judge(call, { ...base, principal })
    if (judged.decision === "deny")
      return yield* new ProcessNotStarted({
        message:
          'Cannot hide protected files from this server: the policy denies "shell", whose limits are used for that.'
      })
    return judged.grant.access.files.flatMap(({ except = [] }) => except)
  })
  const hold: GateOfSource["hold"] = Effect.fnUntraced(function* (grant, principal = base.principal) {
    const { files } = grant.access
    if (files.length === 0) return yield* buildProcessSpec(grant)
    const except = yield* masksFor(principal)
    const masked = files.map((file) => ({ ...file, except: [...(file.except ?? []), ...except] }))
    return yield* buildProcessSpec({ ...grant, access: { ...grant.access, files: masked } })
  })
  return Effect.provide(connect({ workspace: base.workspace, hold }), services)
}
