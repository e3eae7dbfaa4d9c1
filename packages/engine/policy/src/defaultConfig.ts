import type { SideEffectClass } from "@toolgate/core"
import type { ConfirmationMode, ConfirmationSettings, PolicyConfig, SourcedMode } from "./PolicyConfig.ts"

/** What stands for the place of something that no file says. */
const defaultSource = "built in"

const defaultModes: Readonly<Record<SideEffectClass, ConfirmationMode>> = {
  NONE: "auto",
  READ: "auto",
  WRITE: "prompt",
  EXECUTE: "prompt",
  NETWORK: "prompt"
}

/**
 * The modes of all classes. A first file that leaves a class out gets the default; a later one bounds nothing by what it
 * leaves out.
 */
export const modesOf = (
  given: ReadonlyMap<SideEffectClass, SourcedMode>,
  isFirst: boolean
): ConfirmationSettings["default"] => {
  const mode = (name: SideEffectClass): SourcedMode =>
    given.get(name) ?? { mode: isFirst ? defaultModes[name] : "auto", source: defaultSource }
  return {
    NONE: mode("NONE"),
    READ: mode("READ"),
    WRITE: mode("WRITE"),
    EXECUTE: mode("EXECUTE"),
    NETWORK: mode("NETWORK")
  }
}

/** The settings by which people are asked where no file says anything: before every call that changes something or runs something. */
export const defaultConfirmation: ConfirmationSettings = {
  default: modesOf(new Map(), true),
  perTool: new Map(),
  perSession: new Map(),
  sessionsMayLoosen: false,
  trustedWorkspaces: [],
  trustedOverrides: new Map(),
  source: defaultSource
}

/** The configuration that holds with no file at all: every tool may be called, confined, and the default confirmations are asked for. */
export const defaultConfig: PolicyConfig = {
  name: defaultSource,
  default: undefined,
  tools: new Map(),
  groups: new Map(),
  layers: { global: undefined, roles: undefined, tasks: undefined },
  agents: undefined,
  permissions: new Map(),
  rules: { deny: [], ask: [], allow: [] },
  protectedPaths: [],
  unprotectedPaths: [],
  confirmation: defaultConfirmation,
  quotas: new Map(),
  tests: []
}
