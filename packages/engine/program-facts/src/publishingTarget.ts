/** Steps of names that publish, or throw away what is stored elsewhere. */
const acts = new Set([
  ...["publish", "unpublish", "upload", "push", "ship", "promote", "deploy", "undeploy", "redeploy", "rollout"],
  ...["destroy", "drop", "purge", "wipe", "nuke", "teardown"]
])

/** Steps that do so unless the name begins with a step that only looks or builds: `check-install`, `assembleRelease`. */
const weakActs = new Set([
  ...["install", "uninstall", "reinstall", "release", "provision", "apply"],
  ...["rollback", "reset", "undo", "revert", "delete", "flush"]
])

/** Most words hold none of the steps, and need no splitting. */
const mayHoldOne = new RegExp([...acts, ...weakActs, "fresh"].join("|"), "i")

const harmlessBeginnings = new Set([
  ...["test", "tests", "check", "lint", "verify", "validate", "plan", "dry", "diff", "show", "list", "help", "print"],
  ...["build", "assemble", "bundle", "compile", "generate", "format", "typecheck"]
])

/**
 * Whether a word is the name of a target, task or subcommand that installs, publishes or throws away, as hundreds of
 * programs and projects call it: `install`, `docker-push`, `db:drop`, `publishToMavenLocal`, `install/strip`.
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
