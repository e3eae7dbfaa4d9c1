import { spawn } from "node:child_process"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import type { Family } from "../Case.ts"
import { allLimits, makeCalls, requireSuccess } from "./measureCalls.ts"

/** Measures starting a program that does nothing, with and without confinement. */
export const commands = async (): Promise<Family> => {
  const sandbox = await Effect.runPromise(NodeHostSandbox.make.pipe(Effect.provide(NodeFileSystems.layer)))
  const command = {
    kind: "command",
    argv: ["true"],
    input: "argument",
    output: "text",
    env: {},
    folder: undefined
  } as const
  const confined = makeCalls(sandbox, { implementations: [command] })
  const limited = makeCalls(sandbox, { implementations: [command] }, allLimits)
  const plain = "a plain spawn"
  return {
    name: "sandboxes.commands",
    title: "Starting `true`",
    cases: [
      { name: plain, run: spawning("true", []), times: 5 },
      { name: "bubblewrap alone", run: spawning("bwrap", bare), times: 5 },
      { name: "a confined command", run: requireSuccess(confined), times: 5 },
      { name: "a confined command, all limits", run: requireSuccess(limited), times: 5 }
    ],
    figures: (measured) => [
      measured.figure(plain),
      measured.figure("bubblewrap alone", plain),
      measured.figure("a confined command", plain, 10),
      measured.figure("a confined command, all limits", plain, 10)
    ]
  }
}

const bare = [
  ...["--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL", "--new-session", "--die-with-parent"],
  ...["--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib"],
  ...["--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "true"]
]

const spawning =
  (program: string, args: ReadonlyArray<string>) =>
  async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      const child = spawn(program, args, { stdio: "ignore" })
      const status = await new Promise((resolve, reject) => {
        child.once("error", reject)
        child.once("exit", resolve)
      })
      if (status !== 0) throw new Error(`${program} ended with status ${status}.`)
    }
  }
