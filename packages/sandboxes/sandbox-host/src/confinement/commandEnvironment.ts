import type { Access } from "@toolgate/core"
import { commandPath, type Variables } from "@toolgate/processes"

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
  environment.PATH = commandPath(gate, shown && [...path, ...shown])
  environment.TERM = "dumb"
  environment.LANG ??= "C.UTF-8"
  // The gate's own folders do not exist for a confined command, whatever its grant says.
  environment.HOME = isConfined ? confinedHome : (gate.HOME ?? "/")
  environment.TMPDIR = isConfined ? confinedTmp : (gate.TMPDIR ?? "/tmp")
  return environment
}

const isBase = (name: string): boolean => name === "LANG" || name.startsWith("LC_") || name === "TZ"
