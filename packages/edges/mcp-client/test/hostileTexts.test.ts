import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { extractWWWAuthenticateParams } from "@modelcontextprotocol/client"
import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"
import { createBoundedFetch } from "../src/upstream/createBoundedFetch.ts"

const ofSdk = createRequire(createRequire(import.meta.url).resolve("@modelcontextprotocol/client"))
const { createParser } = ofSdk("eventsource-parser") as {
  readonly createParser: (given: { readonly onEvent: () => void }) => { readonly feed: (text: string) => void }
}

type Make = (length: number) => string

/** Sends events from a real server, and reads them as the SDK does behind our limit. */
const events = async (text: string) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const parser = createParser({ onEvent: () => {} })
  try {
    const { body } = await createBoundedFetch(64 * 1024, () => {})(`http://127.0.0.1:${port}`)
    const decoder = new TextDecoder()
    for await (const chunk of body ?? []) parser.feed(decoder.decode(chunk, { stream: true }))
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const streams: Readonly<Record<string, Make>> = {
  "empty lines": repeated("\n"),
  "empty lines before a carriage return": repeated("\n", "", "\r"),
  "carriage returns": repeated("\r"),
  "events without data": repeated("event: a\n\n"),
  "one event of many lines": repeated("data: a\n"),
  "one line without an end": repeated("data: a"),
  comments: repeated(":\n"),
  "unknown fields": repeated("a: b\n\n"),
  "times to wait": repeated("retry: x\n\n"),
  "byte order marks": repeated("\ufeff"),
  "halves of characters": repeated("\ud83d\n\n")
}

it.each(Object.entries(streams))("reads a stream of events with %s in linear time", async (_, make) => {
  expect(await measureGrowth(events, make, 32_000)).toBeLessThanOrEqual(mostGrowth)
})

/** Parses a challenge as the SDK does. */
const demand = (text: string) =>
  extractWWWAuthenticateParams(new Response(null, { status: 401, headers: { "www-authenticate": text } }))

const demands: Readonly<Record<string, Make>> = {
  blanks: repeated(" ", "Bearer", "x"),
  commas: repeated(",", "Bearer "),
  quotes: repeated('"', "Bearer scope="),
  "open quotes": repeated('scope="', "Bearer "),
  backslashes: repeated("\\", 'Bearer scope="', '"'),
  names: repeated("scope=a, ", "Bearer "),
  "equals signs": repeated("=", "Bearer scope")
}

it.each(Object.entries(demands))("reads a demand for a token with %s in linear time", async (_, make) => {
  expect(await measureGrowth(demand, make, 8_000)).toBeLessThanOrEqual(mostGrowth)
})
