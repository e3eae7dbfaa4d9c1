import type { PathPattern } from "@toolgate/access"

/**
 * Whether a pattern names a place that confined commands are shown whatever they are granted: the system's own folders, and what
 * is above them. A pattern for a name in any folder is not meant for those.
 */
export const shownToCommands = ({ begins, prefix }: Pick<PathPattern, "begins" | "prefix">): boolean => {
  const [first] = prefix
  return begins === "root" && first !== undefined && systemFolders.has(first)
}

/** Folders of the root of which a confined command is shown all, or a part that depends on the system. */
const systemFolders: ReadonlySet<string> = new Set([
  ...["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "nix", "gnu"],
  ...["etc", "opt", "proc", "dev", "sys"]
])
