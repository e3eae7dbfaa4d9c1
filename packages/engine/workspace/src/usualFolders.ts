/**
 * The names of folders that usually stand in the root of a system: those of the Filesystem Hierarchy Standard, and those of Nix,
 * Guix, Snap, macOS and machines that keep data apart. A word of a command that begins at the root with another name is rather a
 * pattern or an address, such as `/api` or `/^a/p`.
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
