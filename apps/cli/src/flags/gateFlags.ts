import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { type CatalogueFlags, catalogueFlags, noCatalogue } from "../catalogue/catalogueFlags.ts"
import { noProjectPolicy } from "../policy/findAppliedPolicy.ts"
import { policy } from "../policy/policyFlags.ts"
import { noToolboxSettings, type ToolboxSettingsFlag, toolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { asker, type CallerFlags, onBehalfOf } from "./asker.ts"
import { limit } from "./limitFlag.ts"

const workspace = Flag.String("workspace").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("The folder that calls work in; default: the current one"),
  Flag.withDefault(".")
)

// The longest timer of the platform, in seconds.
const longestTimeout = 2_147_483

const askTimeout = Flag.String("ask-timeout").pipe(
  Flag.withMetavar("SECONDS"),
  Flag.withDescription("How long a question of the policy waits for an answer; default: 300"),
  Flag.filterMap(
    (given) => {
      const seconds = /^[0-9]+(?:\.[0-9]+)?$/.test(given) ? Number(given) : 0
      return seconds > 0 && seconds <= longestTimeout ? Option.some(seconds) : Option.none()
    },
    () => `a number of seconds, more than 0 and at most ${longestTimeout}`
  ),
  Flag.withDefault(300)
)

/** The flags of every command that makes calls: how the gate is opened, and who calls. */
export const gateFlags = {
  workspace,
  policy,
  noProjectPolicy,
  ...asker,
  onBehalfOf,
  askTimeout,
  limit,
  ...catalogueFlags,
  ...toolboxSettingsFlag
}

export type GateFlags = CallerFlags &
  CatalogueFlags &
  ToolboxSettingsFlag & {
    readonly limit: ReadonlyArray<string>
    readonly workspace: string
    readonly watch?: boolean
    readonly policy: ReadonlyArray<string>
    readonly noProjectPolicy: boolean
    readonly askTimeout: number
    /** The file of MCP servers, on commands that have one. */
    readonly config?: Option.Option<string>
  }

/** Settings of a gate that asks no questions and whose calls name their caller. */
export const noAsker = {
  ...noCatalogue,
  ...noToolboxSettings,
  limit: [],
  askTimeout: 300,
  agent: Option.none(),
  role: Option.none(),
  task: Option.none(),
  session: Option.none(),
  onBehalfOf: Option.none(),
  readOnly: false,
  noWeb: false
}
