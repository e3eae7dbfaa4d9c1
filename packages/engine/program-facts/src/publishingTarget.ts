import table from "./commonNames.json" with { type: "json" }

/** Parts of names that mean publishing, or discarding remote data. */
const acts = new Set(table.targets.acts)

/**
 * Parts that suggest such an act unless the name begins with a part for checking or building: `check-install`,
 * `assembleRelease`.
 */
const weakActs = new Set(table.targets.weakActs)

/** Most words contain none of these parts, and need not be split. */
const mayHoldOne = new RegExp([...acts, ...weakActs, "fresh"].join("|"), "i")

const harmlessBeginnings = new Set(table.targets.harmlessBeginnings)

/**
 * Whether a word is the name of a target, task or subcommand that installs, publishes or discards, by the conventions
 * of hundreds of programs and projects: `install`, `docker-push`, `db:drop`, `publishToMavenLocal`, `install/strip`.
 */
export const isPublishingTarget = (word: string): boolean => {
  if (!mayHoldOne.test(word)) return false
  const steps = nameIn(word)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((step) => step !== "")
  const isLooking = harmlessBeginnings.has(steps[0] ?? "")
  if (steps.join(" ") === "migrate fresh") return true
  return steps.some((step) => acts.has(step) || (!isLooking && weakActs.has(step)))
}

/** Returns the name of a target without its folder. The name of a file has none. */
const nameIn = (word: string) =>
  /^(?:un)?install\//.test(word) ? "install" : isFile(word) ? "" : word.slice(word.lastIndexOf("/") + 1)

const isFile = (word: string) => {
  const ending = /\.([a-z]\w*)$/i.exec(word)?.[1]
  return ending !== undefined && !acts.has(ending) && !weakActs.has(ending)
}
