import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { listBlocks, root } from "./documents.ts"

/**
 * The patterns of a first line that names the block's file, as in `# agents/first.py`. In a policy, the name follows
 * the version.
 */
const names = {
  yaml: /^(?:version: 1 +)?# ([\w./-]+)/,
  python: /^# ([\w./-]+\.py)\n/,
  sh: /^# ([\w./-]+\.sh)\n/,
  ts: /^\/\/ ([\w./-]+\.ts)\n/
}

/** Returns the name of a block's file, if it has one. */
export const getFileName = (language: keyof typeof names, code: string): string | undefined =>
  names[language].exec(code)?.[1]

/** Creates a temporary folder with a document's files and the packages that they import. */
export const createProject = (document: string): string => {
  // In "/tmp", a confined command could not write to "/tmp" itself.
  const project = realpathSync(mkdtempSync("/var/tmp/gate-console-"))
  for (const language of Object.keys(names) as ReadonlyArray<keyof typeof names>)
    for (const block of listBlocks(language)) {
      const file = getFileName(language, block.code)
      if (block.document !== document || file === undefined) continue
      const path = join(project, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, block.code)
      if (language === "python") copyFileSync(pythonRunner, join(dirname(path), "toolgate_runner.py"))
      if (language === "ts") linkPackages(dirname(path))
    }
  return project
}

const pythonRunner = join(root, "packages/edges/runner/python/toolgate_runner.py")

const linkPackages = (folder: string) => {
  try {
    symlinkSync(join(root, "apps/examples/node_modules"), join(folder, "node_modules"))
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
  }
}
