const strategies = new Set(["ort", "recursive", "resolve", "octopus", "ours", "subtree"])

/** Why the value of `--strategy` does harm: git starts `git-merge-NAME` of the path for a name that is not its own. */
export const strategy = (option: string, value: string): string | undefined =>
  (option === "-s" || option === "--strategy") && !strategies.has(value)
    ? "names a way of merging, which is a program that git starts"
    : undefined
