import { randomBytes } from "node:crypto"
import { createRequestStateCodec } from "@modelcontextprotocol/server"

/** The fixture's state between requests, signed because clients carry it. */
export const states = createRequestStateCodec<{ readonly round: number }>({ key: randomBytes(32) })
