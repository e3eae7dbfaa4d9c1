import { homedir } from "node:os"
import { resolve } from "node:path"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { switchFlag } from "../flags/switchFlag.ts"
import { danglingLink, isDanglingLink, isReadOnly, readOnly } from "../replaceText.ts"
import { toolboxFlag } from "../toolbox/toolboxFlags.ts"
import { WrongUse } from "../WrongUse.ts"
import { readClientFile } from "./clientFile.ts"
import { getClientPath, getMcpClient, mcpClients } from "./install/McpClient.ts"
import { installGate } from "./installGate.ts"
import { makeMcpFileFlag } from "./mcpFile.ts"
import { removeGate } from "./removeGate.ts"
import { rightsFlags } from "./rights.ts"

const names = mcpClients.map(({ name }) => name)

/** The command `toolgate mcp install`, which puts the gate into a client's configuration. */
export const mcpInstallCommand = Command.make("install", {
  client: Argument.Literals("CLIENT", names).pipe(Argument.withDescription(`The client: ${names.join(", ")}`)),
  remove: switchFlag("remove", "Remove the gate, and restore the client's servers"),
  yes: switchFlag("yes", "Write without a question"),
  config: Flag.String("config").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("The client's configuration; default: the user's own, where the client looks for it"),
    Flag.optional
  ),
  servers: makeMcpFileFlag("servers"),
  workspace: Flag.String("workspace").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("The folder that the tools work in; default: the one in which the client starts the gate"),
    Flag.optional
  ),
  leave: Flag.String("leave").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("A server that stays in the client's configuration, outside the gate; repeat for others"),
    Flag.atLeast(0)
  ),
  toolbox: toolboxFlag,
  ...rightsFlags
}).pipe(
  Command.withDescription(
    [
      "Put the gate into a client's configuration, and move its servers behind the gate.",
      "",
      "The changes to the client's configuration and to mcp.yaml are shown, and made when you agree. A copy of the configuration",
      "is kept. With --remove, the configuration is as it was before, byte for byte, unless it was changed meanwhile: then the",
      "gate is taken out, and the servers are put back. mcp.yaml keeps them, and a server that is already there is used as it is.",
      "",
      'Servers are added as by "toolgate mcp add --from". If one cannot be moved, nothing is written; --leave leaves it where it is,',
      "and --unconfined moves all as they are.",
      "",
      "Exit status: 0 done, 1 nothing was written, 2 the command line or a file is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Put the gate into a client's configuration"),
  Command.withExamples([
    { command: "toolgate mcp install claude-code", description: "Review the change, and confirm it" },
    {
      command: "toolgate mcp install cursor --config .cursor/mcp.json --yes",
      description: "Change the configuration of a project without a question"
    },
    { command: "toolgate mcp install claude-code --remove", description: "Put everything back" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const client = getMcpClient(given.client)
      const path = resolve(
        Option.getOrElse(given.config, () =>
          getClientPath(client, { home: homedir(), env: process.env, platform: process.platform })
        )
      )
      const file = { client, path, text: yield* readClientFile(path) }
      // Reported before packages are installed and before the person is asked.
      if (file.text !== undefined && isReadOnly(path))
        return yield* new WrongUse({ message: `${JSON.stringify(path)} ${readOnly}.` })
      if (file.text === undefined && isDanglingLink(path))
        return yield* new WrongUse({ message: `${JSON.stringify(path)} ${danglingLink}.` })
      yield* given.remove ? removeGate(file, given.yes) : installGate(file, given)
    })
  )
)
