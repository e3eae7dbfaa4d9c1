import { existsSync } from "node:fs"
import { parseLimit } from "@toolgate/policy-files"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { RunnerOptions } from "toolgate"
import { endSentence } from "../flags/limitFlag.ts"
import { switchFlag } from "../flags/switchFlag.ts"
import { WrongUse } from "../WrongUse.ts"

const each = (flag: string, metavar: string, description: string) =>
  Flag.String(flag).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.atLeast(0))

/** The flags for the confinement of a runner's process and its access. */
export const processFlags = {
  confined: switchFlag("confined", "Confine the runner: it sees only the system's programs and the paths of --see"),
  see: each("see", "PATH", "A file or folder that a confined runner may read, such as its own code"),
  network: switchFlag("network", "Let a confined runner reach the network"),
  env: each("env", "NAME", "An environment variable that the runner gets; default: all, or none if confined"),
  processLimit: each(
    "process-limit",
    "NAME=VALUE",
    "Limit the runner itself: wall_time=10m, cpu_time=60s, memory=1GiB, processes=32"
  ),
  stdio: switchFlag("stdio", "Talk to the runner over its standard input and output instead of its descriptor 3"),
  restart: Flag.String("restart").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription("Start the runner again when it fails, at most N times; default: 0"),
    Flag.filterMap(
      (given) => (/^\d{1,6}$/.test(given) ? Option.some(Number(given)) : Option.none()),
      () => "a number from 0 to 999999"
    ),
    Flag.withDefault(0)
  )
}

interface ProcessFlags {
  readonly confined: boolean
  readonly see: ReadonlyArray<string>
  readonly network: boolean
  readonly env: ReadonlyArray<string>
  readonly processLimit: ReadonlyArray<string>
  readonly stdio: boolean
  readonly restart: number
}

/** Returns the values of the flags, in the form that a gate takes. */
export const processOptions = Effect.fnUntraced(function* (given: ProcessFlags) {
  const { confined, see, network, env, processLimit, stdio, restart } = given
  const problem = misplaced(given) ?? unseen(see) ?? unset(env)
  if (problem !== undefined) return yield* new WrongUse({ message: problem })
  return {
    confinement: confined ? { files: see.map((path) => ({ path, mode: "r" })), network } : "none",
    processLimits: yield* processLimitsOf(processLimit),
    env: confined || env.length > 0 ? env : "any",
    channel: stdio ? "stdio" : "descriptor",
    // The terminal is reserved for answers to questions.
    input: stdio || process.stdin.isTTY ? "nothing" : "inherited",
    ...(restart === 0 ? {} : { restart: { onFailure: restart, delayMs: 1_000, maxDelayMs: 30_000 } })
  } satisfies Partial<RunnerOptions>
})

const misplaced = ({ confined, see, network }: ProcessFlags): string | undefined => {
  const flag = see.length > 0 ? "--see" : network ? "--network" : undefined
  if (confined || flag === undefined) return undefined
  return `The flag "${flag}" is for a runner that is confined; add "--confined", or leave it out.`
}

const unseen = (paths: ReadonlyArray<string>): string | undefined => {
  const absent = paths.find((path) => path === "" || !existsSync(path))
  return absent === undefined ? undefined : `The path "${absent}" of "--see" does not exist; name an existing path.`
}

const unset = (names: ReadonlyArray<string>): string | undefined => {
  // Every process of the machine can see values on a command line.
  if (names.some((name) => name.includes("=")))
    return 'The flag "--env" takes the name of a variable and not its value; set it before the command, as in: NAME=value toolgate …'
  const absent = names.find((name) => process.env[name] === undefined)
  return absent === undefined ? undefined : `The variable "${absent}" of "--env" is not set; set it first.`
}

type ProcessLimits = NonNullable<RunnerOptions["processLimits"]>

const processLimitsOf = Effect.fnUntraced(function* (given: ReadonlyArray<string>) {
  let limits: ProcessLimits = {}
  for (const text of given) {
    const parsed = parseLimit(text)
    const problem =
      typeof parsed === "string"
        ? parsed
        : "outputBytes" in parsed
          ? "a runner has no limit for its output; leave it out"
          : Object.keys(parsed).some((name) => name in limits)
            ? "an earlier flag sets the same limit"
            : undefined
    if (typeof parsed === "string" || problem !== undefined)
      return yield* new WrongUse({ message: `"--process-limit ${text}" is invalid: ${endSentence(problem ?? "")}` })
    limits = { ...limits, ...parsed }
  }
  return limits
})
