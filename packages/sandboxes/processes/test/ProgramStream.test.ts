import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { finished } from "node:stream/promises"
import { describe, expect, it } from "vitest"
import { ProgramStream } from "../src/ProgramStream.ts"
import { Folder, hasPerl } from "./machine.ts"
import { allOf, confinements, lineOf, sh } from "./starting.ts"

const cases = confinements.flatMap((confinement) =>
  (["descriptor", "stdio"] as const).map((channel) => ({
    confinement,
    channel,
    // The descriptors that the program writes and reads.
    into: channel === "stdio" ? "1" : "3",
    from: channel === "stdio" ? "0" : "3"
  }))
)

describe.each(cases)("a channel over $channel of a program with confinement $confinement", (running) => {
  const { into, from } = running

  it("can be read after the gate has ended its side", async () => {
    const it = await sh(`cat <&${from} >&2; echo still here >&${into}`, running)
    it.channel.end("the last word\n")
    expect(await Promise.all([allOf(it.channel), allOf(it.stderr)])).toEqual(["still here\n", "the last word\n"])
  })

  it.skipIf(running.channel !== "stdio" && !hasPerl)(
    "can be written after the program has ended its side",
    async () => {
      // Only a program's own request shuts down one side of a socket.
      const shut = running.channel === "stdio" ? "exec 1>&-" : `perl -e 'open(my $s, "+<&=", 3); shutdown($s, 1)'`
      const it = await sh(`echo said >&${into}; ${shut}; cat <&${from} >&2`, running)
      expect(await allOf(it.channel)).toBe("said\n")
      it.channel.write("heard ")
      it.channel.end("all the same")
      expect(await allOf(it.stderr)).toBe("heard all the same")
      expect(await it.ended).toMatchObject({ status: 0 })
    }
  )

  it("drops writes to a side that the program has closed, without an error", async () => {
    const it = await sh(`exec ${from}<&-; echo closed >&2; read -r line < /dev/zero`, running)
    await once(it.stderr, "data")
    // More than any pipe holds: each write has to be read before the next can finish.
    for (let at = 0; at < 50; at++) await new Promise((resolve) => it.channel.write(Buffer.alloc(100_000), resolve))
    it.channel.end()
    await once(it.channel, "finish")
    it.stop(0)
    await it.ended
    expect(it.channel.errored).toBeNull()
  })

  it("can be read to its end despite writes after the program is gone", async () => {
    const said = 100_000
    const it = await sh(`head -c ${said} /dev/zero | tr '\\0' x >&${into}; echo done >&2`, running)
    // Written and never read: the kernel reports a reset and a broken pipe before everything was read.
    it.channel.write("never read\n")
    await once(it.stderr, "data")
    const writing = setInterval(() => it.channel.write("too late\n"))
    await it.ended
    it.channel.write("too late\n")
    expect((await allOf(it.channel)).length).toBe(said)
    clearInterval(writing)
    it.channel.write("too late\n")
    expect(it.channel.errored).toBeNull()
  })

  it("is closed when the program is gone and everything was read", async () => {
    const it = await sh(`echo bye >&${into}`, running)
    it.channel.resume()
    await it.ended
    await finished(it.channel, { writable: false })
    if (!it.channel.closed) await once(it.channel, "close")
    expect(it.channel.write("nobody\n")).toBe(false)
  })

  it("can be closed by the gate, and the program notices", async () => {
    const it = await sh(`echo ready >&${into}; cat <&${from} > /dev/null; echo gone >&2`, running)
    await lineOf(it.channel)
    it.channel.destroy()
    expect(await allOf(it.stderr)).toBe("gone\n")
    await it.ended
  })
})

describe("a channel over one socket", () => {
  it.each([1, 3])("is read to its end after %s writes that came too late", async (writes) => {
    using folder = new Folder()
    const server = createServer({ allowHalfOpen: true }).listen(folder.at("socket"))
    await once(server, "listening")
    const socket = connect(folder.at("socket"))
    const [[peer]] = (await Promise.all([once(server, "connection"), once(socket, "connect")])) as [[Socket], unknown]
    const channel = new ProgramStream(socket, socket)
    await new Promise((resolve) => channel.write("never read\n", resolve))
    // The readers' buffers are full and the rest fits into the socket's, so that something is left to read when the
    // socket closes.
    peer.write(Buffer.alloc(200_000))
    while (peer.writableLength > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    peer.destroy()
    await once(peer, "close")
    server.close()
    channel.cork()
    const written = Array.from({ length: writes }, () => new Promise((resolve) => channel.write("too late\n", resolve)))
    channel.uncork()
    await Promise.all(written)
    expect((await allOf(channel)).length).toBe(200_000)
    channel.over()
    await once(channel, "close")
    expect([channel.errored, socket.destroyed]).toEqual([null, true])
  })
})
