// The fixture over standard input and output, as in an operator's configuration.
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import { createFixtureServer } from "./createFixtureServer.ts"

serveStdio(createFixtureServer)
