import type { FileAuditLog } from "@toolgate/audit"
import type { TurnOptions } from "@toolgate/chain/turn"
import type { ResourceLimits, WasmOptions } from "@toolgate/core"
import type { BatchOptions } from "@toolgate/dispatch"
import type { RestartPolicy, RunnerBounds } from "@toolgate/supervisor"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type { AgentOptions } from "./AgentOptions.ts"
import type { ArtifactsOptions } from "./ArtifactsOptions.ts"
import type { JudgeOptions } from "./CallJudgement.ts"
import type { AskerOptions, CallOptions, ObserveOptions } from "./CallOptions.ts"
import { is, type OptionCheck, type OptionNames, record, recordOf, required } from "./checkOptions.ts"
import type { SandboxOptions } from "./makeSandboxes.ts"
import type { PolicyFiles } from "./PolicyFiles.ts"
import type { PinsChoice } from "./pinsChoice.ts"
import type { PluginsOptions } from "./pluginsChoice.ts"
import type { RunnerConfinement, RunnerOptions } from "./RunnerOptions.ts"
import type { ResumeOptions } from "./resumeCall.ts"
import type { SessionCallOptions, SessionOptions } from "./SessionOptions.ts"
import type { StoreOptions } from "./storeChoice.ts"
import type { GateOptions, ToolgateOptions } from "./ToolgateOptions.ts"

const isText = (given: unknown): given is string => typeof given === "string"
const isPath = (given: unknown): boolean => isText(given) && given !== ""
const isListOf =
  (isOne: (given: unknown) => boolean) =>
  (given: unknown): boolean =>
    Array.isArray(given) && given.every(isOne)
const isWhole =
  (least: number) =>
  (given: unknown): boolean =>
    Number.isSafeInteger(given) && (given as number) >= least

const text = is("a string", isText)
const number = is("a number", (given) => typeof given === "number")
const folder = is("the path of a folder", isPath)
const paths = is("the path of a file, or a list of such paths", (given) => isPath(given) || isListOf(isPath)(given))
const atLeast = (least: number) => is(`a whole number of at least ${least}`, isWhole(least))
const onlyWord = (word: string) => is(`"${word}", or left out`, (given) => given === word)

const plugins = record(
  'the path of a folder, or an object as in { folders: ["plugins"] }',
  {
    folders: required(is("a list of paths of folders", isListOf(isPath))),
    settings: folder,
    state: folder,
    watch: true
  } satisfies OptionNames<PluginsOptions>,
  isPath
)

const isRuleOfPins = (given: unknown): boolean => given === "approved" || given === "first-use"

const pins = {
  app: is('"approved" or "first-use", or "off"', (given) => given === "off" || isRuleOfPins(given)),
  owners: recordOf(
    'an object of rules, as in { "my-server": "first-use" }',
    is('"approved" or "first-use"', isRuleOfPins)
  ),
  reviewWith: true
} satisfies OptionNames<PinsChoice>

const confinement = { files: { path: true, mode: true }, network: true } satisfies OptionNames<
  Exclude<RunnerConfinement, string>
>

const command = is(
  "a list of strings: the program, then its arguments",
  (given) => isListOf(isText)(given) && (given as ReadonlyArray<string>).length > 0
)

const agents = recordOf(
  'an object of agents, as in { reviewer: { command: ["python3", "reviewer.py"] } }',
  record("an object of options", {
    command: required(command),
    policy: true,
    workspace: true,
    confinement,
    env: true
  } satisfies OptionNames<AgentOptions>)
)

const artifacts = record(
  'the path of a folder, or an object as in { in: "store" }',
  {
    folder,
    in: onlyWord("store"),
    inlineBytes: is(
      'a whole number of at least 4096, or "unlimited"',
      (given) => given === "unlimited" || isWhole(4096)(given)
    ),
    quotaBytes: atLeast(0),
    totalBytes: atLeast(0),
    ttlMs: atLeast(1)
  } satisfies OptionNames<ArtifactsOptions>,
  isPath
)

const placeOfStore = is('the place of a store, as in "approvals.sqlite" or "postgres://ada@localhost/gate"', isText)

const wasm = {
  pool: { spares: true, most: true, idleMs: true } satisfies OptionNames<WasmOptions["pool"]>,
  memoryBytes: true,
  module: { moduleBytes: true, tableEntries: true } satisfies OptionNames<WasmOptions["module"]>,
  files: { bytes: true, entries: true } satisfies OptionNames<WasmOptions["files"]>
} satisfies OptionNames<WasmOptions>

