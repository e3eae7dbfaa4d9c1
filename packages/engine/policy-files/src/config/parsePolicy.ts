import { makePolicyInvalid, type PolicyConfig, type PolicyInvalid } from "@toolgate/policy"
import { FileReading, readYaml } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import { checkNames, type KnownNames } from "./checkNames.ts"
import { policyShape } from "./policyShape.ts"

/** The options of `parsePolicy`. */
export interface ParseOptions {
  /** The absolute path that `~/` stands for. Absent: a path that begins with `~/` is an error. */
  readonly home?: string | undefined
  /** The platform that decides the form of absolute paths. Absent: this machine's. */
  readonly platform?: NodeJS.Platform
  /** The names that earlier files define. Absent: this is the first file, so missing keys get their defaults. */
  readonly known?: KnownNames | undefined
}

/**
 * Parses a policy from YAML or JSON text, or fails with every problem of the text. `name` stands for the file in every
 * source. Does no I/O: links in paths are not followed.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import * as Effect from "effect/Effect"
 *
 * const { rules } = Effect.runSync(parsePolicy("version: 1\nrules: { deny: [shell] }", "toolgate.yaml"))
 * assert.deepEqual(rules.deny[0]?.source, "toolgate.yaml:2:17")
 * const { problems } = Effect.runSync(Effect.flip(parsePolicy("version: 1\nrule: {}", "toolgate.yaml")))
 * assert.match(problems[0]?.message ?? "", /did you mean "rules"\?$/)
 * ```
 */
export const parsePolicy = (
  text: string,
  name: string,
  { home, platform, known }: ParseOptions = {}
): Effect.Effect<PolicyConfig, PolicyInvalid> =>
  Effect.suspend(() => {
    const isFirst = known === undefined
    const reading = new FileReading({ name, what: "policy", least: "version: 1", home, platform, isFirst })
    const config = readYaml(text, policyShape, reading, (root) => checkNames(root, reading, known ?? none))
    if (config !== undefined) return Effect.succeed({ name, ...config })
    const { problems = [], more = 0 } = reading.faults ?? {}
    return Effect.fail(makePolicyInvalid(problems, more))
  })

const none: KnownNames = { groups: new Set(), roles: new Set() }

/**
 * Collects the names that the files so far define, for the next file.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { collectNames, parsePolicy } from "@toolgate/policy-files"
 * import * as Effect from "effect/Effect"
 *
 * const team = Effect.runSync(parsePolicy("version: 1\ngroups: { building: [shell] }", "team.yaml"))
 * const known = collectNames([team])
 * // The next file may use the group.
 * const text = 'version: 1\nrules: { deny: ["group:building"] }'
 * const project = Effect.runSync(parsePolicy(text, "toolgate.yaml", { known }))
 * assert.equal(project.rules.deny.length, 1)
 * ```
 */
export const collectNames = (configs: ReadonlyArray<Pick<PolicyConfig, "groups" | "layers">>): KnownNames => ({
  groups: new Set(configs.flatMap(({ groups }) => [...groups.keys()])),
  roles: new Set(configs.flatMap(({ layers }) => [...(layers.roles?.keys() ?? [])]))
})
