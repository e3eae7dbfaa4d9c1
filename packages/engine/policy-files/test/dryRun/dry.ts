import { builtins, shell } from "@toolgate/builtins"
import { type ResolvedPath, ToolRegistry } from "@toolgate/core"
import { defaultConfig, type PolicyConfig } from "@toolgate/policy"
import { MapToolRegistry, validator } from "@toolgate/registry"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type DryAnswer, DryRun, parsePolicy } from "../../src/index.ts"

/**
 * Returns the configurations of these texts, named "1.yaml", "2.yaml" and so on. A later configuration may use what an
 * earlier one defines.
 */
export const configsOf = (...texts: ReadonlyArray<string>): ReadonlyArray<PolicyConfig> =>
  texts.map((text, i) =>
    Effect.runSync(
      parsePolicy(text, `${i + 1}.yaml`, {
        home: "/home/me",
        platform: "linux",
        ...(i === 0 ? {} : { known: { groups: new Set(), roles: new Set() } })
      })
    )
  )

/** The real registry, in which a dry run can look up tools but register none. */
const registry = Layer.effect(
  ToolRegistry,
  Effect.map(ToolRegistry, (given) => {
    const no = () => Effect.die(new Error("A dry run changes no tools."))
    return { ...given, add: no, replace: no, remove: no }
  })
).pipe(Layer.provide(MapToolRegistry.layer([...builtins({ withHostTools: true }), shell])))

export const ports = Layer.mergeAll(registry, WorkspaceResources.layer)

/** Returns a dry run over the real ports, in a workspace that need not exist. */
export const dryRunOf = (configs: ReadonlyArray<PolicyConfig>): Promise<DryRun.DryRun> =>
  Effect.flatMap(validator, (given) =>
    DryRun.make({ configs, workspace: "/nowhere/project" as ResolvedPath, validator: given })
  ).pipe(Effect.provide(ports), Effect.runPromise)

/** Returns the answers of a policy with these texts to requests, each of which is JSON text. */
export const answersOf = async (texts: ReadonlyArray<string>, ...requests: ReadonlyArray<string>) => {
  const dryRun = await dryRunOf(configsOf(...texts))
  return Effect.runPromise(Effect.forEach(requests, (json, i) => dryRun.check(json, `in:${i + 1}`)))
}

const defaultSource = defaultConfig.confirmation?.default.READ.source

/** Returns an answer in short: the decision and its reason, or the mistake in the request. */
export const shortly = (answer: DryAnswer) => {
  if (answer._tag === "Stopped") {
    const { layer, rule, source } = answer.because
    return `deny by ${layer} "${rule}" at ${source}: ${answer.refused.message}`
  }
  const { decision, because } = answer.verdict
  const place = because.layer === "confirmation" && because.source === defaultSource ? "the defaults" : because.source
  return `${decision} by ${because.layer} "${because.rule}" at ${place}`
}
