import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { defineTool } from "@toolgate/core"
import { findFailedRows } from "@toolgate/testing"
import { inheritedNames } from "@toolgate/testing/hostile"
import { describe, expect, it } from "vitest"
import { openSupervisor, script, speaking } from "./openSupervisor.ts"
import { stuck } from "./stuckTool.ts"

type Supervisor = Awaited<ReturnType<typeof openSupervisor>>

/** Starts a second runner of the same supervisor, which must be answered before and after the first one's actions. */
const neighbour = async ({ start }: Supervisor) => {
  const started = await start(
    script(`${speaking}
      import { createServer } from "node:net"
      for (let i = 0; ; i++) {
        send({ op: "tool_call", tool_call_id: "" + i, tool: "Echo", args: { text: "still here" } })
        const { ok } = await nextOf("tool_response")
        if (!ok) process.exit(1)
        if (i === 0) console.log("answered")
        if (i > 0 && i % 10 === 0) console.log("answered again")
        // A call is in flight or soon will be. More calls would show no more, and take the machine from the others.
        await new Promise((resolve) => setTimeout(resolve, 5))
      }`),
    { agent: "neighbour", bounds: { shutdownMs: 0 } }
  )
  await started.until(() => started.printed.stdout.includes("answered"))
  const goesOn = async () => {
    const before = started.printed.stdout.length
    await started.until(() => started.printed.stdout.length > before)
  }
  return {
    goesOn,
    isUnharmed: async () => {
      await goesOn()
      expect(await started.stop()).toMatchObject({ how: "stopped" })
    }
  }
}

const impatient = { shutdownMs: 100, terminateMs: 100 }

/** The bounds for a runner that ends by itself after some work. On a busy machine that may take long. */
const patient = { shutdownMs: 600_000, terminateMs: 600_000 }

/** Runs the script's runner beside a neighbour. Returns how the runner ended. */
const letLoose = async (source: string, parts: Parameters<typeof openSupervisor>[0] = {}, bounds = impatient) => {
  const supervisor = await openSupervisor(parts)
  const next = await neighbour(supervisor)
  const hostile = await supervisor.start(script(source), { agent: "hostile", bounds })
  const ending = await hostile.ended
  await next.isUnharmed()
  return { ending, ...hostile }
}

const stays = "setInterval(() => {}, 1000)"

