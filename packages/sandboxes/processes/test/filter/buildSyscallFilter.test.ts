import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { buildSyscallFilter } from "../../src/filter/buildSyscallFilter.ts"
import { type CallName, callNumbers, lastKnownCall } from "../../src/filter/callNumbers.ts"
import { refusals, type SyscallRefusal } from "../../src/filter/refusals.ts"
import { interpret } from "./interpret.ts"

const allowed = "allowed"
const said = (answer: number) =>
  ({ 2147418112: allowed, 327681: "EPERM", 327718: "ENOSYS", 327777: "EAFNOSUPPORT" })[answer] ??
  `0x${answer.toString(16)}`

const machines = [
  { name: "x64", audit: 0xc000003e, foreign: { audit: 0x40000003, exits: [1, 252], chmod: 15 } },
  { name: "arm64", audit: 0xc00000b7, foreign: { audit: 0x40000028, exits: [1, 248], chmod: 15 } }
] as const

describe.each(machines)("the filter of $name", ({ name: architecture, audit, foreign }) => {
  const filter = buildSyscallFilter(architecture)
  const numbers = callNumbers as Record<CallName, { readonly x64?: number; readonly arm64?: number }>
  const asked = (number: number, args: ReadonlyArray<bigint | number> = []) =>
    said(interpret(filter, { audit, number, args }))
  /** Returns the filter's answer to a call, or "does not exist" on this architecture. */
  const call = (name: CallName, ...args: ReadonlyArray<bigint | number>) => {
    const number = numbers[name][architecture]
    return number === undefined ? "does not exist" : asked(number, args)
  }

  // Reads the table a second time, without jumps.
  const expected = (number: number, args: ReadonlyArray<bigint>): string => {
    if (number > lastKnownCall) return "ENOSYS"
    const holds = ({ when = [] }: SyscallRefusal) =>
      when.every((test) => {
        const low = Number(BigInt.asUintN(32, args[test.argument] ?? 0n))
        if ("hasAnyOf" in test) return (low & test.hasAnyOf) !== 0
        return "isOneOf" in test ? test.isOneOf.includes(low) : !test.isNoneOf.includes(low)
      })
    const about = refusals.filter(({ calls }) => calls.some((one) => numbers[one][architecture] === number))
    return about.find(holds)?.errno ?? allowed
  }

  it("decides every call according to its table, with any arguments", () => {
    const telling = refusals.flatMap(({ when = [] }) =>
      when.flatMap((test) => ("hasAnyOf" in test ? [test.hasAnyOf] : "isOneOf" in test ? test.isOneOf : test.isNoneOf))
    )
    const argument = fc.oneof(
      fc.constantFrom(...telling.map(BigInt)),
      fc.constantFrom(...telling).map((value) => BigInt(value) | (0x1234n << 32n)),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.constant(0n)
    )
    const number = fc.oneof(
      fc.constantFrom(...Object.values(numbers).map((one) => one[architecture] ?? 0)),
      fc.nat(600)
    )
    fc.assert(
      fc.property(number, fc.array(argument, { minLength: 6, maxLength: 6 }), (at, args) => {
        expect(asked(at, args)).toBe(expected(at, args))
      }),
      runs(5_000)
    )
    for (let at = 0; at < 2_000; at++) expect([at, asked(at)]).toEqual([at, expected(at, [])])
  })

  it("refuses every way to set a file to run as its owner or group, and none to set other modes", () => {
    const creates = 0o100
    const unnamed = 0o20200000
    for (const bits of [0o4755, 0o2755, 0o6755, 0o4000, 0o2000, 0o102755]) {
      const answers = [
        call("chmod", 0, bits),
        call("fchmod", 3, bits),
        call("fchmodat", -100, 0, bits),
        call("fchmodat2", -100, 0, bits, 0x100),
        call("open", 0, creates, bits),
        call("openat", -100, 0, creates | 1, bits),
        call("openat", -100, 0, unnamed | 2, bits),
        call("creat", 0, bits),
        call("mknod", 0, 0o100000 | bits),
        call("mknodat", -100, 0, 0o100000 | bits)
      ]
      expect(new Set(answers.filter((answer) => answer !== "does not exist"))).toEqual(new Set(["EPERM"]))
      // Above the 16 bits that the kernel reads of a mode, there may be anything.
      expect(call("fchmodat", -100, 0, BigInt(bits) | (1n << 40n))).toBe("EPERM")
    }
    const harmless = [0o755, 0o1777, 0o644, 0, 0o100644]
    for (const bits of harmless) expect(call("fchmodat", -100, 0, bits)).toBe(allowed)
    // Without a file to create, the mode is an arbitrary register value.
    expect(call("openat", -100, 0, 0, 0o6777)).toBe(allowed)
  })

  it("allows internet and local sockets and, of the kernel's services, its routes", () => {
    const sockets = Array.from({ length: 64 }, (_none, family) => [family, call("socket", family, 1, 0)] as const)
    const open = sockets.filter(([, answer]) => answer === allowed).map(([family]) => family)
    expect(open).toEqual([1, 2, 10, 16])
    expect(new Set(sockets.map(([, answer]) => answer))).toEqual(new Set([allowed, "EAFNOSUPPORT"]))
    expect([call("socket", 16, 3, 15), call("socketpair", 40, 1, 0), call("socketpair", 1, 1, 0)]).toEqual([
      "EAFNOSUPPORT",
      "EAFNOSUPPORT",
      allowed
    ])
    // The kernel reads only 32 bits of a family.
    expect(call("socket", (1n << 32n) | 40n, 1, 0)).toBe("EAFNOSUPPORT")
  })

  it("allows threads and processes, and no namespace", () => {
    const thread = 0x3d0f00
    const fork = 0x1200011
    expect([call("clone", thread), call("clone", fork), call("unshare", 0x400)]).toEqual([allowed, allowed, allowed])
    for (const flag of [0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000])
      expect([call("clone", fork | flag), call("unshare", flag)]).toEqual(["EPERM", "EPERM"])
    expect([call("clone3"), call("openat2")]).toEqual(["ENOSYS", "ENOSYS"])
  })

  it("prevents input into a terminal", () => {
    expect([0x5412, 0x541c, 0x5423].map((command) => call("ioctl", 0, command))).toEqual(["EPERM", "EPERM", "EPERM"])
    expect(call("ioctl", 0, (1n << 32n) | 0x5412n)).toBe("EPERM")
    expect([0x5401, 0x5413, 0x541b].map((command) => call("ioctl", 0, command))).toEqual([allowed, allowed, allowed])
  })

  it("lets a program of the machine's 32-bit architecture only exit", () => {
    const as32 = (number: number) => said(interpret(filter, { audit: foreign.audit, number, args: [0, 0o755] }))
    const open = Array.from({ length: 600 }, (_none, number) => number).filter((number) => as32(number) === allowed)
    expect(open).toEqual(foreign.exits)
    expect(as32(foreign.chmod)).toBe("ENOSYS")
    // A call of any other architecture is refused.
    expect(said(interpret(filter, { audit: 0xdeadbeef, number: 1 }))).toBe("ENOSYS")
  })

  it("refuses the second set of numbers that the kernel of x86-64 accepts", () => {
    for (const number of [0, 2, 90, 512, 547, 0xffff_ffff - 0x40000000])
      expect(asked(0x40000000 + number, [0, 0o755])).toBe("ENOSYS")
    expect(asked(0xffff_ffff)).toBe("ENOSYS")
  })
})
