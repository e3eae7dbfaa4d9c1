"use strict"

const { closeSync, openSync, readSync, statSync } = require("node:fs")
const { dirname, join, relative, resolve } = require("node:path")

const repository = resolve(__dirname, "../../..")

/** The path of the bundle. Its first line is its stamp. */
exports.bundle = join(__dirname, "../dist/toolgate.cjs")

/** The path of the text that `--help` prints. */
exports.help = join(__dirname, "../dist/help.txt")

/** The path of the program in which guests run. */
exports.guest = join(__dirname, "../dist/guest/main.mjs")

/** The path of the reader of files about programs. */
exports.reading = join(__dirname, "../dist/programReader.cjs")

/** The folder of the program in which the jobs of the toolbox run. */
exports.worker = join(__dirname, "../dist/worker")

/** The folder of the programs that tools of the toolbox run, each in a folder of its tool. */
exports.programs = join(__dirname, "../dist/programs")

/** The folder of the templates of `toolgate init`, each a folder. */
exports.templates = join(__dirname, "../dist/templates")

/** The path of the JSON Schema of policy files. */
exports.schema = join(__dirname, "../dist/policy.schema.json")

/**
 * Returns the stamp of a bundle: path, size and modification time of each input file. A file that changed after `begun` may have been read
 * before the change, so its stamp never matches.
 *
 * @param {ReadonlyArray<string>} files @param {number} begun
 */
exports.stampOf = (files, begun) =>
  [...new Set([...files.filter((file) => !file.includes("node_modules")), ...beside(files)])].sort().map((file) => {
    const { mtimeMs, size } = measure(file)
    return [relative(repository, file), mtimeMs < begun - clockSlackMs ? size : -1, mtimeMs]
  })

/** Whether the bundle exists and none of its input files has changed. */
exports.isFresh = (bundle = exports.bundle) => {
  try {
    const stamp = stampIn(bundle)
    return (
      stamp.length > 0 &&
      stamp.every(([file, size, mtimeMs]) => {
        const found = measure(join(repository, file))
        return found.size === size && found.mtimeMs === mtimeMs
      })
    )
  } catch {
    return false
  }
}

/**
 * Returns the time of a file or folder, and the size of a file. The size of a folder depends on its history.
 *
 * @param {string} path
 */
const measure = (path) => {
  const stats = statSync(path)
  return { mtimeMs: stats.mtimeMs, size: stats.isDirectory() ? 0 : stats.size }
}

// The clock of a file system may lag behind the clock of the process, in milliseconds.
const clockSlackMs = 20

/**
 * Returns the files that affect how imports are resolved: package definitions, installed versions, and bundler settings.
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
    const head = Buffer.alloc(512 * 1024)
    const text = head.toString("utf8", 0, readSync(descriptor, head))
    return text.startsWith("//") ? JSON.parse(text.slice(2, text.indexOf("\n"))) : []
  } finally {
    closeSync(descriptor)
  }
}
