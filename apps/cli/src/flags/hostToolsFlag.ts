import { builtins, shell, type Tool } from "toolgate"
import { switchFlag } from "./switchFlag.ts"

/** The flag `--host-tools`, of commands that offer tools. */
export const hostToolsFlag = {
  hostTools: switchFlag(
    "host-tools",
    "Offer Echo, Read and Write too; Read and Write reach files outside the workspace"
  )
}

/** Returns the tools of this command line, for the value of the flag. */
export const listOwnTools = ({ hostTools }: { readonly hostTools: boolean }): ReadonlyArray<Tool> => [
  ...builtins({ withHostTools: hostTools }),
  shell
]
