import type { Access } from "@toolgate/core"
import { buildCommandPath, type Variables } from "@toolgate/processes"

/** The home folder of confined commands. */
export const confinedHome = "/tmp/home"

/** The temporary folder of confined commands. */
export const confinedTmp = "/tmp"

/** The temporary folder of a command that is granted files under "/tmp". */
export const confinedTmpBeside = "/tmp/session"

/**
 * Returns the environment of a command: a base that every program expects, and the gate's variables that the grant
 * names. Values never appear in arguments, which other processes can read.
 *
 * `shown`: folders that confined programs see in addition to the system's. Absent: no confinement.
 */
export const buildCommandEnvironment = (
  gate: Variables,
  { env: granted, path = [] }: Pick<Access, "env" | "path">,
  shown: ReadonlyArray<string> | undefined
): Record<string, string> => {
  const isConfined = shown !== undefined
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(gate))
    if (value !== undefined && (isBase(name) || granted === "any" || granted.includes(name))) environment[name] = value
  environment.PATH = buildCommandPath(gate, shown && [...path, ...shown])
  environment.TERM = "dumb"
  environment.LANG ??= "C.UTF-8"
  // The gate's home does not exist in the sandbox.
  environment.HOME = isConfined ? confinedHome : (gate.HOME ?? "/")
  environment.TMPDIR = isConfined ? confinedTmp : (gate.TMPDIR ?? "/tmp")
  return environment
}

const isBase = (name: string): boolean => name === "LANG" || name.startsWith("LC_") || name === "TZ"
