import type { PolicyConfig } from "@toolgate/policy"
import { type PolicyInvalid, policyInvalid } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import { LineCounter } from "yaml"
import { Problems } from "../yaml/Problems.ts"
import { Reading } from "../yaml/Reading.ts"
import { yamlDocument } from "../yaml/yamlDocument.ts"
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

/** The longest text that is read, in UTF-16 units. */
export const longestPolicy = 4 * 1024 * 1024

/**
 * Reads a policy from YAML or JSON text, or fails with everything that is wrong with it. `name` stands for the file in every
 * source. Does no I/O: links in paths are not followed.
 */
export const parsePolicy = (
  text: string,
  name: string,
  options: ParseOptions = {}
): Effect.Effect<PolicyConfig, PolicyInvalid> =>
  Effect.suspend(() => {
    const problems = new Problems()
    const lines = new LineCounter()
    const { home, platform = process.platform, known } = options
    const reading = new Reading({ name, home, platform, isFirst: known === undefined, problems, lines })
    const config = read(text.startsWith("\ufeff") ? text.slice(1) : text, reading, lines, problems, known ?? none)
    if (config !== undefined && !problems.any) return Effect.succeed({ name, ...config })
    const first = problems.first.map(({ at, message }) => ({ source: reading.source(at), message }))
    return Effect.fail(policyInvalid(first, problems.more))
  })

const none: KnownNames = { groups: new Set(), roles: new Set() }

const read = (
  text: string,
  reading: Reading,
  lines: LineCounter,
  problems: Problems,
  known: KnownNames
): Omit<PolicyConfig, "name"> | undefined => {
  if (text.length > longestPolicy) {
    lines.addNewLine(0)
    return reading.fault(0, () => "the text is longer than 4 MiB; cut the policy into several files")
  }
  const root = yamlDocument(text, lines, problems)
  if (root === undefined) return undefined
  const config = policyShape.read({ at: root.at, label: "the policy", node: root }, reading)
  checkNames(root, reading, known)
  return config
}

/** What the files so far define, for the next one. */
export const namesIn = (configs: ReadonlyArray<Pick<PolicyConfig, "groups" | "layers">>): KnownNames => ({
  groups: new Set(configs.flatMap(({ groups }) => [...groups.keys()])),
  roles: new Set(configs.flatMap(({ layers }) => [...(layers.roles?.keys() ?? [])]))
})
