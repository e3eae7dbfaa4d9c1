import { statSync } from "node:fs"
import type { Access } from "@toolgate/core"
import { tried } from "@toolgate/processes"
import * as Context from "effect/Context"

/** The variables of a process, in the form of `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>

/** The variables that commands can be granted by name. */
export const HostEnvironment = Context.Reference<Variables>("@toolgate/sandbox-host/HostEnvironment", {
  defaultValue: () => process.env
})

/** The home of confined commands. */
export const confinedHome = "/tmp/home"

/** The folder for the temporary files of confined commands. */
export const confinedTmp = "/tmp"

/** The folder for temporary files of a command that has something of the machine beneath "/tmp". */
export const confinedTmpBeside = "/tmp/session"

/**
 * Returns the environment of a command: the gate's variables that the grant names, over a base that every program
 * expects. The environment reaches the program as a process's environment, and never in an argument, which other
 * processes can read.
 *
 * `shown`: the folders that confined programs are shown beside the system's. Absent if confinement is waived.
 */
export const commandEnvironment = (
  gate: Variables,
  { env: granted, path = [] }: Pick<Access, "env" | "path">,
  shown: ReadonlyArray<string> | undefined
): Record<string, string> => {
  const isConfined = shown !== undefined
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(gate))
    if (value !== undefined && (isBase(name) || granted === "any" || granted.includes(name))) environment[name] = value
  // The folders of the gate's own PATH may not exist for the command, or may belong to anybody.
  environment.PATH = isConfined ? confinedPath([...path, ...shown]) : absolute(gate.PATH) || systemPath
  environment.TERM = "dumb"
  environment.LANG ??= "C.UTF-8"
  // The gate's own folders do not exist for a confined command, whatever its grant says.
  environment.HOME = isConfined ? confinedHome : (gate.HOME ?? "/")
  environment.TMPDIR = isConfined ? confinedTmp : (gate.TMPDIR ?? "/tmp")
  return environment
}

const isBase = (name: string): boolean => name === "LANG" || name.startsWith("LC_") || name === "TZ"

const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

/** The programs of each given folder come before the system's. */
const confinedPath = (folders: ReadonlyArray<string>): string => {
  const programs = folders.map((folder) => (isFolder(`${folder}/bin`) ? `${folder}/bin` : folder))
  return [...new Set(programs.filter((folder) => /^\/[^:]*$/.test(folder))), systemPath].join(":")
}

const isFolder = (path: string): boolean => tried(() => statSync(path).isDirectory()) ?? false

// An empty or relative entry is a folder of the workspace, where a call may have put a program of its own.
const absolute = (path: string | undefined): string | undefined =>
  path
    ?.split(":")
    .filter((folder) => folder.startsWith("/"))
    .join(":")
