import { type PolicyConfig, type PolicyInvalid, policyInvalid } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import { Reading } from "../yaml/Reading.ts"
import { readYaml } from "../yaml/readYaml.ts"
import { checkNames, type KnownNames } from "./checkNames.ts"
import { policyShape } from "./policyShape.ts"

export interface ParseOptions {
  /** Absolute: what `~/` stands for. Without it, a path that begins so is an error. */
  readonly home?: string | undefined
  /** How absolute paths look. Absent: as on this machine. */
  readonly platform?: NodeJS.Platform
  /** What earlier files define. Absent: this is the first file, and what it leaves out has its defaults. */
  readonly known?: KnownNames | undefined
}

/**
 * Reads a policy from YAML or JSON text, or fails with everything that is wrong with it. `name` stands for the file in every
 * source. Does no I/O: links in paths are not followed.
 */
export const parsePolicy = (
  text: string,
  name: string,
  { home, platform, known }: ParseOptions = {}
): Effect.Effect<PolicyConfig, PolicyInvalid> =>
  Effect.suspend(() => {
    const isFirst = known === undefined
    const reading = new Reading({ name, what: "policy", least: "version: 1", home, platform, isFirst })
    const config = readYaml(text, policyShape, reading, (root) => checkNames(root, reading, known ?? none))
    if (config !== undefined) return Effect.succeed({ name, ...config })
    const { problems = [], more = 0 } = reading.faults ?? {}
    return Effect.fail(policyInvalid(problems, more))
  })

const none: KnownNames = { groups: new Set(), roles: new Set() }

/** What the files so far define, for the next one. */
export const namesIn = (configs: ReadonlyArray<Pick<PolicyConfig, "groups" | "layers">>): KnownNames => ({
  groups: new Set(configs.flatMap(({ groups }) => [...groups.keys()])),
  roles: new Set(configs.flatMap(({ layers }) => [...(layers.roles?.keys() ?? [])]))
})
