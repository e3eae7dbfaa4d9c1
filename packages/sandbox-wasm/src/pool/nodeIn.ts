import { readFileSync } from "node:fs"

/**
 * The process of Node that bubblewrap has started: its only child is the first process of the namespaces, and the only child of that
 * one is Node. `undefined` where the kernel does not tell.
 */
export const nodeIn = (bubblewrap: number | undefined): number | undefined => onlyChildOf(onlyChildOf(bubblewrap))

const onlyChildOf = (pid: number | undefined): number | undefined => {
  if (pid === undefined) return undefined
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ")
    return children.length === 1 && children[0] !== "" ? Number(children[0]) : undefined
  } catch {
    return undefined
  }
}
