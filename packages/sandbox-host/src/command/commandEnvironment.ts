import type { Access } from "@toolgate/core"

/** The variables of a process, as `process.env` holds them. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Where a confined command keeps what is its own. Nothing of it outlives the run. */
export const confinedHome = "/tmp/home"

/**
 * The environment of a command: what its grant names of the gate's own, over a base that every program expects. It
 * reaches the program as a process's environment does, and never in an argument, which other processes can read.
 */
export const commandEnvironment = (
  gate: Variables,
  granted: Access["env"],
  isConfined: boolean
): Record<string, string> => {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(gate))
    if (value !== undefined && (isBase(name) || granted === "any" || granted.includes(name))) environment[name] = value
  environment.PATH = absolute(gate.PATH) || systemPath
  environment.TERM = "dumb"
  environment.LANG ??= "C.UTF-8"
  // The gate's own folders are not there for a confined command, whatever its grant says.
  environment.HOME = isConfined ? confinedHome : (gate.HOME ?? "/")
  environment.TMPDIR = isConfined ? "/tmp" : (gate.TMPDIR ?? "/tmp")
  return environment
}

const isBase = (name: string): boolean => name === "LANG" || name.startsWith("LC_") || name === "TZ"

const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// An entry that is empty or relative is a folder of the workspace, where a call may have put a program of its own.
const absolute = (path: string | undefined): string | undefined =>
  path
    ?.split(":")
    .filter((folder) => folder.startsWith("/"))
    .join(":")
