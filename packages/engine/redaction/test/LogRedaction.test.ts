import { describe, expect, it } from "vitest"
import { LogRedaction } from "../src/LogRedaction.ts"

const address = "postgres://ada:hunter22@db.internal/shop"
const error = (given: Error) => (LogRedaction.line({ err: given }, "")[0] as { err: Error }).err

it("shows no secret of a tool's output that an app logs, in a text, a file or an address", () => {
  const [fields] = LogRedaction.line(
    {
      content: [
        { type: "text", text: "password=swordfish" },
        { type: "file", mediaType: "text/plain", text: "token=swordfish", uri: address, name: "a.env" },
        { type: "link", uri: "https://example.org/?token=swordfish", title: "A" }
      ]
    },
    ""
  )
  expect(fields).toEqual({
    content: [
      { type: "text", text: "password=[redacted]" },
      {
        type: "file",
        mediaType: "text/plain",
        text: "token=[redacted]",
        uri: "postgres://ada:[redacted]@db.internal/shop",
        name: "a.env"
      },
      { type: "link", uri: "https://example.org/?token=[redacted]", title: "A" }
    ]
  })
})

describe("an error in a log", () => {
  it("is copied, and the copy's message, stack, causes and members show no secret", () => {
    class ConnectionFailed extends TypeError {
      readonly address = address
      readonly options = { password: "swordfish", host: "db.internal" }
    }
    const cause = new Error(`cannot reach ${address}`, { cause: `at ${address}` })
    const logged = error(new ConnectionFailed(`no answer from ${address}`, { cause }))
    expect(logged).toBeInstanceOf(Error)
    expect(logged.constructor.name).toBe("ConnectionFailed")
    expect(logged.name).toBe("TypeError")
    expect(logged.message).toBe("no answer from postgres://ada:[redacted]@db.internal/shop")
    expect(logged.stack).toContain("no answer from postgres://ada:[redacted]@db.internal/shop\n    at ")
    expect((logged.cause as Error).message).toBe("cannot reach postgres://ada:[redacted]@db.internal/shop")
    expect((logged.cause as Error).cause).toBe("at postgres://ada:[redacted]@db.internal/shop")
    expect({ ...logged }).toEqual({
      address: "postgres://ada:[redacted]@db.internal/shop",
      options: { password: "[redacted]", host: "db.internal" }
    })
  })

  it("shows no secret of aggregated errors, nor one that another field reveals", () => {
    const [fields, message] = LogRedaction.line(
      { err: new AggregateError([new Error("swordfish failed")], "all failed"), password: "swordfish" },
      "tried swordfish"
    )
    const { errors } = (fields as { err: AggregateError }).err
    expect((errors[0] as Error).message).toBe("[redacted] failed")
    expect((errors[0] as Error).stack).not.toContain("swordfish")
    expect(message).toBe("tried [redacted]")
  })

  it("may be its own cause, and may throw when it is read", () => {
    const own = new Error("a")
    own.cause = own
    expect(error(own).cause).toBe("[circular]")
    const broken = Object.defineProperty(new Error("a"), "message", {
      get: () => {
        throw new Error("no")
      }
    })
    expect(error(broken)).toBe("[unreadable]")
  })
})

describe("fields of a log", () => {
  it("are copied as JSON would write them, bounded in depth and number", () => {
    const circle: Record<string, unknown> = { at: new Date(0), url: new URL("https://ada:hunter22@example.org/") }
    circle.self = circle
    const [fields] = LogRedaction.line({ circle, map: new Map([["a", 1]]), bytes: new Uint8Array(3) }, "")
    expect(fields).toEqual({
      circle: { at: "1970-01-01T00:00:00.000Z", url: "https://ada:[redacted]@example.org/", self: "[circular]" },
      map: [["a", 1]],
      bytes: "[3 bytes]"
    })
    const wide = LogRedaction.line({ list: Array.from({ length: 100_000 }, (_, at) => ({ at })) }, "")[0]
    expect(JSON.stringify(wide).length).toBeLessThan(100_000)
  })

  it("are cut where the search ends", () => {
    const [, message] = LogRedaction.line({}, "x".repeat(1_000_000))
    expect(message).toBe(`${"x".repeat(16_384)}… (983616 more characters)`)
  })
})
