import {
  type Asker,
  cachePerObject,
  sideEffects as leastClasses,
  type PermissionRequest,
  type Resource,
  type RuleRef,
  type SideEffectClass,
  type ToolDefinition
} from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import type { ConfirmationMode, ConfirmationSettings, SourcedMode } from "../config/PolicyConfig.ts"

/** A confirmation mode, and the key of the policy that sets the mode. */
export interface Mode {
  readonly mode: ConfirmationMode
  readonly because: RuleRef
  /** The class that the key names. Absent: the key names one tool. */
  readonly of?: SideEffectClass
}

/** The facts about a call that decide its mode: its session, workspace and resources. */
interface Asked extends Pick<PermissionRequest, "resources"> {
  readonly context: { readonly session: string; readonly workspace: string }
}

/**
 * The confirmation modes of a policy, for tools and for classes of side effects.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ConfirmationModes, defaultConfirmation } from "@toolgate/policy"
 * import { makeToolDefinition } from "@toolgate/testing"
 *
 * const perTool = new Map([["deploy", { mode: "deny", source: "toolgate.yaml:4" }]] as const)
 * const modes = new ConfirmationModes({ ...defaultConfirmation, perTool })
 * assert.equal(modes.of(makeToolDefinition({ name: "deploy" })).mode, "deny")
 * assert.equal(modes.of(makeToolDefinition({ name: "post", sideEffects: "NETWORK" })).mode, "prompt")
 * ```
 */
export class ConfirmationModes {
  private readonly settings: ConfirmationSettings

  constructor(settings: ConfirmationSettings) {
    this.settings = settings
  }

  /** Whether the tool's mode is the same for every call. */
  isConstant(tool: ToolDefinition): boolean {
    const { perSession, trustedWorkspaces } = this.settings
    return perSession.size === 0 && (trustedWorkspaces.length === 0 || this.ofTool(tool) !== undefined)
  }

  /**
   * Returns the mode set for the tool by its name or an alias, which replaces the mode of the tool's class. Of several
   * modes, the strictest counts. `undefined`: no mode is set for the tool.
   */
  ofTool({ name, aliases }: ToolDefinition): Mode | undefined {
    return [name, ...aliases]
      .flatMap((one) => {
        const mode = this.settings.perTool.get(one)
        return mode === undefined ? [] : [modeOf(`per_tool ${one}`, mode)]
      })
      .reduce<Mode | undefined>((met, one) => (met === undefined ? one : stricter(met, one)), undefined)
  }

  /**
   * Returns the mode of a call: the strictest of the modes of the tool's class and of the least class of each of the
   * tool's effects. Without `asked`, returns the mode of a call that no setting for a session or a workspace changes.
   */
  of(tool: ToolDefinition, asked?: Asked): Mode {
    const byTool = this.ofTool(tool)
    const [own, ...others] = classesOf(tool)
    const mayWriteAnywhere = runsCode(tool)
    const mode = (sideEffects: SideEffectClass): Mode => {
      if (asked === undefined) return byTool ?? this.byClass(sideEffects)
      if (byTool !== undefined) return this.inSession(byTool, sideEffects, asked.context.session)
      // A tool that runs code may write files that its arguments do not name. Trust in the named files therefore
      // changes nothing.
      return this.ofClass(sideEffects, mayWriteAnywhere ? { ...asked, resources: [] } : asked)
    }
    return others.reduce((met, one) => stricter(met, mode(one)), mode(own))
  }

  /**
   * Whether every call of the tool from the session and workspace is denied. Without a session or workspace, every call
   * from everywhere has to be denied.
   */
  deniesFrom(tool: ToolDefinition, { session, workspace }: Pick<Asker, "session" | "workspace">): boolean {
    const { perSession, trustedWorkspaces } = this.settings
    const sessions = session === undefined ? [...perSession.keys(), otherThan(perSession)] : [session]
    const workspaces = workspace === undefined ? [...trustedWorkspaces.map(({ path }) => path), ""] : [workspace]
    // The resources of a call neither cause nor lift a denial by mode.
    return sessions.every((inSession) =>
      workspaces.every(
        (at) => this.of(tool, { resources: [], context: { session: inSession, workspace: at } }).mode === "deny"
      )
    )
  }

  /**
   * Returns the mode of NETWORK if it is `deny` and the tool runs code, because code can connect. Otherwise returns
   * `undefined`. A mode for the tool itself replaces the mode of NETWORK, unless the session sets it.
   */
  deniedNetwork(tool: ToolDefinition, { context }: Pick<Asked, "context">): Mode | undefined {
    if (!runsCode(tool)) return undefined
    const mode =
      this.ofTool(tool) === undefined
        ? this.ofClass("NETWORK", { context, resources: [] })
        : this.setInSession("NETWORK", context.session)
    return mode?.mode === "deny" ? mode : undefined
  }

