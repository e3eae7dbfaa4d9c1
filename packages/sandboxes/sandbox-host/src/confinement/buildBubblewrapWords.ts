import type { Access } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { confiningWords } from "@toolgate/processes"
import { confinedTmp } from "./buildCommandEnvironment.ts"
import { buildSystemMounts } from "./buildSystemMounts.ts"
import type { Mount } from "./Mount.ts"
import type { MountPlan } from "./MountPlan.ts"

/**
 * Returns bubblewrap's arguments for a plan. A network namespace cannot contain a single host, so the network is either
 * complete or absent.
 */
export const buildBubblewrapWords = (
  plan: Pick<MountPlan, "mounts" | "workingFolder" | "temporaryFolder">,
  hosts: Access["hosts"]
): ReadonlyArray<string> => {
  const { mounts, workingFolder, temporaryFolder } = plan
  const closed = mounts.filter((mount) => mount.kind === "hidden" || (mount.kind === "masked" && mount.isFolder))
  return [
    ...confiningWords,
    ...(hosts === "any" ? ["--share-net"] : []),
    ...mounts.flatMap((mount) => mountWords(mount, mounts)),
    ...closed.flatMap(({ path }) => ["--remount-ro", path]),
    "--remount-ro",
    "/dev",
    // Parent folders of granted files are not granted.
    ...(mounts.some(({ path }) => path === "/") ? [] : ["--remount-ro", "/"]),
    ...(temporaryFolder === confinedTmp ? [] : ["--setenv", "TMPDIR", temporaryFolder]),
    "--chdir",
    workingFolder
  ]
}

/** Returns bubblewrap's arguments for a trial, which grants nothing. */
export const buildTrialWords = (systemPaths: ReadonlyArray<string>): ReadonlyArray<string> =>
  buildBubblewrapWords(
    {
      mounts: buildSystemMounts(systemPaths, "unlimited", []),
      workingFolder: confinedTmp,
      temporaryFolder: confinedTmp
    },
    []
  )

const mountWords = (mount: Mount, mounts: ReadonlyArray<Mount>): ReadonlyArray<string> => {
  const { path } = mount
  switch (mount.kind) {
    case "bind":
      return [mount.writable ? "--bind" : "--ro-bind", path, path]
    case "hidden": {
      // A device on a mount without device access cannot be opened.
      if (mount.pin.kind !== "folder") return ["--ro-bind", "/dev/null", path]
      const isPassed = mounts.some((other) => other.path !== path && isBeneath(other.path, path))
      return ["--perms", isPassed ? "0111" : "0000", "--size", "4096", "--tmpfs", path]
    }
    case "masked":
      return mount.isFolder ? ["--perms", "0555", "--size", "4096", "--tmpfs", path] : ["--ro-bind", "/dev/null", path]
    case "folder":
      return ["--dir", path]
    case "own":
      return ["--bind", mount.source, path]
    case "link":
      return ["--symlink", mount.target, path]
    case "memory":
      return ["--perms", "1777", "--size", String(mount.bytes), "--tmpfs", path]
    case "processes":
      return ["--proc", path]
    case "devices":
      return ["--dev", path]
  }
}
