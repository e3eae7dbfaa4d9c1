import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { captureOutput } from "./confined.ts"
import { type Described, dropDuplicates, pairShortNames } from "./Described.ts"

/** The version of Fig's specifications. */
const figPackage = "@withfig/autocomplete@2.692.3"

/** A command in Fig's format. */
interface FigCommand {
  readonly name?: string | ReadonlyArray<string>
  readonly options?: ReadonlyArray<{
    readonly name: string | ReadonlyArray<string>
    readonly args?: unknown
    readonly requiresEquals?: boolean
    readonly requiresSeparator?: unknown
  }>
  readonly subcommands?: ReadonlyArray<FigCommand>
}

/** Reads a Fig specification, a module that runs in a process without write access or network. */
export const readSpec = async (file: string): Promise<Described> => describedBy(await printed(resolve(file)))

/** Fetches Fig's specifications with npm, reads that of a program, and deletes them. */
export const readFigSpec = async (program: string): Promise<Described> => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-fig-"))
  try {
    const [packed = ""] = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, figPackage], {
      encoding: "utf8",
      cwd: folder
    })
      .trim()
      .split("\n")
    execFileSync("tar", ["-xzf", join(folder, packed), "-C", folder])
    return await readSpec(join(folder, "package/build", `${program}.js`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const printed = async (file: string): Promise<FigCommand> => {
  const program = `import(process.argv[1]).then(({ default: found }) => {
    const spec = typeof found === "function" ? found() : found
    const short = ({ name, options = [], subcommands = [] }) => ({ name, subcommands: subcommands.map(short), options: options.map(({ name, args, requiresEquals, requiresSeparator }) => ({ name, args: args && {}, requiresEquals, requiresSeparator })) })
    console.log("\\n" + JSON.stringify(short(spec)))
  })`
  const output = await captureOutput([process.execPath, "--input-type=module", "-e", program, file], dirname(file))
  const last = output.trimEnd().split("\n").at(-1) ?? ""
  if (!last.startsWith("{"))
    throw new Error(`"${file}" is not a Fig specification: it must be a module whose default export is a command.`)
  return JSON.parse(last)
}

const describedBy = ({ options = [], subcommands = [] }: FigCommand): Described => ({
  options: dropDuplicates(
    options.flatMap(({ name, args, requiresEquals, requiresSeparator }) => {
      const value = args === undefined ? "" : (requiresEquals ?? requiresSeparator) ? "=?" : "="
      const names = listed(name).filter((one) => one.startsWith("-"))
      return pairShortNames(names.map((one) => ({ name: one, value })))
    })
  ),
  subcommands: new Map(subcommands.map((each) => [listed(each.name ?? "").join(" "), describedBy(each)]))
})

const listed = (names: string | ReadonlyArray<string>) => (typeof names === "string" ? [names] : names)
