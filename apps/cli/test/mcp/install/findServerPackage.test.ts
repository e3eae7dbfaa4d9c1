import { trustReferences } from "@toolgate/local-secrets/references"
import { expect, it } from "vitest"
import { findServerPackage } from "../../../src/mcp/install/findServerPackage.ts"

it.each([
  [
    "npx -y @scope/server@1.2.3 /data --flag",
    { runner: "npx", package: "@scope/server@1.2.3", program: undefined, args: ["/data", "--flag"] }
  ],
  ["/usr/bin/npx --yes server", { runner: "npx", package: "server", program: undefined, args: [] }],
  ["npx -y --package=@scope/all one -- x", { runner: "npx", package: "@scope/all", program: "one", args: ["--", "x"] }],
  ["npm exec -- server a", { runner: "npx", package: "server", program: undefined, args: ["a"] }],
  [
    "uvx time-server --zone UTC",
    { runner: "uvx", package: "time-server", program: "time-server", args: ["--zone", "UTC"] }
  ],
  ["uvx --from servers==2.0 time", { runner: "uvx", package: "servers==2.0", program: "time", args: [] }],
  ["uv tool run git-server@1.0", { runner: "uvx", package: "git-server==1.0", program: "git-server", args: [] }],
  ["npx -y git+https://a.example/b.git", { obstacle: "runs npx with something other than a package of the registry" }],
  ["npx ./local", { obstacle: "runs npx with something other than a package of the registry" }],
  [
    "npx -y --registry=http://evil.example x",
    { obstacle: 'runs npx with the option "--registry=http://evil.example", which is not supported' }
  ],
  ["npx -c whoami", { obstacle: 'runs npx with the option "-c", which is not supported' }],
  ["npx -y", { obstacle: "runs npx without naming a program" }],
  ["uvx --with x y", { obstacle: "runs uvx with options that are not supported" }],
  ["uvx git+https://a.example/b", { obstacle: "runs uvx with something other than a package of the index" }],
  ["docker run -i --rm mcp/time", { obstacle: "starts a container with docker, which no sandbox here confines" }],
  ["node server.js", undefined]
])("detects the package of a command: %s", (command, packaged) => {
  expect(findServerPackage(command.split(" ").map(trustReferences))).toEqual(packaged)
})