describe("an invalid frame ends its runner, and the error names the frame and the problem", () => {
  const call = (args: string) => `{"op":"tool_call","tool_call_id":"1","tool":"Echo","args":${args}}\n`
  const rows: ReadonlyArray<readonly [string, readonly [frames: string | Uint8Array, says: RegExp]]> = [
    ["not JSON", ["{]\n", /frame 1 is not JSON/]],
    ["an HTTP request", ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", /frame 1 is not JSON/]],
    ["not UTF-8", [Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d, 0x0a), /frame 1 is not UTF-8/]],
    ["no object", ["42\n", /frame 1 is JSON, but not an object/]],
    ["a list", ["[]\n", /frame 1 /]],
    ["deeply nested", [`${"[".repeat(100_000)}${"]".repeat(100_000)}\n`, /frame 1 /]],
    [
      "a bad one after good ones",
      [
        `${Array.from({ length: 9 }, (_, i) => call('{"text":""}').replace('"1"', `"${i}"`)).join("")}nonsense\n`,
        /frame 10 is not JSON/
      ]
    ]
  ]

  it("of any kind does not affect other runners", async () => {
    const supervisor = await openSupervisor({ tools: [stuck] })
    const next = await neighbour(supervisor)
    const file = join(supervisor.workspace, "frames")
    // Reads until its fault is reported, and prints what it reads.
    const tells = `read -r hello <&3; cat "$0" >&3; while read -r line <&3; do printf '%s\\n' "$line"; case $line in *protocol_error*) exit ;; esac; done`
    const failed = await findFailedRows(rows, async ([frames, says]) => {
      writeFileSync(file, frames)
      const { ended, printed } = await supervisor.start(["/bin/sh", "-c", tells, file], {
        agent: "hostile",
        bounds: patient
      })
      const ending = await ended
      expect(ending).toMatchObject({ how: "broke_protocol", message: expect.stringMatching(says) })
      expect(ending.message).toContain('Runner "hostile" broke the protocol')
      expect(printed.stdout).toMatch(says)
      await next.goesOn()
    })
    expect(failed).toEqual({})
    await next.isUnharmed()
  })

  it("a frame over the limit, before it has ended and without storing all of it", async () => {
    const { ending } = await letLoose(
      `${speaking}
       const piece = "x".repeat(1024 * 1024)
       const more = () => channel.write(piece, more)
       channel.on("error", () => {})
       more()
       ${stays}`
    )
    expect(ending).toMatchObject({
      how: "broke_protocol",
      message: expect.stringMatching(/frame 1 is longer than \d+ bytes/)
    })
  })

  it("if a frame never ends, one byte at a time", async () => {
    const { ending } = await letLoose(
      `${speaking}
       const byte = Buffer.from("x")
       for (let i = 0; i < 20_000; ) try { writeSync(3, byte); i++ } catch {}
       process.exit(0)`
    )
    expect(ending).toMatchObject({
      how: "broke_protocol",
      message: expect.stringContaining("frame 1 ended before it was complete")
    })
  })

  it("if the runner exits in the middle of it", async () => {
    const supervisor = await openSupervisor()
    const half = ["/bin/sh", "-c", `read -r hello <&3; printf '{"op":' >&3; exit 0`] as const
    const runners = await Promise.all(Array.from({ length: 20 }, () => supervisor.start(half)))
    const endings = await Promise.all(runners.map(({ ended }) => ended))
    expect(new Set(endings.map(({ how, message }) => `${how}: ${message}`))).toEqual(
      new Set(['broke_protocol: Runner "agent-1" broke the protocol: frame 1 ended before it was complete.'])
    )
  })

  it("but a crash in the middle of a frame is reported as a crash", async () => {
    const { ending } = await letLoose(
      `${speaking} writeSync(3, '{"op":"tool_call","tool_ca'); process.kill(process.pid, "SIGKILL"); ${stays}`
    )
    expect(ending).toMatchObject({ how: "signalled", signal: "SIGKILL", message: expect.stringContaining("frame 1") })
  })
})

it("a frame that arrives byte by byte is answered like any other", async () => {
  const { ending, printed } = await letLoose(
    `${speaking}
     for (const byte of Buffer.from('{"op":"tool_call","tool_call_id":"é","tool":"Echo","args":{"text":"ü"}}\\n'))
       writeSync(3, Buffer.from([byte]))
     const { tool_call_id, result } = await nextOf("tool_response")
     console.log(tool_call_id, result.text)
     process.exit()`
  )
  expect(ending).toMatchObject({ how: "exited", status: 0 })
  expect(printed.stdout).toBe("é ü\n")
})

it("numbers that JSON cannot carry are refused as arguments, and the runner continues", async () => {
  const { ending, printed } = await letLoose(
    `${speaking}
     writeSync(3, '{"op":"tool_call","tool_call_id":"1","tool":"stuck","args":{"n":1e999}}\\n')
     const { error, message } = await nextOf("tool_response")
     console.log(error, message)
     process.exit()`,
    { tools: [stuck] }
  )
  expect(ending).toMatchObject({ how: "exited", status: 0 })
  expect(printed.stdout).toMatch(/^invalid_args .*"\/n"/)
})

it("consecutive frames with the maximum number of names are answered, and another runner is too", async () => {
  const { ending } = await letLoose(
    `${speaking}
     const names = Array.from({ length: 19_990 }, (_, i) => '"' + i + '":1').join()
     const call = (i) => channel.write('{"op":"tool_call","tool_call_id":"' + i + '","tool":"Echo","args":{' + names + "}}\\n")
     for (let i = 0; i < 4; i++) call(i)
     for (let i = 4; i < 8; i++) {
       await nextOf("tool_response")
       call(i)
     }
     for (let i = 0; i < 4; i++) await nextOf("tool_response")
     process.exit()`
  )
  expect(ending).toMatchObject({ how: "exited", status: 0 })
})

