import path from "path-browserify"

export const { basename, delimiter, dirname, extname, isAbsolute, join, normalize, parse, relative, resolve, sep } =
  path
export const posix = path
// Judging uses the rules of Windows only there.
export const win32 = path
