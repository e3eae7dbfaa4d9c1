import type { OnAsk } from "@toolgate/approval"
import type { CatalogueInvalid } from "@toolgate/catalogue"
import { escapeUnprintable, ToolRegistry } from "@toolgate/core"
import type { McpSource } from "@toolgate/mcp-client"
import { loadPolicy } from "@toolgate/policy-files"
import { StoreInvalid } from "@toolgate/stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ToolRegistrationError } from "toolgate"
import { type ChosenTools, type ConfiguredGate, type GateConfig, openGate as openConfigured } from "toolgate/config"
import { AuditLogUnavailable, GateSkills, PolicyInvalid, partsOf, WorkspaceInvalid } from "toolgate/effect"
import { convertStoreError } from "./approvals/approvalsIn.ts"
import { refuseSkill } from "./catalogue/activateSkills.ts"
import { isCatalogueInvalid } from "./catalogue/isCatalogueInvalid.ts"
import { readCatalogueOptions } from "./catalogue/readCatalogueOptions.ts"
import { reportReloads } from "./catalogue/reloadLines.ts"
import type { GateFlags } from "./flags/gateFlags.ts"
import { LogFormat, LogLevel } from "./flags/globalFlags.ts"
import { createLazyPino, type WrittenLog } from "./log/createLazyPino.ts"
import type { LogOptions } from "./log/LogOptions.ts"
import {
  explainProjectError,
  findAppliedPolicy,
  formatIgnoredNotice,
  formatProjectNotice,
  getNarrowingFile
} from "./policy/findAppliedPolicy.ts"
import { listFilesInForce, readPolicyChoice } from "./policy/policyFlags.ts"
import { reviewFolder } from "./policy/reviewFolder.ts"
import { Screen } from "./Screen.ts"
import { chooseNoTools, openChosenToolbox, reportMissing, type ToolboxChoice } from "./toolbox/toolboxChoice.ts"
import { WrongUse } from "./WrongUse.ts"

/**
 * Opens the gate that the flags describe, until the scope closes. Fails if the flags are invalid. `ask` is only used at a terminal, because
 * a person must read and answer. `logTo` makes the log. `toolbox` tools are added if their names are free.
 */
export const openGate = (
  given: GateFlags,
  {
    ask,
    logTo = createLazyPino,
    toolbox: choice = chooseNoTools,
    tools = [],
    ...options
  }: Pick<GateConfig, "tools" | "artifacts" | "audit" | "store" | "pins" | "sessionAnswers"> & {
    readonly servers?: McpSource | undefined
    readonly ask?: OnAsk
    readonly logTo?: (options: LogOptions) => WrittenLog
    readonly toolbox?: ToolboxChoice
  }
) =>
  Effect.gen(function* () {
    if (given.workspace === "")
      return yield* new WrongUse({ message: 'The flag "--workspace" is empty; name a folder, or leave the flag out.' })
    const policy = yield* readPolicyChoice(given.policy)
    const written = yield* readCatalogueOptions(given)
    const { toolbox, missing } = yield* openChosenToolbox(given, choice)
    if (policy === "host") yield* refuseAgentPolicies(toolbox)
    const logger = logTo({ level: yield* LogLevel, format: yield* LogFormat })
    const opening = Effect.tryPromise({
      try: () =>
        openConfigured({
          ...options,
          ...written,
          tools,
          toolbox,
          workspace: given.workspace,
          policy,
          projectPolicy: !given.noProjectPolicy,
          logger,
          settings: Option.toArray(given.config ?? Option.none()),
          ...(process.stderr.isTTY && ask !== undefined ? { onAsk: ask } : {}),
          approvalTimeoutMs: given.askTimeout * 1000,
          review: reviewFolder()
        }),
      catch: (cause) => cause
    }).pipe(Effect.catch((cause) => wrongUse(explainProjectError(cause, getNarrowingFile(given)))))
    const gate = yield* Effect.acquireRelease(opening, (one) => Effect.promise(() => one.close().then(logger.written)))
    const { services } = partsOf(gate)
    yield* reportMissing(Context.get(services, ToolRegistry), missing)
    const unknown = Context.get(services, GateSkills).fault(given.skill)
    if (unknown !== undefined) return yield* refuseSkill(unknown)
    if (given.watch === true) reportReloads(gate, yield* Screen)
    yield* noticeProject(given, gate)
    return gate
  })

/** Fails if a toolbox agent has a policy but there is no file policy for it to narrow. */
const refuseAgentPolicies = Effect.fnUntraced(function* ({ agentsOf, tools, file }: ChosenTools) {
  const agents = yield* Effect.promise(() => agentsOf(tools))
  const own = Object.keys(agents).find((agent) => agents[agent]?.policy !== undefined)
  if (own !== undefined)
    return yield* new WrongUse({
      message: `The agent "${own}" in ${escapeUnprintable(file ?? "")} has a "policy", which requires a file policy. Remove "--policy host".`
    })
})

/** Reports which workspace file narrows the policy, or why it does not. */
const noticeProject = Effect.fnUntraced(function* (given: GateFlags, gate: ConfiguredGate) {
  const { notice } = yield* Screen
  if (given.policy.includes("host")) {
    const ignored = yield* findAppliedPolicy(given, [])
    return ignored === undefined ? undefined : yield* notice(formatIgnoredNotice(ignored))
  }
  if (gate.project === undefined) return
  const configs = yield* loadPolicy(listFilesInForce(given.policy), { narrowedBy: gate.project })
  yield* notice(formatProjectNotice(gate.project, configs, Context.get(partsOf(gate).services, ToolRegistry).list()))
})

const wrongUse = (cause: unknown): Effect.Effect<never, WrongUse | CatalogueInvalid> => {
  if (isCatalogueInvalid(cause) || cause instanceof WrongUse) return Effect.fail(cause)
  if (cause instanceof AuditLogUnavailable)
    return Effect.fail(
      new WrongUse({ message: `${cause.message} To use another folder, name it with "--audit".`, cause })
    )
  if (cause instanceof StoreInvalid) return Effect.fail(convertStoreError(cause))
  return cause instanceof WorkspaceInvalid || cause instanceof PolicyInvalid || cause instanceof ToolRegistrationError
    ? Effect.fail(new WrongUse({ message: cause.message, cause }))
    : Effect.die(cause)
}