  /** Returns the mode of a class of side effects for a call. */
  ofClass(sideEffects: SideEffectClass, asked: Asked): Mode {
    const given = this.byClass(sideEffects)
    const trusted = this.trusted(asked.context.workspace)
    const here = trusted === undefined ? given : this.inTrusted(given, sideEffects, trusted, asked)
    return this.inSession(here, sideEffects, asked.context.session)
  }

  private byClass(sideEffects: SideEffectClass): Mode {
    return modeOf(`default ${sideEffects}`, this.settings.default[sideEffects], sideEffects)
  }

  private trusted(workspace: string): SourcedPath | undefined {
    return this.settings.trustedWorkspaces.find(({ path }) => isBeneath(workspace, path))
  }

  /**
   * Returns the mode in a trusted workspace. Trust only lowers the mode of writes in the workspace. A mode set for
   * trusted workspaces can otherwise only be stricter.
   */
  private inTrusted(
    given: Mode,
    sideEffects: SideEffectClass,
    trusted: SourcedPath,
    { resources, context }: Asked
  ): Mode {
    if (given.mode === "deny") return given
    const override = this.settings.trustedOverrides.get(sideEffects)
    const set =
      override === undefined ? undefined : modeOf(`trusted_workspace_overrides ${sideEffects}`, override, sideEffects)
    // A tool that does not declare which files it writes may write anywhere.
    const lowered =
      sideEffects === "WRITE" &&
      resources.some(({ kind }) => kind === "file") &&
      resources.every((one) => isWithin(one, context.workspace))
    if (!lowered) return set === undefined ? given : stricter(given, set)
    if (set !== undefined) return set
    return given.mode === "auto"
      ? given
      : modeOf(`trusted_workspaces ${trusted.path}`, { mode: "auto", source: trusted.source })
  }

  private inSession(given: Mode, sideEffects: SideEffectClass, session: string): Mode {
    const here = this.setInSession(sideEffects, session)
    if (here === undefined) return given
    return this.settings.sessionsMayLoosen ? here : stricter(given, here)
  }

  private setInSession(sideEffects: SideEffectClass, session: string): Mode | undefined {
    const set = this.settings.perSession.get(session)?.get(sideEffects)
    return set === undefined ? undefined : modeOf(`per_session ${session} ${sideEffects}`, set, sideEffects)
  }
}

/** Returns a session name for which the policy sets no modes. */
const otherThan = (perSession: ReadonlyMap<string, unknown>): string => `not ${[...perSession.keys()].join(", ")}`

type SourcedPath = ConfirmationSettings["trustedWorkspaces"][number]

const modeOf = (rule: string, { mode, source }: SourcedMode, of?: SideEffectClass): Mode => ({
  mode,
  because: { layer: "confirmation", rule: `${rule}: ${mode}`, source },
  ...(of === undefined ? {} : { of })
})

type Classes = readonly [SideEffectClass, ...ReadonlyArray<SideEffectClass>]

/** Returns the class of a tool, followed by the other least classes of its effects. */
const classesOf = cachePerObject(({ sideEffects, effects }: ToolDefinition): Classes => {
  const others = new Set<SideEffectClass>(effects.map((effect) => leastClasses[effect]))
  others.delete(sideEffects)
  return [sideEffects, ...others]
})

/**
 * Whether a tool may run code. Code can write anywhere and connect anywhere.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { runsCode } from "@toolgate/policy"
 * import { makeToolDefinition } from "@toolgate/testing"
 *
 * assert.equal(runsCode(makeToolDefinition({ sideEffects: "EXECUTE" })), true)
 * assert.equal(runsCode(makeToolDefinition({ sideEffects: "NETWORK" })), false)
 * ```
 */
export const runsCode = (tool: ToolDefinition): boolean => classesOf(tool).includes("EXECUTE")

const isWithin = (resource: Resource, workspace: string): boolean =>
  resource.kind === "file" ? isBeneath(resource.path, workspace) : resource.kind === "host"

const strictness: Readonly<Record<ConfirmationMode, number>> = { auto: 0, prompt_once: 1, prompt: 2, deny: 3 }

const isStricter = (one: ConfirmationMode, other: ConfirmationMode): boolean => strictness[one] > strictness[other]

const stricter = (one: Mode, other: Mode): Mode => (isStricter(other.mode, one.mode) ? other : one)
