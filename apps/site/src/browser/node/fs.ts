/** The parts of `node:fs` that judging uses, for a file system with an empty root folder. */

const root = { isDirectory: () => true, isFile: () => false, isSymbolicLink: () => false }

const find = (path: string) => {
  if (path === "/") return root
  throw Object.assign(new Error(`ENOENT: no such file or directory, "${path}"`), { code: "ENOENT" })
}

export const existsSync = (path: string): boolean => path === "/"

export const lstatSync = (path: string, { throwIfNoEntry = true } = {}) =>
  throwIfNoEntry || path === "/" ? find(path) : undefined

export const statSync = lstatSync

export const openSync = find

export const readlinkSync = (path: string): never => {
  find(path)
  throw Object.assign(new Error(`EINVAL: invalid argument, "${path}"`), { code: "EINVAL" })
}

const resolvePath = (path: string): string => {
  find(path)
  return path
}

export const realpathSync = Object.assign((path: string) => resolvePath(path), { native: resolvePath })

export const readdirSync = (path: string): ReadonlyArray<never> => {
  find(path)
  return []
}

export const constants = {}
