import table from "./decidesWhatRuns.json" with { type: "json" }

/** The variables that decide what a program runs, loads or does: by full name, prefix or suffix. */
const names = new Set(table.names)
const { families } = table
const endings = table.endings.map((ending) => new RegExp(ending))

/**
 * Whether a variable, judging by its name, may decide which program runs, what the program loads or what the program
 * does. The case of letters does not matter, because programs accept both.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { decidesWhatRuns } from "@toolgate/policy"
 *
 * assert.deepEqual(["LD_PRELOAD", "NODE_OPTIONS", "CI"].map(decidesWhatRuns), [true, true, false])
 * ```
 */
export const decidesWhatRuns = (name: string): boolean => {
  const upper = name.toUpperCase()
  return (
    names.has(upper) ||
    families.some((family) => upper.startsWith(family)) ||
    endings.some((ending) => ending.test(upper))
  )
}

/**
 * Returns an example of a variable that starts with `stem` and decides what runs; `undefined` if none is known.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { findDecidingVariable } from "@toolgate/policy"
 *
 * // Variables such as NODE_OPTIONS load code.
 * assert.equal(findDecidingVariable("NODE_"), "NODE_*")
 * assert.equal(findDecidingVariable("MY_APP_"), undefined)
 * ```
 */
export const findDecidingVariable = (stem: string): string | undefined => {
  const upper = stem.toUpperCase()
  const known = ["PATH", "HOME", "SHELL", "EDITOR", "PAGER", "BROWSER", "CLASSPATH", "CDPATH", "FPATH", ...names]
  const family = families.find((one) => one.startsWith(upper) || upper.startsWith(one))
  return known.find((name) => name.startsWith(upper)) ?? (family === undefined ? undefined : `${family}*`)
}