it("an argument named like a member of every object is handled like any other", async () => {
  const { printed } = await letLoose(
    `${speaking}
     for (const name of ${JSON.stringify(inheritedNames)}) {
       const call = '{"op":"tool_call","tool_call_id":"' + name + '","tool":"' + name + '","args":{"' + name + '":{"x":1}}'
       for (const line of [call + "}", call + ',"' + name + '":{"x":1}}']) {
         writeSync(3, line + "\\n")
         const { tool_call_id, error } = await nextOf("tool_response")
         console.log(tool_call_id, error)
       }
     }
     process.exit()`
  )
  expect(printed.stdout).toBe(inheritedNames.map((name) => `${name} tool_not_found\n${name} invalid_args\n`).join(""))
  expect(({} as { x?: number }).x).toBeUndefined()
})

it("thousands of concurrent calls are each answered once, within the limit on open calls", async () => {
  let inTools = 0
  let most = 0
  const counting = defineTool({
    name: "counting",
    description: "Counts how many run.",
    parameters: { type: "object" },
    sideEffects: "NONE",
    execute: async () => {
      most = Math.max(most, ++inTools)
      await new Promise(setImmediate)
      inTools--
      return {}
    }
  })
  const { ending, printed } = await letLoose(
    `${speaking}
     const count = 2_000
     let lines = ""
     for (let i = 0; i < count; i++) lines += '{"op":"tool_call","tool_call_id":"' + i + '","tool":"counting","args":{}}\\n'
     const answered = new Map()
     const reading = (async () => {
       for (let i = 0; i < count; i++) {
         const { tool_call_id, ok } = await nextOf("tool_response")
         if (!ok) process.exit(1)
         answered.set(tool_call_id, (answered.get(tool_call_id) ?? 0) + 1)
       }
     })()
     channel.write(lines)
     await reading
     console.log(answered.size, [...answered.values()].every((times) => times === 1))
     process.exit()`,
    { tools: [counting] }
  )
  expect(ending).toMatchObject({ how: "exited", status: 0 })
  expect(printed.stdout).toBe("2000 true\n")
  expect(most).toBeLessThanOrEqual(4)
})

it("a runner with slow listeners is read only as fast as they are", async () => {
  const supervisor = await openSupervisor()
  let open = 0
  let most = 0
  const taking: Array<() => void> = []
  const { stop } = await supervisor.start(
    script(`${speaking}
      const call = (i) => '{"op":"tool_call","tool_call_id":"' + i + '","tool":"Echo","args":{"text":""}}\\n'
      for (let i = 0; ; i++) if (!channel.write(call(i))) await new Promise((resolve) => channel.once("drain", resolve))`),
    {
      bounds: { shutdownMs: 0 },
      onEvent: () =>
        new Promise((resolve) => {
          most = Math.max(most, ++open)
          taking.push(() => {
            open--
            resolve()
          })
        })
    }
  )
  while (open < 65) await new Promise(setImmediate)
  for (let i = 0; i < 2000; i++) {
    taking.shift()?.()
    await new Promise(setImmediate)
  }
  // Events of calls that were accepted by then are delivered too.
  expect(most).toBeLessThan(65 + 4 * 64)
  const stopped = stop()
  const taken = setInterval(() => {
    for (const take of taking.splice(0)) take()
  }, 1)
  await stopped
  clearInterval(taken)
})

it("a runner that stops reading delays only itself, and the supervisor stores a bounded part of its answers", async () => {
  const supervisor = await openSupervisor()
  const next = await neighbour(supervisor)
  const { told, until, stop } = await supervisor.start(
    script(`${speaking}
      const call = (i) => '{"op":"tool_call","tool_call_id":"' + i + '","tool":"Echo","args":{"text":"' + "x".repeat(100_000) + '"}}\\n'
      channel.pause()
      for (let i = 0; ; i++) if (!channel.write(call(i))) await new Promise((resolve) => channel.once("drain", resolve))`),
    { bounds: { shutdownMs: 100, terminateMs: 100 } }
  )
  const answered = () => told.filter(({ type }) => type === "runner.answered").length
  // 4 MiB may be left unread, and 64 calls may be in flight beyond that.
  await until(() => answered() >= 42)
  await next.isUnharmed()
  expect(answered()).toBeLessThan(42 + 64 + 64)
  expect(await stop()).toMatchObject({ how: "stopped" })
})

