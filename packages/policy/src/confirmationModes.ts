import type { PermissionRequest, RegisteredTool, Resource, RuleRef, SideEffectClass } from "@toolgate/core"
import { isBeneath } from "./isBeneath.ts"
import type { ConfirmationMode, ConfirmationSettings, SourcedMode } from "./PolicyConfig.ts"

/** A mode, and the key that sets it. */
export interface Mode {
  readonly mode: ConfirmationMode
  readonly because: RuleRef
}

/** What a call asks of the modes: where it comes from, and what it touches. */
type Asked = Pick<PermissionRequest, "resources" | "context">

/** The modes of a policy, for a tool and for a class of side effects. */
export class ConfirmationModes {
  private readonly settings: ConfirmationSettings

  constructor(settings: ConfirmationSettings) {
    this.settings = settings
  }

  /** Whether a tool's mode is the same for every call. */
  isConstant(tool: RegisteredTool): boolean {
    const { perSession, trustedWorkspaces } = this.settings
    return perSession.size === 0 && (trustedWorkspaces.length === 0 || this.ofTool(tool) !== undefined)
  }

  /** The strictest mode set for the tool by its name or an alias, which stands for that of its class. */
  ofTool({ name, aliases }: RegisteredTool): Mode | undefined {
    return [name, ...aliases]
      .flatMap((one) => {
        const mode = this.settings.perTool.get(one)
        return mode === undefined ? [] : [modeOf(`per_tool ${one}`, mode)]
      })
      .reduce<Mode | undefined>((met, one) => (met === undefined ? one : stricter(met, one)), undefined)
  }

  /** The mode of a call of the tool. Without a call, that of any call that no session or workspace changes. */
  of(tool: RegisteredTool, asked?: Asked): Mode {
    const byTool = this.ofTool(tool)
    if (asked === undefined)
      return byTool ?? modeOf(`default ${tool.sideEffects}`, this.settings.default[tool.sideEffects])
    return byTool === undefined
      ? this.ofClass(tool.sideEffects, asked)
      : this.inSession(byTool, tool.sideEffects, asked.context.session)
  }

  ofClass(sideEffects: SideEffectClass, asked: Asked): Mode {
    const given = modeOf(`default ${sideEffects}`, this.settings.default[sideEffects])
    const trusted = this.trusted(asked.context.workspace)
    const here = trusted === undefined ? given : this.inTrusted(given, sideEffects, trusted, asked)
    return this.inSession(here, sideEffects, asked.context.session)
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
    const set = override === undefined ? undefined : modeOf(`trusted_workspace_overrides ${sideEffects}`, override)
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
    const set = this.settings.perSession.get(session)?.get(sideEffects)
    if (set === undefined) return given
    const here = modeOf(`per_session ${session} ${sideEffects}`, set)
    return this.settings.sessionsMayLoosen ? here : stricter(given, here)
  }
}

type SourcedPath = ConfirmationSettings["trustedWorkspaces"][number]

const modeOf = (rule: string, { mode, source }: SourcedMode): Mode => ({
  mode,
  because: { layer: "confirmation", rule: `${rule}: ${mode}`, source }
})

const isWithin = (resource: Resource, workspace: string): boolean =>
  resource.kind === "file" ? isBeneath(resource.path, workspace) : resource.kind === "host"

const strictness: Readonly<Record<ConfirmationMode, number>> = { auto: 0, prompt_once: 1, prompt: 2, deny: 3 }

const isStricter = (one: ConfirmationMode, other: ConfirmationMode): boolean => strictness[one] > strictness[other]

const stricter = (one: Mode, other: Mode): Mode => (isStricter(other.mode, one.mode) ? other : one)
