import { applyPatch, builtins, deleteFile, insertText, moveFile, multiEdit, shell } from "@toolgate/builtins"
import type { Catalogue } from "@toolgate/catalogue"
import {
  type Approvals,
  type QuotaStore,
  quoted,
  type Resources,
  type RuntimePolicy,
  type Sandboxes,
  type ToolRegistrationError,
  ToolRegistry
} from "@toolgate/core"
import { DefaultPolicy, FlatPolicy, makePolicyInvalid, type PolicyInvalid, ReplaceablePolicy } from "@toolgate/policy"
import { describeProgramFaults, findPolicy, listPathSteps, listPolicyFiles, loadPolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { type AgentsChoice, listAgentPolicies, makeAgentJudges } from "./agentsChoice.ts"
import { exchangeTools } from "./exchangeTools.ts"
import { GatePolicy, type LoadedPolicy, type PolicyDraft } from "./GatePolicy.ts"
import { GateSources } from "./GateSources.ts"
import type { PolicyFiles } from "./PolicyFiles.ts"
import { readCatalogueAgain } from "./readCatalogueAgain.ts"
import { reportUnknownTools } from "./reportUnknownTools.ts"
import { ChosenSkills } from "./skillsChoice.ts"

/** Paths that a gate protects from calls. */
export interface KeptPaths {
  /** Paths of the record and of rules under review. No call may change them. */
  readonly files: ReadonlyArray<string>
  /** Returns the files of the store. Calls may neither read nor change them. */
  readonly store: () => Promise<ReadonlyArray<string>>
}

/**
 * Makes the layer of a file policy, narrowed by the gate's catalogues. Under it, no call can change the policy files, the catalogue files,
 * the `kept` paths, or a link to any of them. Without `files`, the user's policy file is used if it exists. Each agent's policy narrows
 * what that agent may do.
 */
export const makeFilePolicy = (
  { files: named, narrowedBy, narrowing = [], judges = [], cascade }: Partial<PolicyFiles>,
  kept: KeptPaths,
  agents: AgentsChoice
): Layer.Layer<
  RuntimePolicy | GatePolicy,
  PolicyInvalid,
  Approvals | ChosenSkills | GateSources | QuotaStore | Resources | Sandboxes | ToolRegistry
> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const registry = yield* ToolRegistry
      const { list, has } = registry
      const sources = yield* GateSources
      const { folders } = yield* ChosenSkills
      const ports = yield* Effect.context<Resources | Sandboxes | ToolRegistry>()
      // Included even if the app has no built-in tools: a rule that hides a file from `read_file` hides it from every tool.
      const alsoKnown = [...builtInTools, ...(sources.plugins?.tools ?? [])].filter(
        ({ name, aliases }) => ![name, ...aliases].some(has)
      )
      const secrets = listPathSteps(yield* Effect.promise(kept.store))
      const load = Effect.fnUntraced(function* (catalogues: ReadonlyArray<GateCatalogue>) {
        // The user's own policy may have been added or removed.
        const paths = named ?? [findPolicy()].filter((path) => path !== undefined)
        const read = narrowedBy === undefined ? paths : [...paths, narrowedBy]
        const loaded = yield* loadPolicy(paths, { narrowedBy })
        const ofCatalogues = catalogues.flatMap((one) => one.narrowing)
        const further = [...narrowing, ...ofCatalogues].map((config) => ({ ...config, onlyNarrows: true }))
        const configs = [...loaded, ...further]
        const files = listPolicyFiles(
          [
            ...read,
            ...listAgentPolicies(agents),
            ...kept.files,
            ...sources.files,
            ...catalogues.flatMap((one) => one.files),
            ...folders
          ],
          configs
        )
        const ofAgents = yield* makeAgentJudges(agents, [...list(), ...alsoKnown]).pipe(Effect.provide(ports))
        const options = { configs, judges: [...judges, ...ofAgents], files, secrets }
        return { files: read, configs: loaded, options } satisfies LoadedPolicy
      })
      /** Loads a draft in the place of a file in force. */
      const loadDraft = Effect.fnUntraced(function* ({ text, file }: PolicyDraft) {
        const { files, configs, options } = inForce
        const own = files.filter((path) => path !== narrowedBy)
        const name = file ?? own.at(-1) ?? draftName
        if (own.length > 0 && !own.includes(name))
          return yield* makePolicyInvalid([{ source: name, message: "this file is not one of the policy in force" }])
        const loaded = yield* loadPolicy(own.length > 0 ? own : [draftName], {
          narrowedBy,
          texts: new Map([[name, text]]),
          programs: new Set(configs.flatMap(({ programs }) => programs?.folder ?? []))
        })
        const further = options.configs.slice(configs.length)
        return {
          files,
          configs: loaded,
          options: { ...options, configs: [...loaded, ...further] }
        } satisfies LoadedPolicy
      })
      const report = Effect.fnUntraced(function* ({ options: { configs } }: LoadedPolicy) {
        yield* reportUnknownTools(configs, [...list(), ...alsoKnown])
        for (const fault of describeProgramFaults(configs)) yield* Effect.logWarning(fault)
      })
      let catalogue: GateCatalogue = sources
      let inForce: LoadedPolicy = yield* load([catalogue])
      yield* report(inForce)
      const one = yield* Semaphore.make(1)
      const service = Effect.map(ReplaceablePolicy, ({ replace, digest, addLayers }): GatePolicy["Service"] => {
        const unrecorded = (policy: LoadedPolicy) => replace(policy.options, () => Effect.void)
        /** Puts the tools of another catalogue in place, and then runs `take`. If that fails, the earlier catalogue comes back. */
        const exchangeCatalogue = <E>(read: GateCatalogue, take: Effect.Effect<LoadedPolicy, E>) =>
          Effect.gen(function* () {
            // Neither an old tool nor a new one is ever without its permissions.
            yield* unrecorded(yield* load([catalogue, read]))
            const goBack = Effect.ignore(Effect.suspend(() => unrecorded(inForce)))
            const undo = yield* exchangeTools(registry, catalogue.tools, read.tools).pipe(
              Effect.mapError(describeRefusal),
              Effect.tapError(() => goBack)
            )
            return yield* Effect.tapError(take, () => Effect.andThen(undo, goBack))
          })
        return {
          inForce: () => inForce,
          digest,
          addLayers,
          ports,
          loadDraft,
          reload: (record) =>
            Effect.gen(function* () {
              const before = digest()
              const { readAgain } = sources
              const read = readAgain === undefined ? catalogue : yield* readCatalogueAgain(readAgain)
              const take = Effect.gen(function* () {
                const next = yield* load([read])
                yield* replace(next.options, (digest) => record({ digest, before, files: next.files }))
                return next
              })
              inForce = yield* read === catalogue ? take : exchangeCatalogue(read, take)
              catalogue = read
              yield* report(inForce)
              return { digest: digest(), before, files: inForce.files }
            }).pipe(Effect.uninterruptible, one.withPermits(1))
        }
      })
      const policy = cascade === "refused" ? FlatPolicy : DefaultPolicy
      return Layer.provideMerge(Layer.effect(GatePolicy, service), policy.layer({ ...inForce.options, alsoKnown }))
    })
  )

type GateCatalogue = Pick<Catalogue, "tools" | "narrowing" | "files">

const describeRefusal = ({ tool, message }: ToolRegistrationError): PolicyInvalid =>
  makePolicyInvalid([{ source: `the tool ${quoted(tool)}`, message: message.replace(/\.$/, "") }])

/** The name of a draft if no policy file is in force. */
const draftName = "draft"

const builtInTools = [
  ...builtins({ withHostTools: true }),
  applyPatch,
  insertText,
  deleteFile,
  moveFile,
  multiEdit,
  shell
]
