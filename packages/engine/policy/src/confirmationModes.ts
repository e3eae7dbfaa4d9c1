import { isBeneath } from "@toolgate/access"
import {
  type Asker,
  sideEffects as leastClasses,
  onceFor,
  type PermissionRequest,
  type Resource,
  type RuleRef,
  type SideEffectClass,
  type ToolDefinition
} from "@toolgate/core"
import type { ConfirmationMode, ConfirmationSettings, SourcedMode } from "./PolicyConfig.ts"

/** A mode, and the key that sets it. */
export interface Mode {
  readonly mode: ConfirmationMode
  readonly because: RuleRef
  /** The class that the key is about. Absent: the key is about one tool. */
  readonly of?: SideEffectClass
}

/** What a call asks of the modes: where it comes from, and what it touches. */
interface Asked extends Pick<PermissionRequest, "resources"> {
  readonly context: { readonly session: string; readonly workspace: string }
}

/** The modes of a policy, for a tool and for a class of side effects. */
export class ConfirmationModes {
  private readonly settings: ConfirmationSettings

  constructor(settings: ConfirmationSettings) {
    this.settings = settings
  }

  /** Whether a tool's mode is the same for every call. */
  isConstant(tool: ToolDefinition): boolean {
    const { perSession, trustedWorkspaces } = this.settings
    return perSession.size === 0 && (trustedWorkspaces.length === 0 || this.ofTool(tool) !== undefined)
  }

  /** The strictest mode set for the tool by its name or an alias, which stands for that of its class. */
  ofTool({ name, aliases }: ToolDefinition): Mode | undefined {
    return [name, ...aliases]
      .flatMap((one) => {
        const mode = this.settings.perTool.get(one)
        return mode === undefined ? [] : [modeOf(`per_tool ${one}`, mode)]
      })
      .reduce<Mode | undefined>((met, one) => (met === undefined ? one : stricter(met, one)), undefined)
  }

  /**
   * The mode of a call of the tool: the strictest that its class and the least class of each of its effects have. Without a
   * call, that of any call that no session or workspace changes.
   */
  of(tool: ToolDefinition, asked?: Asked): Mode {
    const byTool = this.ofTool(tool)
    const [own, ...others] = classesOf(tool)
    const mayWriteAnywhere = runsCode(tool)
    const mode = (sideEffects: SideEffectClass): Mode => {
      if (asked === undefined) return byTool ?? this.byClass(sideEffects)
      if (byTool !== undefined) return this.inSession(byTool, sideEffects, asked.context.session)
      // What runs code may write beside what its arguments name, so that trust in those lowers nothing.
      return this.ofClass(sideEffects, mayWriteAnywhere ? { ...asked, resources: [] } : asked)
    }
    return others.reduce((met, one) => stricter(met, mode(one)), mode(own))
  }

  /** Whether every call of the tool from that session and workspace is denied; from any, where they are left out. */
  deniesFrom(tool: ToolDefinition, { session, workspace }: Pick<Asker, "session" | "workspace">): boolean {
    const { perSession, trustedWorkspaces } = this.settings
    const sessions = session === undefined ? [...perSession.keys(), otherThan(perSession)] : [session]
    const workspaces = workspace === undefined ? [...trustedWorkspaces.map(({ path }) => path), ""] : [workspace]
    // What a call touches makes its mode no denial, and takes none away.
    return sessions.every((inSession) =>
      workspaces.every(
        (at) => this.of(tool, { resources: [], context: { session: inSession, workspace: at } }).mode === "deny"
      )
    )
  }

  /**
   * The mode `deny` of NETWORK, where it is about this tool: what runs code can connect. The tool's own mode stands for that of
   * NETWORK as well, but not for what a session sets.
   */
  deniedNetwork(tool: ToolDefinition, { context }: Pick<Asked, "context">): Mode | undefined {
    if (!runsCode(tool)) return undefined
    const mode =
      this.ofTool(tool) === undefined
        ? this.ofClass("NETWORK", { context, resources: [] })
        : this.setInSession("NETWORK", context.session)
    return mode?.mode === "deny" ? mode : undefined
  }

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

  /** Trust lowers writing in the workspace, and nothing else; what is set for trusted workspaces can only be stricter. */
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
    // A tool that does not say where it writes may write anywhere.
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

/** A session that has no modes of its own. */
const otherThan = (perSession: ReadonlyMap<string, unknown>): string => `not ${[...perSession.keys()].join(", ")}`

type SourcedPath = ConfirmationSettings["trustedWorkspaces"][number]

const modeOf = (rule: string, { mode, source }: SourcedMode, of?: SideEffectClass): Mode => ({
  mode,
  because: { layer: "confirmation", rule: `${rule}: ${mode}`, source },
  ...(of === undefined ? {} : { of })
})

type Classes = readonly [SideEffectClass, ...ReadonlyArray<SideEffectClass>]

/** The class of a tool, and the least classes of its effects that are others. */
const classesOf = onceFor(({ sideEffects, effects }: ToolDefinition): Classes => {
  const others = new Set<SideEffectClass>(effects.map((effect) => leastClasses[effect]))
  others.delete(sideEffects)
  return [sideEffects, ...others]
})

/** Whether a tool is able to run code, which can write anywhere and connect to anything. */
export const runsCode = (tool: ToolDefinition): boolean => classesOf(tool).includes("EXECUTE")

const isWithin = (resource: Resource, workspace: string): boolean =>
  resource.kind === "file" ? isBeneath(resource.path, workspace) : resource.kind === "host"

const strictness: Readonly<Record<ConfirmationMode, number>> = { auto: 0, prompt_once: 1, prompt: 2, deny: 3 }

const isStricter = (one: ConfirmationMode, other: ConfirmationMode): boolean => strictness[one] > strictness[other]

const stricter = (one: Mode, other: Mode): Mode => (isStricter(other.mode, one.mode) ? other : one)
