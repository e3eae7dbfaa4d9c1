import type { FileAuditLog } from "@toolgate/audit"
import type { TurnOptions } from "@toolgate/chain/turn"
import type { ResourceLimits } from "@toolgate/core"
import type { BatchOptions } from "@toolgate/dispatch"
import type { WasmOptions } from "@toolgate/sandbox-wasm"
import type { RestartPolicy, RunnerBounds } from "@toolgate/supervisor"
import type { ArtifactsOptions } from "./ArtifactsOptions.ts"
import { agents } from "./agentNames.ts"
import type { JudgeOptions } from "./CallJudgement.ts"
import type { AskerOptions, CallOptions, ObserveOptions } from "./CallOptions.ts"
import { type OptionCheck, type OptionNames, unknownOption } from "./checkOptions.ts"
import type { SandboxOptions } from "./installedSandboxes.ts"
import type { PolicyFiles } from "./PolicyFiles.ts"
import type { PinsChoice } from "./pinsChoice.ts"
import type { RunnerConfinement, RunnerOptions } from "./RunnerOptions.ts"
import type { ResumeOptions } from "./resumeCall.ts"
import type { SessionCallOptions, SessionOptions } from "./SessionOptions.ts"
import { folder, paths, plugins } from "./sourceOptions.ts"
import type { StoreOptions } from "./storeChoice.ts"
import type { GateOptions, ToolgateOptions } from "./ToolgateOptions.ts"

const wasm = {
  pool: { spares: true, most: true, idleMs: true } satisfies OptionNames<WasmOptions["pool"]>,
  memoryBytes: true,
  module: { moduleBytes: true, tableEntries: true } satisfies OptionNames<WasmOptions["module"]>,
  files: { bytes: true, entries: true } satisfies OptionNames<WasmOptions["files"]>
} satisfies OptionNames<WasmOptions>

const cascade: OptionCheck = (given, path) =>
  given === "refused" ? undefined : `option "${path}" has to be "refused", or left out.`

const ruleOfPins: OptionCheck = (given, path) =>
  given === "approved" || given === "first-use" ? undefined : `option "${path}" has to be "approved" or "first-use".`

const pins = {
  app: (given, path) => (given === "off" ? undefined : ruleOfPins(given, path)?.replace(/\.$/, ', or "off".')),
  owners: (given, path) =>
    typeof given === "object" && given !== null
      ? Object.entries(given).flatMap(([owner, rule]) => ruleOfPins(rule, `${path}.${owner}`) ?? [])[0]
      : `option "${path}" has to be an object of rules, as in { "my-server": "first-use" }.`,
  reviewWith: true
} satisfies OptionNames<PinsChoice>

const atLeast =
  (least: number): OptionCheck =>
  (given, path) =>
    Number.isSafeInteger(given) && (given as number) >= least
      ? undefined
      : `option "${path}" has to be a whole number of at least ${least}.`

const artifactsNames = {
  folder,
  in: (given, path) => (given === "store" ? undefined : `option "${path}" has to be "store", or left out.`),
  inlineBytes: (given, path) =>
    given === "unlimited" ? undefined : atLeast(4096)(given, path)?.replace(/\.$/, ', or "unlimited".'),
  quotaBytes: atLeast(0),
  totalBytes: atLeast(0),
  ttlMs: atLeast(1)
} satisfies OptionNames<ArtifactsOptions>

const artifacts: OptionCheck = (given, path) =>
  typeof given === "object" && given !== null && !Array.isArray(given)
    ? unknownOption(given, artifactsNames, `${path}.`)
    : folder(given, path)?.replace(/\.$/, ', or an object as in { in: "store" }.')

/** The options of a gate. The engine checks hooks itself, because they may be objects of the app with other members. */
export const gateOptions = {
  policy: { files: true, narrowedBy: true, narrowing: true, judges: true, cascade } satisfies OptionNames<PolicyFiles>,
  tools: true,
  catalogue: paths,
  plugins,
  pins,
  onAsk: true,
  approvalTimeoutMs: true,
  questionsPerAgent: true,
  sessionAnswers: true,
  review: true,
  settings: paths,
  approvals: true,
  skills: true,
  agents,
  hooks: true,
  audit: {
    folder: true,
    key: true,
    answers: true,
    segmentBytes: true,
    queueBytes: true
  } satisfies OptionNames<FileAuditLog.FileAuditLogOptions>,
  artifacts,
  store: { at: true, key: true, answers: true } satisfies OptionNames<StoreOptions>,
  sandboxes: { systemPaths: true, environment: true, wasm } satisfies OptionNames<SandboxOptions>,
  limits: { callsPerSession: true, callsInAll: true, queueMs: true } satisfies OptionNames<GateOptions["limits"]>
} satisfies OptionNames<GateOptions>

/** The options of `createToolgate`. */
export const toolgateOptions = { workspace: true, ...gateOptions, logger: true } satisfies OptionNames<ToolgateOptions>

const text: OptionCheck = (given, path) =>
  typeof given === "string" ? undefined : `option "${path}" has to be a string.`

const number: OptionCheck = (given, path) =>
  typeof given === "number" ? undefined : `option "${path}" has to be a number.`

const skills: OptionCheck = (given, path) =>
  Array.isArray(given) && given.every((name) => typeof name === "string")
    ? undefined
    : `option "${path}" has to be a list of names of skills, as in ["code-review"].`

/** Returns the names of options with a check of the skills that a gate has. */
export const withSkills = <Names extends { readonly skills: OptionCheck }>(
  names: Names,
  fault: (given: ReadonlyArray<string>) => string | undefined
): Names => ({
  ...names,
  skills: (given: unknown, path: string) => skills(given, path) ?? fault(given as ReadonlyArray<string>)
})

