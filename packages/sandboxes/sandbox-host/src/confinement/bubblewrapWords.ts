import { isBeneath } from "@toolgate/access"
import type { Access } from "@toolgate/core"
import { confiningWords } from "@toolgate/processes"
import type { Mount } from "./Mount.ts"
import type { MountPlan } from "./MountPlan.ts"
import { systemMounts } from "./systemMounts.ts"

/** bubblewrap's words for a plan. A network has no part for one host: there is none, or all of it. */
export const bubblewrapWords = (
  plan: Pick<MountPlan, "mounts" | "workingFolder">,
  hosts: Access["hosts"]
): ReadonlyArray<string> => {
  const { mounts, workingFolder } = plan
  const closed = mounts.filter((mount) => mount.kind === "hidden" || (mount.kind === "masked" && mount.isFolder))
  return [
    ...confiningWords,
    ...(hosts === "any" ? ["--share-net"] : []),
    ...mounts.flatMap((mount) => mountWords(mount, mounts)),
    ...closed.flatMap(({ path }) => ["--remount-ro", path]),
    "--remount-ro",
    "/dev",
    // The folders that lead to what was granted belong to nobody.
    ...(mounts.some(({ path }) => path === "/") ? [] : ["--remount-ro", "/"]),
    "--chdir",
    workingFolder
  ]
}

/** bubblewrap's words for a trial, in which nothing is granted. */
export const trialWords = (systemPaths: ReadonlyArray<string>): ReadonlyArray<string> =>
  bubblewrapWords({ mounts: systemMounts(systemPaths, "unlimited", []), workingFolder: "/tmp" }, [])

const mountWords = (mount: Mount, mounts: ReadonlyArray<Mount>): ReadonlyArray<string> => {
  const { path } = mount
  switch (mount.kind) {
    case "bind":
      return [mount.writable ? "--bind" : "--ro-bind", path, path]
    case "hidden": {
      // A device where devices do not work: it cannot be opened, whoever tries.
      if (mount.pin.kind !== "folder") return ["--ro-bind", "/dev/null", path]
      const isPassed = mounts.some((other) => other.path !== path && isBeneath(other.path, path))
      return ["--perms", isPassed ? "0111" : "0000", "--size", "4096", "--tmpfs", path]
    }
    case "masked":
      return mount.isFolder ? ["--perms", "0555", "--size", "4096", "--tmpfs", path] : ["--ro-bind", "/dev/null", path]
    case "folder":
      return ["--dir", path]
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
