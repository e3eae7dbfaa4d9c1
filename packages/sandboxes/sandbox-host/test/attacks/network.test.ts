import { once } from "node:events"
import { createServer } from "node:net"
import type { Access } from "@toolgate/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasBubblewrap, run, textOf } from "../command/running.ts"

const server = createServer((socket) => socket.end("CONNECTED"))
beforeAll(async () => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
})
afterAll(() => void server.close())

const connects = `
use Socket;
socket(my $s, PF_INET, SOCK_STREAM, 0) or print "no socket";
if (connect($s, sockaddr_in($ARGV[0], inet_aton("127.0.0.1")))) { print <$s> } else { print "refused" }`

const reached = async (hosts: Access["hosts"]) => {
  const address = server.address()
  const port = typeof address === "object" ? String(address?.port) : ""
  return run({ command: { argv: ["perl", "-e", connects, port] }, grant: { access: { hosts } as never } })
}

describe.skipIf(!hasBubblewrap)("the network of a command", () => {
  it("is missing unless every host was granted", async () => {
    for (const hosts of [[], [{ host: "127.0.0.1", port: "any" as const }]]) {
      const ran = await reached(hosts)
      expect(textOf(ran)).toBe("refused")
      expect(ran.enforced.access).toBe("bubblewrap")
    }
  })

  it("is available if every host was granted", async () => {
    expect(textOf(await reached("any"))).toBe("CONNECTED")
  })
})