const askerNames = {
  session: text,
  agent: text,
  role: text,
  task: text,
  onBehalfOf: text,
  readOnly: true,
  noWeb: true,
  skills
} as const

/** The options of `tools.list` and `canUseTool`. */
export const askerOptions = { ...askerNames, caller: true } satisfies OptionNames<AskerOptions>

const processLimits = { wallMs: true, cpuMs: true, memoryBytes: true, processes: true } satisfies OptionNames<
  RunnerOptions["processLimits"]
>

const bound: OptionCheck = (given, path) =>
  given === "unlimited" || (typeof given === "number" && given >= 0)
    ? undefined
    : `option "${path}" has to be a number of at least 0, or "unlimited".`

const limitNames = {
  wallMs: bound,
  cpuMs: bound,
  memoryBytes: bound,
  processes: bound,
  outputBytes: bound,
  memoryShare: bound,
  chainCalls: bound,
  chainCallMs: bound,
  chainMs: bound,
  chainInlineBytes: bound
} satisfies OptionNames<ResourceLimits>

const limits: OptionCheck = (given, path) =>
  typeof given === "object" && given !== null && !Array.isArray(given)
    ? unknownOption(given, limitNames, `${path}.`)
    : `option "${path}" has to be an object of limits, as in { wallMs: 10_000 }.`

const defer: OptionCheck = (given, path) => {
  if (typeof given === "boolean") return undefined
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return `option "${path}" has to be true, or an object as in { expiresMs: 3_600_000 }.`
  const { expiresMs = 1, joinsEarlier } = given as { readonly expiresMs?: unknown; readonly joinsEarlier?: unknown }
  if (!(typeof expiresMs === "number" && expiresMs > 0 && Number.isFinite(expiresMs)))
    return `option "${path}.expiresMs" has to be a finite number of milliseconds more than 0.`
  return joinsEarlier === undefined || joinsEarlier === "session"
    ? unknownOption(given, { expiresMs: true, joinsEarlier: true }, `${path}.`)
    : `option "${path}.joinsEarlier" has to be "session", or left out.`
}

const ofOneCall = {
  turn: text,
  signal: true,
  timeoutMs: number,
  onEvent: true,
  onOutput: true,
  ask: true,
  defer
} as const

/** The options of `resume`. */
export const resumeOptions = {
  signal: true,
  timeoutMs: number,
  onEvent: true,
  onOutput: true,
  ask: true
} satisfies OptionNames<ResumeOptions>

/** The options of `dispatch`. */
export const callOptions = {
  ...askerNames,
  ...ofOneCall,
  limits
} satisfies OptionNames<CallOptions>

/** The options of `judge`. */
export const judgeOptions = { ...askerNames, turn: text, limits } satisfies OptionNames<JudgeOptions>

/** The options of `observe`. */
export const observeOptions = {
  session: text,
  turn: text,
  agent: text,
  role: text,
  task: text,
  onBehalfOf: text
} satisfies OptionNames<ObserveOptions>

/** The options of `dispatchAll`. */
export const batchOptions = { ...callOptions, concurrency: true } satisfies OptionNames<CallOptions & BatchOptions>

const ofTurn = {
  mode: (given, path) =>
    given === "auto" || given === "parallel" || given === "sequential"
      ? undefined
      : `option "${path}" has to be "auto", "parallel" or "sequential".`,
  parallelMutations: (given, path) =>
    typeof given === "boolean" ? undefined : `option "${path}" has to be true or false.`
} satisfies OptionNames<TurnOptions>

/** The options of `dispatchTurn`. */
export const turnOptions = { ...callOptions, ...ofTurn } satisfies OptionNames<CallOptions & TurnOptions>

const { session: _session, ...principalNames } = askerNames

/** The options of `session`. */
export const sessionOptions = {
  id: true,
  ...principalNames,
  limits,
  workspace: true
} satisfies OptionNames<SessionOptions>

/** The options of a session's `dispatch`. */
export const sessionCallOptions = ofOneCall satisfies OptionNames<SessionCallOptions>

/** The options of a session's `judge`. */
export const sessionJudgeOptions = { turn: text } satisfies OptionNames<Pick<JudgeOptions, "turn">>

/** The options of a session's `dispatchAll`. */
export const sessionBatchOptions = { ...sessionCallOptions, concurrency: true } satisfies OptionNames<
  SessionCallOptions & BatchOptions
>

/** The options of a session's `dispatchTurn`. */
export const sessionTurnOptions = { ...sessionCallOptions, ...ofTurn } satisfies OptionNames<
  SessionCallOptions & TurnOptions
>

/** The options of `startRunner`. */
export const runnerOptions = {
  command: true,
  confinement: { files: { path: true, mode: true }, network: true } satisfies OptionNames<
    Exclude<RunnerConfinement, string>
  >,
  ...askerNames,
  limits,
  defer,
  processLimits,
  env: true,
  environment: true,
  channel: true,
  input: true,
  restart: { onFailure: true, delayMs: true, maxDelayMs: true } satisfies OptionNames<Exclude<RestartPolicy, string>>,
  bounds: {
    callsInFlight: true,
    callBytes: true,
    unreadBytes: true,
    children: true,
    generations: true,
    shutdownMs: true,
    terminateMs: true
  } satisfies OptionNames<RunnerBounds>,
  signal: true,
  onEvent: true,
  onOutput: true
} satisfies OptionNames<RunnerOptions>
