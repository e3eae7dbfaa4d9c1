import type { ToolDefinition } from "@toolgate/core"
import { type Installed, type PolicyConfig, programsUntil } from "@toolgate/policy"
import { withPrograms } from "@toolgate/shell"
import { homeFolder } from "../config/homeFolder.ts"
import { addedFolders } from "./addedFolders.ts"
import { disjointRoles } from "./disjointRoles.ts"
import { evadableDenies } from "./evadableDenies.ts"
import { givenVariables } from "./givenVariables.ts"
import { harmlessVariables } from "./harmlessVariables.ts"
import { invalidRules } from "./invalidRules.ts"
import { lintedOf } from "./Linted.ts"
import type { LintCode, LintFinding } from "./LintFinding.ts"
import { neverMatching } from "./neverMatching.ts"
import { noTests } from "./noTests.ts"
import { ownPrograms } from "./ownPrograms.ts"
import { repeatedNames } from "./repeatedNames.ts"
import { riskyAllows } from "./riskyAllows.ts"
import { routes } from "./routes.ts"
import { settings } from "./settings.ts"
import { shadowedRules } from "./shadowedRules.ts"
import { uncomparedWrites } from "./uncomparedWrites.ts"
import { unconfinedTools } from "./unconfinedTools.ts"
import { unknownCategories } from "./unknownCategories.ts"
import { unknownPrograms } from "./unknownPrograms.ts"
import { unknownTools } from "./unknownTools.ts"
import { unusualPaths } from "./unusualPaths.ts"

/** The options of `lintPolicy`. */
export interface LintOptions {
  /** The installed sandboxes. Absent: routes are not checked. */
  readonly installed?: Installed
  /** The findings of `lintCommands` about the same policy. */
  readonly commands?: ReadonlyArray<LintFinding>
  /** Whether every warning becomes an error. */
  readonly strict?: boolean
  /** The home folder. Absent: the home folder from the system's user database. */
  readonly home?: string | undefined
}

/**
 * Returns the findings about a policy, in the order of the files and of their text. The configurations go from the
 * widest to the narrowest. An uncertain finding is left out.
 */
export const lintPolicy = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<ToolDefinition>,
  options: LintOptions = {}
): ReadonlyArray<LintFinding> => {
  const { installed, home = homeFolder(), strict = false } = options
  const linted = lintedOf(configs, tools, { installed, home })
  const names = configs.map(({ name }) => name)
  const places = new Map<LintFinding, Place>()
  const programs = programsUntil(configs, configs.length - 1)
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
  invalidRules,
  unknownTools,
  unknownCategories,
  neverMatching,
  disjointRoles,
  shadowedRules,
  repeatedNames,
  riskyAllows,
  evadableDenies,
  uncomparedWrites,
  unknownPrograms,
  routes,
  unusualPaths,
  unconfinedTools,
  givenVariables,
  harmlessVariables,
  addedFolders,
  settings,
  ownPrograms,
  noTests
]

// The effects of a rule that never decides are not worth a finding.
const idles: ReadonlySet<LintCode> = new Set(["invalid-rule", "never-matches", "shadowed", "duplicate"])
const effects: ReadonlySet<LintCode> = new Set(["risky-allow", "evadable-deny"])

type Place = readonly [file: number, line: number, column: number]

const placeOf = (source: string, names: ReadonlyArray<string>): Place => {
  const [, name = source, line = "Infinity", column = "0"] = /^(.*):(\d+):(\d+)$/s.exec(source) ?? []
  return [names.indexOf(name), Number(line), Number(column)]
}

const comparePlaces = (one: Place, other: Place): number =>
  one[0] - other[0] || (one[1] === other[1] ? one[2] - other[2] : one[1] - other[1])
