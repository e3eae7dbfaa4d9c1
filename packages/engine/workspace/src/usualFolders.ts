/**
 * The usual names in the root folder: those of the Filesystem Hierarchy Standard, Nix, Guix, Snap and macOS, and
 * "data". A word such as `/api` or `/^a/p` that begins with another name is more likely a pattern or an address than a
 * path.
 */
export const usualFolders: ReadonlySet<string> = new Set([
  ...[
    "bin",
    "boot",
    "dev",
    "etc",
    "home",
    "lib",
    "lib32",
    "lib64",
    "libx32",
    "lost+found",
    "media",
    "mnt",
    "opt",
    "proc"
  ],
  ...["root", "run", "sbin", "srv", "sys", "tmp", "usr", "var", "nix", "gnu", "snap", "data"],
  ...["Applications", "Library", "System", "Users", "Volumes", "cores", "private"]
])