/** The options of a gate. The engine checks hooks, because they may be app objects with other members. */
export const gateOptions = {
  policy: {
    files: true,
    narrowedBy: true,
    narrowing: true,
    judges: true,
    cascade: onlyWord("refused")
  } satisfies OptionNames<PolicyFiles>,
  tools: true,
  catalogue: paths,
  plugins,
  pins,
  onAsk: is('a function that asks a person, or "wait"', (given) => given === "wait" || typeof given === "function"),
  approvalTimeoutMs: true,
  questionsPerAgent: true,
  sessionAnswers: true,
  review: folder,
  settings: paths,
  hidden: paths,
  approvals: is("a layer that provides Approvals", Layer.isLayer),
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
  store: record(
    `${placeOfStore.type}, or { at, key } with a reference to its key`,
    { at: required(placeOfStore), key: text, answers: true } satisfies OptionNames<StoreOptions>,
    isText
  ),
  sandboxes: { systemPaths: true, environment: true, wasm } satisfies OptionNames<SandboxOptions>,
  limits: { callsPerSession: true, callsInAll: true, queueMs: true } satisfies OptionNames<GateOptions["limits"]>
} satisfies OptionNames<GateOptions>

/** The options of `createToolgate`. */
export const toolgateOptions = { workspace: true, ...gateOptions, logger: true } satisfies OptionNames<ToolgateOptions>

const skills = is('a list of names of skills, as in ["code-review"]', isListOf(isText))

/** Adds a check that named skills exist. */
export const withSkills = <Names extends { readonly skills: OptionCheck }>(
  names: Names,
  fault: (given: ReadonlyArray<string>) => string | undefined
): Names => ({
  ...names,
  skills: (given: unknown, path: string) => skills(given, path) ?? fault(given as ReadonlyArray<string>)
})

const principal = {
  agent: text,
  role: text,
  task: text,
  onBehalfOf: text,
  readOnly: true,
  noWeb: true,
  skills
} as const

const asker = { session: text, ...principal } as const

/** The options of `tools.list` and `canUseTool`. */
export const askerOptions = { ...asker, caller: true } satisfies OptionNames<AskerOptions>

const bound = is(
  'a number of at least 0, or "unlimited"',
  (given) => given === "unlimited" || (typeof given === "number" && given >= 0)
)

const limits = record("an object of limits, as in { wallMs: 10_000 }", {
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
} satisfies OptionNames<ResourceLimits>)

const defer = record(
  "true, or an object as in { expiresMs: 3_600_000 }",
  {
    expiresMs: is(
      "a finite number of milliseconds more than 0",
      (given) => typeof given === "number" && given > 0 && Number.isFinite(given)
    ),
    joinsEarlier: onlyWord("session")
  } satisfies OptionNames<Exclude<CallOptions["defer"], boolean>>,
  Predicate.isBoolean
)

/** The options of `resume`. */
export const resumeOptions = {
  signal: true,
  timeoutMs: number,
  onEvent: true,
  onOutput: true,
  ask: true,
  traceparent: true
} satisfies OptionNames<ResumeOptions>

/** The options of a session's `dispatch`. */
export const sessionCallOptions = { turn: text, ...resumeOptions, defer } satisfies OptionNames<SessionCallOptions>

/** The options of `dispatch`. */
export const callOptions = { ...asker, ...sessionCallOptions, limits } satisfies OptionNames<CallOptions>

/** The options of `judge`. */
export const judgeOptions = { ...asker, turn: text, limits } satisfies OptionNames<JudgeOptions>

/** The options of `observe`. */
export const observeOptions = {
  session: text,
  turn: text,
  agent: text,
  role: text,
  task: text,
  onBehalfOf: text
} satisfies OptionNames<ObserveOptions>

const ofBatch = { concurrency: true } satisfies OptionNames<BatchOptions>

const ofTurn = {
  mode: is('"auto", "parallel" or "sequential"', (given) =>
    ["auto", "parallel", "sequential"].some((mode) => mode === given)
  ),
  parallelMutations: is("true or false", Predicate.isBoolean)
} satisfies OptionNames<TurnOptions>

/** The options of `dispatchAll`. */
export const batchOptions = { ...callOptions, ...ofBatch }

/** The options of `dispatchTurn`. */
export const turnOptions = { ...callOptions, ...ofTurn }

/** The options of `session`. */
export const sessionOptions = { id: true, ...principal, limits, workspace: true } satisfies OptionNames<SessionOptions>

/** The options of a session's `judge`. */
export const sessionJudgeOptions = { turn: text } satisfies OptionNames<Pick<JudgeOptions, "turn">>

/** The options of a session's `dispatchAll`. */
export const sessionBatchOptions = { ...sessionCallOptions, ...ofBatch }

/** The options of a session's `dispatchTurn`. */
export const sessionTurnOptions = { ...sessionCallOptions, ...ofTurn }

/** The options of `startRunner`. */
export const runnerOptions = {
  command: true,
  confinement,
  ...asker,
  limits,
  defer,
  processLimits: { wallMs: true, cpuMs: true, memoryBytes: true, processes: true } satisfies OptionNames<
    RunnerOptions["processLimits"]
  >,
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
