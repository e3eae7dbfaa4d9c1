import { readdirSync, readFileSync } from "node:fs"

/**
 * Returns the process of Node that bubblewrap has started: the only child of bubblewrap is the first process of the
 * namespaces, and the only child of that process is Node. Returns `undefined` if there is no such process any more.
 */
export const nodeIn = (bubblewrap: number | undefined, children = childrenOf): number | undefined => {
  const onlyChildOf = (pid: number | undefined) => {
    const [child, ...others] = pid === undefined ? [] : children(pid)
    return others.length === 0 ? child : undefined
  }
  return onlyChildOf(onlyChildOf(bubblewrap))
}

/** Not every kernel is built with such lists. */
const childrenOf = (pid: number): ReadonlyArray<number> => {
  try {
    return numbers(readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" "))
  } catch {
    return childrenInTable(pid)
  }
}

/** Finds the children by asking every process for its parent. */
export const childrenInTable = (pid: number): ReadonlyArray<number> => {
  try {
    return numbers(readdirSync("/proc")).filter((other) => parentOf(other) === pid)
  } catch {
    return []
  }
}

const parentOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The name, in parentheses, may contain anything. The state and the parent follow it.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
  } catch {
    return undefined
  }
}

const numbers = (texts: ReadonlyArray<string>) => texts.filter((text) => /^\d+$/.test(text)).map(Number)
