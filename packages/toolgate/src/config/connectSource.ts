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
  /** The rules about the definitions of its tools, by the owner of each. */
  readonly owners?: NonNullable<PinsChoice["owners"]>
  /** The files that decide which tools there are. Under a policy of files, no call may change them. */
  readonly files?: ReadonlyArray<string>
  /** Registers its tools, and keeps them up to date, until the scope closes. */
  readonly connect: (gate: GateOfSource) => Effect.Effect<Connected, never, Scope.Scope | ToolRegistry>
}

/** The parts of a gate that a source of tools uses. */
interface GateOfSource {
  readonly workspace: ResolvedPath
  /**
   * Returns how a process of the source is held under a grant. What the policy keeps from the commands of a shell, by this principal, it
   * keeps from the process.
   */
  readonly hold: (
    grant: Pick<ExecutionGrant, "access" | "limits" | "confinement">,
    principal?: Principal
  ) => Effect.Effect<Pick<ProcessSpec, "environment" | "limits" | "confinement">, ProcessNotStarted>
}

/** Connects a source to a gate, until the scope closes. */
export const connectSource = <Connected>(
  { connect }: ToolSource<Connected>,
  { services, base }: GateParts
): Effect.Effect<Connected, never, Scope.Scope> => {
  const masksFor = Effect.fnUntraced(function* (principal: Principal) {
    const call = { id: "masks", tool: "shell", args: { command: "true" } }
    const judged = yield* Context.get(services, ToolDispatchEngine).judge(call, { ...base, principal })
    if (judged.decision === "deny")
      return yield* new ProcessNotStarted({
        message: 'Its files cannot be masked: that takes the bounds of the tool "shell", which the policy denies.'
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
