import type { Access } from "@toolgate/core"
import { isBeneath } from "./grantedLetters.ts"
import type { Mount } from "./Mount.ts"
import type { MountPlan } from "./MountPlan.ts"

/**
 * What bubblewrap is always told: namespaces of its own for everything, no capability and no way to get one, another
 * session than the terminal's, and death with the gate.
 */
const confinement = [
  "--unshare-all",
  "--unshare-user",
  "--uid",
  "65534",
  "--gid",
  "65534",
  "--disable-userns",
  "--cap-drop",
  "ALL",
  "--new-session",
  "--die-with-parent",
  "--hostname",
  "sandbox"
]

/** bubblewrap's words for a plan. A network has no part for one host: there is none, or all of it. */
export const bubblewrapWords = (
  plan: Pick<MountPlan, "mounts" | "workingFolder">,
  hosts: Access["hosts"]
): ReadonlyArray<string> => {
  const { mounts, workingFolder } = plan
  const hidden = mounts.filter(({ kind }) => kind === "hidden")
  return [
    ...confinement,
    ...(hosts === "any" ? ["--share-net"] : []),
    ...mounts.flatMap((mount) => mountWords(mount, mounts)),
    ...hidden.flatMap(({ path }) => ["--remount-ro", path]),
    "--remount-ro",
    "/dev",
    // The folders that lead to what was granted belong to nobody.
    ...(mounts.some(({ path }) => path === "/") ? [] : ["--remount-ro", "/"]),
    "--chdir",
    workingFolder
  ]
}

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
