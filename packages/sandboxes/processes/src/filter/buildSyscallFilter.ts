import { assemble, type FilterLine } from "./assemble.ts"
import { type Architecture, type CallName, callNumbers, lastKnownCall } from "./callNumbers.ts"
import { type ArgumentTest, type Errno, refusals, type SyscallRefusal } from "./refusals.ts"

/**
 * Returns the system call filter for an architecture, as classic BPF. The kernel runs it before every call of the
 * program and its children. A refused call returns an error; no process is killed.
 */
export const buildSyscallFilter = (architecture: Architecture): Buffer => {
  const { audit, foreign } = machines[architecture]
  return assemble([
    { load: architectureAt },
    { test: "equals", value: audit, no: "foreign" },
    { load: numberAt },
    // x86-64 also accepts the calls of x32, which all have higher numbers.
    { test: "isAbove", value: lastKnownCall, yes: "ENOSYS" },
    ...conditional(architecture),
    ...unconditional(architecture),
    { goTo: "allowed" },
    { place: "foreign" },
    ...foreignCalls(foreign),
    { place: "ENOSYS" },
    { answer: refusing("ENOSYS") },
    { place: "EPERM" },
    { answer: refusing("EPERM") },
    { place: "EAFNOSUPPORT" },
    { answer: refusing("EAFNOSUPPORT") },
    { place: "allowed" },
    { answer: allowed }
  ])
}

/** Offsets in the kernel's `struct seccomp_data`. */
const numberAt = 0
const architectureAt = 4
const argumentAt = (index: number) => 16 + 8 * index

const allowed = 0x7fff0000
const refusing = (errno: Errno) => 0x00050000 | errnoNumbers[errno]
const errnoNumbers: Readonly<Record<Errno, number>> = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 }

interface Machine {
  /** The kernel's id of the architecture. */
  readonly audit: number
  /** The 32-bit architecture of the same machine, with its numbers of `exit` and `exit_group`. */
  readonly foreign: { readonly audit: number; readonly exits: ReadonlyArray<number> }
}

const machines: Readonly<Record<Architecture, Machine>> = {
  x64: { audit: 0xc000003e, foreign: { audit: 0x40000003, exits: [1, 252] } },
  arm64: { audit: 0xc00000b7, foreign: { audit: 0x40000028, exits: [1, 248] } }
}

/** Other architectures have other call numbers and arguments, so their programs may only exit. */
const foreignCalls = ({ audit, exits }: Machine["foreign"]): ReadonlyArray<FilterLine> => [
  { test: "equals", value: audit, no: "ENOSYS" },
  { load: numberAt },
  ...exits.map((value): FilterLine => ({ test: "equals", value, yes: "allowed" }))
]

const conditional = (architecture: Architecture): ReadonlyArray<FilterLine> => {
  const byCall = new Map<CallName, Array<SyscallRefusal>>()
  for (const refusal of refusals)
    if (refusal.when !== undefined)
      for (const call of refusal.calls) byCall.set(call, [...(byCall.get(call) ?? []), refusal])
  return [...byCall].flatMap(([call, those]) => {
    const number = numberOf(architecture, call)
    if (number === undefined) return []
    const judged = those.flatMap(({ when = [], errno }, index): ReadonlyArray<FilterLine> => {
      const passed = `${call} passed ${index}`
      return [...when.flatMap((test, at) => lines(test, passed, `${passed}.${at}`)), { goTo: errno }, { place: passed }]
    })
    const next = `after ${call}`
    return [{ test: "equals", value: number, no: next }, ...judged, { goTo: "allowed" }, { place: next }]
  })
}

/** Returns lines that go on if the test holds, and jump to `passed` if not. */
const lines = (test: ArgumentTest, passed: string, holds: string): ReadonlyArray<FilterLine> => {
  const load: FilterLine = { load: argumentAt(test.argument) }
  if ("hasAnyOf" in test) return [load, { test: "hasAnyOf", value: test.hasAnyOf, no: passed }]
  if ("isNoneOf" in test)
    return [load, ...test.isNoneOf.map((value): FilterLine => ({ test: "equals", value, yes: passed }))]
  const any = test.isOneOf.map((value): FilterLine => ({ test: "equals", value, yes: holds }))
  return [load, ...any, { goTo: passed }, { place: holds }]
}

const unconditional = (architecture: Architecture): ReadonlyArray<FilterLine> =>
  refusals
    .filter(({ when }) => when === undefined)
    .flatMap(({ calls, errno }) => calls.map((call) => ({ value: numberOf(architecture, call), errno })))
    .flatMap(({ value, errno }) => (value === undefined ? [] : [{ test: "equals", value, yes: errno } as const]))

const numberOf = (architecture: Architecture, call: CallName): number | undefined => {
  const numbers: Partial<Record<Architecture, number>> = callNumbers[call]
  return numbers[architecture]
}
