import { quoted, type ResourceLimits } from "@toolgate/core"
import { FileReading, type YamlScalar } from "@toolgate/yaml-reading"
import { limits } from "./limits.ts"

/**
 * Parses a limit from the command line, such as `wall_time=30s`: a key and a value of `limits` in a policy file. If
 * the text is invalid, returns the problem, in lower case and without a full stop.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { parseLimit } from "@toolgate/policy-files"
 *
 * assert.deepEqual(parseLimit("wall_time=30s"), { wallMs: 30_000 })
 * // An invalid text returns the problem.
 * assert.equal(typeof parseLimit("wall_time=soon"), "string")
 * ```
 */
export const parseLimit = (text: string): Partial<ResourceLimits> | string => {
  const [, key, value] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  if (key === undefined || value === undefined)
    return `${quoted(text)} is not a limit; write a key and a value, as in "wall_time=30s"`
  const reading = new FileReading({ name: "", what: "limit", least: "wall_time=30s" })
  const entries = [{ key, at: 0, end: 1, value: scalarOf(value) }]
  const read = limits.read({ at: 0, label: "the limit", node: { kind: "map", at: 0, entries, repeated: [] } }, reading)
  return read ?? reading.faults?.problems[0]?.message ?? `${quoted(text)} is not a limit`
}

/** Returns the value that the unquoted text would have in a YAML file. */
const scalarOf = (text: string): YamlScalar => ({
  kind: "scalar",
  at: 0,
  value: text === "" ? null : /^-?\d+$/.test(text) ? Number(text) : text,
  plain: text
})
