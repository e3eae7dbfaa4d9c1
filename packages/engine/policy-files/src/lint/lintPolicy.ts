import type { ToolDefinition } from "@toolgate/core"
import { collectPrograms, type Installed, type PolicyConfig } from "@toolgate/policy"
import { withPrograms } from "@toolgate/shell"
import { getHomeFolder } from "../config/getHomeFolder.ts"
import { prepareLint } from "./Linted.ts"
import type { LintCode, LintFinding } from "./LintFinding.ts"
import { lintAddedFolders } from "./lintAddedFolders.ts"
import { lintDisjointRoles } from "./lintDisjointRoles.ts"
import { lintEvadableDenies } from "./lintEvadableDenies.ts"
import { lintHarmlessVariables } from "./lintHarmlessVariables.ts"
import { lintInvalidRules } from "./lintInvalidRules.ts"
import { lintMissingTests } from "./lintMissingTests.ts"
import { lintNeverMatching } from "./lintNeverMatching.ts"
import { lintOwnPrograms } from "./lintOwnPrograms.ts"
import { lintRepeatedNames } from "./lintRepeatedNames.ts"
import { lintRiskyAllows } from "./lintRiskyAllows.ts"
import { lintRoutes } from "./lintRoutes.ts"
import { lintSettings } from "./lintSettings.ts"
import { lintShadowedRules } from "./lintShadowedRules.ts"
import { lintUncomparedWrites } from "./lintUncomparedWrites.ts"
import { lintUnconfinedTools } from "./lintUnconfinedTools.ts"
import { lintUnknownCategories } from "./lintUnknownCategories.ts"
import { lintUnknownPrograms } from "./lintUnknownPrograms.ts"
import { lintUnknownTools } from "./lintUnknownTools.ts"
import { lintUnusualPaths } from "./lintUnusualPaths.ts"
import { lintVariables } from "./lintVariables.ts"

/** The options of `lintPolicy`. */
export interface LintOptions {
  /** The installed sandboxes. Absent: routing is not checked. */
  readonly installed?: Installed
  /** The findings of `lintCommands` about the same policy. */
  readonly commands?: ReadonlyArray<LintFinding>
  /** Whether every warning becomes an error. */
  readonly strict?: boolean
  /** The home folder. Absent: the home folder from the system's user database. */
  readonly home?: string | undefined
}

/**
 * Lints a policy, and returns the findings in the order of the files and of their text. The configurations go from the
 * widest to the narrowest. Uncertain findings are left out.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { lintPolicy, parsePolicy } from "@toolgate/policy-files"
 * import * as Effect from "effect/Effect"
 * import { builtins } from "toolgate"
 *
 * const config = Effect.runSync(parsePolicy("version: 1\nrules: { deny: [write_fil] }", "toolgate.yaml"))
 * const [finding] = lintPolicy([config], builtins())
 * assert.deepEqual([finding?.code, finding?.source], ["unknown-tool", "toolgate.yaml:2:17"])
 * ```
 */
export const lintPolicy = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<ToolDefinition>,
  options: LintOptions = {}
): ReadonlyArray<LintFinding> => {
  const { installed, home = getHomeFolder(), strict = false } = options
  const linted = prepareLint(configs, tools, { installed, home })
  const names = configs.map(({ name }) => name)
  const places = new Map<LintFinding, FilePosition>()
  const programs = collectPrograms(configs, configs.length - 1)
  const checked = withPrograms(programs, () => checks.flatMap((check) => check(linted)))
  const found = [...checked, ...(options.commands ?? [])]
  const idle = new Set(found.flatMap(({ code, source }) => (idles.has(code) ? [source] : [])))
  for (const finding of found)
    if (!(effects.has(finding.code) && idle.has(finding.source))) places.set(finding, placeOf(finding.source, names))
  return [...places]
    .sort(([, one], [, other]) => comparePlaces(one, other))
    .map(([finding]) => (strict && finding.level === "warning" ? { ...finding, level: "error" } : finding))
}

const checks = [
  lintInvalidRules,
  lintUnknownTools,
  lintUnknownCategories,
  lintNeverMatching,
  lintDisjointRoles,
  lintShadowedRules,
  lintRepeatedNames,
  lintRiskyAllows,
  lintEvadableDenies,
  lintUncomparedWrites,
  lintUnknownPrograms,
  lintRoutes,
  lintUnusualPaths,
  lintUnconfinedTools,
  lintVariables,
  lintHarmlessVariables,
  lintAddedFolders,
  lintSettings,
  lintOwnPrograms,
  lintMissingTests
]

// Other findings about a rule that never applies would be noise.
const idles: ReadonlySet<LintCode> = new Set(["invalid-rule", "never-matches", "shadowed", "duplicate"])
const effects: ReadonlySet<LintCode> = new Set(["risky-allow", "evadable-deny"])

type FilePosition = readonly [file: number, line: number, column: number]

const placeOf = (source: string, names: ReadonlyArray<string>): FilePosition => {
  const [, name = source, line = "Infinity", column = "0"] = /^(.*):(\d+):(\d+)$/s.exec(source) ?? []
  return [names.indexOf(name), Number(line), Number(column)]
}

const comparePlaces = (one: FilePosition, other: FilePosition): number =>
  one[0] - other[0] || (one[1] === other[1] ? one[2] - other[2] : one[1] - other[1])
