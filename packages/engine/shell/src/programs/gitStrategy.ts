const strategies = new Set(["ort", "recursive", "resolve", "octopus", "ours", "subtree"])

/**
 * Returns the reason why a value of `--strategy` does harm, or `undefined`. For a name that is not its own, git starts
 * the program `git-merge-NAME`.
 */
export const strategy = (option: string, value: string): string | undefined =>
  (option === "-s" || option === "--strategy") && !strategies.has(value)
    ? "names a merge strategy, which is a program that git starts"
    : undefined
