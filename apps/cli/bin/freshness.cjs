"use strict"

const { closeSync, openSync, readSync, statSync } = require("node:fs")
const { dirname, join, relative, resolve } = require("node:path")

const repository = resolve(__dirname, "../../..")

/** Where the bundle is. Its first line is its stamp. */
exports.bundle = join(__dirname, "../dist/toolgate.cjs")

/** Where the program of the processes that guests run in is. */
exports.guest = join(__dirname, "../dist/guest/main.mjs")

/** Where the JSON Schema of policy files is. */
exports.schema = join(__dirname, "../dist/policy.schema.json")

/**
 * What a bundle was made of: each file's path, size and time of change. Files that were changed after `begun` may have been
 * read before that, and are stamped so that no file ever matches.
 *
 * @param {ReadonlyArray<string>} files
 * @param {number} begun
 */
exports.stampOf = (files, begun) =>
  [...new Set([...files.filter((file) => !file.includes("node_modules")), ...beside(files)])].sort().map((file) => {
    const { mtimeMs, size } = statSync(file)
    return [relative(repository, file), mtimeMs < begun - clockSlackMs ? size : -1, mtimeMs]
  })

/** True where the bundle is there and every file that it was made of is still the same. */
exports.isFresh = (bundle = exports.bundle) => {
  try {
    const stamp = stampIn(bundle)
    return (
      stamp.length > 0 &&
      stamp.every(([file, size, mtimeMs]) => {
        const found = statSync(join(repository, file))
        return found.size === size && found.mtimeMs === mtimeMs
      })
    )
  } catch {
    return false
  }
}

// A file system's clock may lag behind the process's.
const clockSlackMs = 20

/**
 * What decides how imports are resolved, without being imported: the packages' definitions, the installed versions, and
 * the bundler's own settings.
 *
 * @param {ReadonlyArray<string>} files
 */
const beside = (files) => [
  ...new Set(files.filter((file) => !file.includes("node_modules")).flatMap((file) => manifestOf(dirname(file)))),
  join(repository, "node_modules/.pnpm/lock.yaml"),
  join(__dirname, "bundle.mjs"),
  __filename
]

/**
 * @param {string} folder
 * @returns {ReadonlyArray<string>}
 */
const manifestOf = (folder) => {
  const manifest = join(folder, "package.json")
  if (statSync(manifest, { throwIfNoEntry: false }) !== undefined) return [manifest]
  return folder === dirname(folder) ? [] : manifestOf(dirname(folder))
}

/**
 * @param {string} bundle
 * @returns {ReadonlyArray<readonly [string, number, number]>}
 */
const stampIn = (bundle) => {
  const descriptor = openSync(bundle, "r")
  try {
    const head = Buffer.alloc(256 * 1024)
    const text = head.toString("utf8", 0, readSync(descriptor, head))
    return text.startsWith("//") ? JSON.parse(text.slice(2, text.indexOf("\n"))) : []
  } finally {
    closeSync(descriptor)
  }
}