it("a flood of output slows down only its runner", async () => {
  const { ending } = await letLoose(
    `${speaking}
     const line = "log ".repeat(1000) + "\\n"
     for (let i = 0; i < 5000; i++) writeSync(i % 2 + 1, line)
     send({ op: "tool_call", tool_call_id: "1", tool: "Echo", args: { text: "" } })
     await nextOf("tool_response")
     process.exit()`
  )
  expect(ending).toMatchObject({ how: "exited", status: 0 })
})

it("a runner may close its side of the channel, and open calls are still answered", async () => {
  const { ending, printed } = await letLoose(
    `import { Socket } from "node:net"
     const channel = new Socket({ fd: 3, allowHalfOpen: true })
     channel.end('{"op":"tool_call","tool_call_id":"1","tool":"Echo","args":{"text":"last words"}}\\n')
     let text = ""
     channel.setEncoding("utf8").on("data", (piece) => {
       text += piece
       if (text.includes("tool_response")) { console.log(text.includes("last words")); process.exit() }
     })`
  )
  expect(ending).toMatchObject({ how: "exited", status: 0 })
  expect(printed.stdout).toBe("true\n")
})

it("closing the whole channel cancels the calls in flight, and the runner may continue without it", async () => {
  const { ending, told } = await letLoose(
    `${speaking}
     send({ op: "tool_call", tool_call_id: "1", tool: "stuck", args: {} })
     setTimeout(() => { channel.destroy(); setTimeout(() => process.exit(), 200) }, 50)`,
    { tools: [stuck] }
  )
  expect(ending).toMatchObject({ how: "exited", status: 0 })
  expect(told.filter(({ type }) => type === "runner.answered")).toMatchObject([
    { execution: { callId: "1", error: { why: "Cancelled" } } }
  ])
})

it("a process that a runner left behind ends with the runner", async () => {
  const { ending, printed } = await letLoose(
    `import { spawn } from "node:child_process"
     const child = spawn("/bin/sh", ["-c", "trap '' TERM; while :; do sleep 1; done"], {
       detached: true,
       stdio: ["ignore", "inherit", "inherit", 3]
     })
     child.unref()
     console.log(child.pid)
     process.exit(0)`
  )
  expect(ending).toMatchObject({ how: "exited", status: 0 })
  expect(isAlive(Number(printed.stdout))).toBe(false)
})

it("a runner that ignores SIGTERM is killed", async () => {
  const supervisor = await openSupervisor()
  const started = await supervisor.start(
    script(`process.on("SIGTERM", () => {}); console.log(process.pid); ${stays}`),
    {
      bounds: { shutdownMs: 50, terminateMs: 50 }
    }
  )
  await started.until(() => started.printed.stdout !== "")
  expect(await started.stop("enough")).toMatchObject({
    how: "stopped",
    signal: "SIGKILL",
    message: 'Runner "agent-1" was stopped: enough.'
  })
  expect(isAlive(Number(started.printed.stdout))).toBe(false)
})

it("a runner that ends after the shutdown message receives no signal", async () => {
  const supervisor = await openSupervisor()
  const started = await supervisor.start(
    script(
      `${speaking} console.log("ready"); const { reason } = await nextOf("shutdown"); console.log(reason); process.exit(0)`
    )
  )
  await started.until(() => started.printed.stdout !== "")
  expect(await started.stop("enough")).toMatchObject({ how: "stopped", status: 0 })
  expect(started.printed.stdout).toBe("ready\nenough\n")
})

it("a crash cancels the runner's calls and affects no other runner", async () => {
  const { ending, told } = await letLoose(
    `${speaking}
     send({ op: "tool_call", tool_call_id: "1", tool: "stuck", args: {} })
     setTimeout(() => process.kill(process.pid, "SIGSEGV"), 50)`,
    { tools: [stuck] }
  )
  expect(ending).toMatchObject({ how: "signalled", signal: "SIGSEGV" })
  expect(told.filter(({ type }) => type === "runner.answered")).toMatchObject([
    { execution: { error: { why: "Cancelled" } } }
  ])
})

const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}
