import { readdirSync, readFileSync } from "node:fs"

/**
 * Returns the Node process that bubblewrap started: bubblewrap's only child is the first process of the namespaces,
 * whose only child is Node. Returns `undefined` if it is gone.
 */
export const findNode = (bubblewrap: number | undefined, children = childrenOf): number | undefined => {
  const onlyChildOf = (pid: number | undefined) => {
    const [child, ...others] = pid === undefined ? [] : children(pid)
    return others.length === 0 ? child : undefined
  }
  return onlyChildOf(onlyChildOf(bubblewrap))
}

/** Some kernels lack these lists. */
const childrenOf = (pid: number): ReadonlyArray<number> => {
  try {
    return numbers(readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" "))
  } catch {
    return findChildren(pid)
  }
}

/** Finds children by reading every process's parent. */
export const findChildren = (pid: number): ReadonlyArray<number> => {
  try {
    return numbers(readdirSync("/proc")).filter((other) => parentOf(other) === pid)
  } catch {
    return []
  }
}

const parentOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The name, in parentheses, may contain any character. State and parent follow it.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
  } catch {
    return undefined
  }
}

const numbers = (texts: ReadonlyArray<string>) => texts.filter((text) => /^\d+$/.test(text)).map(Number)
