import type { PathPattern } from "@toolgate/core/access"

/**
 * Whether a pattern names a place that is shown to every confined command, whatever its grant: a folder of the system,
 * or a folder above it. A pattern for a name in any folder is not one of these.
 */
export const shownToCommands = ({ begins, prefix }: Pick<PathPattern, "begins" | "prefix">): boolean => {
  const [first] = prefix
  return begins === "root" && first !== undefined && systemFolders.has(first)
}

/** Folders beneath the root that a confined command is shown in full, or in a part that depends on the system. */
const systemFolders: ReadonlySet<string> = new Set([
  ...["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "nix", "gnu"],
  ...["etc", "opt", "proc", "dev", "sys"]
])
