import { isHarmlessVariable } from "@toolgate/shell"
import type { VariableName } from "../config/PolicyConfig.ts"
import { decidesWhatRuns } from "../decidesWhatRuns.ts"

/**
 * The variables that a command may set without losing the cover of an allow rule: the variables that are known to be
 * harmless, and those that the file lists.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { HarmlessVariables } from "@toolgate/policy"
 *
 * const variables = new HarmlessVariables([{ text: "APP_*", source: "toolgate.yaml:5" }])
 * assert.equal(variables.has("APP_MODE=test"), true)
 * assert.equal(variables.has("LD_PRELOAD=evil.so"), false)
 * ```
 */
export class HarmlessVariables {
  private readonly given: ReadonlyArray<VariableName>

  constructor(given: ReadonlyArray<VariableName> = []) {
    this.given = given
  }

  /** Whether a variable is harmless. `variable` is a name, or a name with a value, as in `NODE_ENV=test`. */
  readonly has = (variable: string): boolean => isHarmlessVariable(variable) || this.entryFor(variable) !== undefined

  /**
   * Returns the entry of the file that makes a variable harmless; `undefined` if there is no such entry or none is
   * needed.
   */
  entryFor(variable: string): VariableName | undefined {
    if (this.given.length === 0 || isHarmlessVariable(variable)) return undefined
    const [name = ""] = variable.split("=", 1)
    return this.given.find(({ text }) =>
      // A wildcard may match any name, so the name itself is checked here.
      text.endsWith("*") ? name.startsWith(text.slice(0, -1)) && !decidesWhatRuns(name) : name === text
    )
  }
}
