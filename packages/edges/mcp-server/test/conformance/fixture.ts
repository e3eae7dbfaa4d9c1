// The fixture over standard input and output, as an operator's configuration starts it.
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import { fixtureServer } from "./fixtureServer.ts"

serveStdio(fixtureServer)
