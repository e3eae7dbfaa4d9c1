import { isHarmlessVariable } from "@toolgate/shell"
import { decidesWhatRuns } from "../decidesWhatRuns.ts"
import type { VariableName } from "../PolicyConfig.ts"

/** The variables that a command may set and still be what an allow rule of a file covers: those that are known, and the file's. */
export class HarmlessVariables {
  private readonly given: ReadonlyArray<VariableName>

  constructor(given: ReadonlyArray<VariableName> = []) {
    this.given = given
  }

  /** Of a variable, or of one with its value, as in `NODE_ENV=test`. */
  readonly has = (variable: string): boolean => isHarmlessVariable(variable) || this.entryFor(variable) !== undefined

  /** The entry of the file by which a variable is harmless that is not so by itself. */
  entryFor(variable: string): VariableName | undefined {
    if (this.given.length === 0 || isHarmlessVariable(variable)) return undefined
    const [name = ""] = variable.split("=", 1)
    return this.given.find(({ text }) =>
      // What a name says is looked at here, because the names that begin so are not known before.
      text.endsWith("*") ? name.startsWith(text.slice(0, -1)) && !decidesWhatRuns(name) : name === text
    )
  }
}
