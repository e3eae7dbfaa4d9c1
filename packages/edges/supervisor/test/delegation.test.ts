import { describe, expect, it } from "vitest"
import { loose, openSupervisor, script, speaking } from "./openSupervisor.ts"

/** A parent that starts one child, prints the answer and the end of the child, and ends. */
const parentOf = (child: string, demand: object) =>
  script(`${speaking}
    const command = [process.execPath, "--input-type=module", "-e", ${JSON.stringify(child)}]
    send({ op: "agent_start", agent_id: "1", agent: "child", command, ...${JSON.stringify(demand)} })
    const started = await nextOf("agent_started")
    console.log(JSON.stringify(started))
    if (started.ok) console.log(JSON.stringify(await nextOf("agent_ended")))
    process.exit()`)

const calls = (tool: string, args: object) =>
  `${speaking}
   send({ op: "tool_call", tool_call_id: "1", tool: ${JSON.stringify(tool)}, args: ${JSON.stringify(args)} })
   const { ok, error, message } = await nextOf("tool_response")
   console.log(JSON.stringify({ ok, error, message }))
   process.exit()`

const lines = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

describe("a child agent", () => {
  it("uses its parent's permissions under its own name", async () => {
    const { start } = await openSupervisor()
    const { ended, printed, told } = await start(
      parentOf(calls("Echo", { text: "hello" }), { ceiling: { tools: ["Echo"] } })
    )
    await ended
    expect(lines(printed.stdout)).toEqual([
      { op: "agent_started", agent_id: "1", ok: true },
      { ok: true },
      { op: "agent_ended", agent_id: "1", ok: true, message: 'Runner "child" ended by itself.' }
    ])
    expect(told.filter(({ agent }) => agent === "child").map(({ type }) => type)).toEqual([
      "runner.started",
      "runner.called",
      "runner.answered",
      "runner.ended"
    ])
  })

  it("cannot do what its ceiling excludes", async () => {
    const { start } = await openSupervisor()
    const { ended, printed } = await start(
      parentOf(calls("write_file", { path: "a", content: "" }), { ceiling: { tools: ["Echo"] } })
    )
    await ended
    expect(lines(printed.stdout)[1]).toMatchObject({ ok: false, error: "permission_denied" })
  })

  it.each([
    ["a tool", { tools: ["Echo", "Write"] }, 'the tool "Write"'],
    ["files", { files: [{ path: "/etc", mode: "r" }] }, "/etc"],
    ["a mode", { files: [{ path: "/srv/work", mode: "rw" }] }, "/srv/work"],
    ["a host", { hosts: [{ host: "evil.example" }] }, "evil.example"],
    ["to change something", { read_only: false }, "to change something"]
  ])("is not started if it demands more than its parent has: %s", async (_what, ceiling, says) => {
    const { start, logs } = await openSupervisor()
    const { ended, printed, told } = await start(parentOf("process.exit()", { ceiling }), {
      principal: {
        agent: "parent",
        ceiling: {
          tools: ["Echo"],
          files: [{ path: "/srv/work" as never, mode: "r" }],
          hosts: [{ host: "good.example", port: "any" }],
          readOnly: true
        }
      }
    })
    await ended
    expect(lines(printed.stdout)).toEqual([
      {
        op: "agent_started",
        agent_id: "1",
        ok: false,
        error: "permission_denied",
        message: expect.stringContaining(says)
      }
    ])
    expect(logs.join("\n")).toMatch(/level=WARN .*agent=parent child=child/)
    expect(told.map(({ type }) => type)).toContain("runner.delegation_refused")
    expect(told.map(({ agent }) => agent)).not.toContain("child")
  })

  it.each([
    ["of its message", { sandbox: "wasm" }, "/sandbox"],
    ["of its ceiling", { ceiling: { tools: ["Echo"], no_shell: true } }, "/ceiling/no_shell"],
    ["of a host in it", { ceiling: { hosts: [{ host: "h", paths: ["/a"] }] } }, "/ceiling/hosts/0/paths"]
  ])(
    "is not started with an unknown member %s, because it could be a restriction; its parent continues",
    async (_of, demand, at) => {
      const { start, logs } = await openSupervisor()
      const { ended, printed, told } = await start(parentOf("process.exit()", demand))
      expect(await ended).toMatchObject({ how: "exited", status: 0 })
      expect(lines(printed.stdout)).toEqual([
        {
          op: "agent_started",
          agent_id: "1",
          ok: false,
          error: "invalid_args",
          message: expect.stringContaining(`"${at}" is an unknown member.`)
        }
      ])
      expect(logs.join("\n")).toMatch(/level=WARN .*child=child/)
      expect(told.map(({ type }) => type)).toContain("runner.delegation_refused")
    }
  )

  it("is not started with a tool that the policy does not let its parent call", async () => {
    const { start } = await openSupervisor({
      policy: "version: 1\nagents:\n  parent: { tools: [Echo] }\n  child: { tools: [Echo, Read] }\n"
    })
    const { ended, printed } = await start(parentOf("process.exit()", { ceiling: { tools: ["Echo", "Read"] } }), {
      agent: "parent"
    })
    await ended
    expect(lines(printed.stdout)).toMatchObject([{ ok: false, message: expect.stringContaining('the tool "Read"') }])
  })

  it("counts towards its parent's quota", async () => {
    const { start } = await openSupervisor({ policy: "version: 1\nquotas: { Echo: { per_agent: 1 } }\n" })
    const { ended, printed } = await start(
      script(`${speaking}
        send({ op: "tool_call", tool_call_id: "1", tool: "Echo", args: { text: "" } })
        console.log(JSON.stringify({ ok: (await nextOf("tool_response")).ok }))
        const command = [process.execPath, "--input-type=module", "-e", ${JSON.stringify(calls("Echo", { text: "" }))}]
        send({ op: "agent_start", agent_id: "1", agent: "child", command })
        await nextOf("agent_ended")
        process.exit()`)
    )
    await ended
    expect(lines(printed.stdout)).toMatchObject([{ ok: true }, { ok: false, error: "permission_denied" }])
  })

  it("ends with its parent", async () => {
    const { start } = await openSupervisor()
    const { ended, told } = await start(
      script(`${speaking}
        const command = [process.execPath, "-e", "setInterval(() => {}, 1000)"]
        send({ op: "agent_start", agent_id: "1", agent: "child", command })
        await nextOf("agent_started")
        process.exit(3)`),
      { bounds: { shutdownMs: 50 } }
    )
    expect(await ended).toMatchObject({ how: "exited", status: 3 })
    expect(told.map(({ agent, type }) => `${agent} ${type}`)).toEqual([
      "agent-1 runner.started",
      "child runner.started",
      "agent-1 runner.delegated",
      "child runner.ended",
      "agent-1 runner.ended"
    ])
  })

  it("ends at its parent's request", async () => {
    const { start } = await openSupervisor()
    const { ended, printed } = await start(
      script(`${speaking}
        const command = [process.execPath, "-e", "setInterval(() => {}, 1000)"]
        send({ op: "agent_start", agent_id: "1", agent: "child", command })
        await nextOf("agent_started")
        for (const agent_id of ["1", "2"]) send({ op: "agent_stop", agent_id })
        console.log((await nextOf("agent_ended")).message)
        process.exit()`),
      { bounds: { shutdownMs: 50 } }
    )
    await ended
    expect(printed.stdout).toBe('Runner "child" was stopped: its parent ended it.\n')
  })

  it("has the same limits and confinement as its parent", async () => {
    const { start } = await openSupervisor()
    const { ended, printed } = await start(
      parentOf("console.log(JSON.stringify({ secret: process.env.OWN, mark: process.env.MARK })); process.exit()", {}),
      { grant: { ...loose, access: { ...loose.access, env: [] } }, env: { MARK: "given" } }
    )
    await ended
    expect(lines(printed.stdout)[1]).toEqual({ mark: "given" })
  })

  it("counts toward the limit on all descendants", async () => {
    const { start } = await openSupervisor()
    const { ended, printed } = await start(
      script(`${speaking}
        const command = [process.execPath, "-e", "setInterval(() => {}, 1000)"]
        for (let i = 0; i < 3; i++) send({ op: "agent_start", agent_id: "" + i, agent: "child", command })
        for (let i = 0; i < 3; i++) console.log(JSON.stringify(await nextOf("agent_started")))
        process.exit()`),
      { bounds: { children: 2, shutdownMs: 50 } }
    )
    await ended
    const answers = lines(printed.stdout)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      error: "permission_denied",
      message: expect.stringContaining("2 agents run")
    })
  })

  it("cannot be started by the last generation", async () => {
    const { start } = await openSupervisor()
    const { ended, printed } = await start(parentOf("process.exit()", {}), { bounds: { generations: 0 } })
    await ended
    expect(lines(printed.stdout)[0]).toMatchObject({
      ok: false,
      message: expect.stringContaining("at this depth may not start others")
    })
  })

  it("with a missing program is refused with the reason", async () => {
    const { start } = await openSupervisor()
    const { ended, printed } = await start(
      script(`${speaking}
        send({ op: "agent_start", agent_id: "1", agent: "child", command: ["/nowhere/at/all"] })
        const { ok } = await nextOf("agent_started")
        console.log(JSON.stringify(ok ? await nextOf("agent_ended") : { ok }))
        process.exit()`)
    )
    await ended
    expect(lines(printed.stdout)[0]).toMatchObject({ ok: false })
  })
})
