/** Handwritten modules of maximum size. */

const leb = (value: number): ReadonlyArray<number> => {
  const bytes: Array<number> = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return [...bytes, rest]
}

const vector = (items: ReadonlyArray<Uint8Array | ReadonlyArray<number>>): Buffer =>
  Buffer.concat([Uint8Array.from(leb(items.length)), ...items.map((item) => Uint8Array.from(item))])

const section = (id: number, contents: Uint8Array): Buffer =>
  Buffer.concat([Uint8Array.from([id, ...leb(contents.length)]), contents])

const name = (text: string) => [...leb(text.length), ...Buffer.from(text)]

/** The parts of a module in addition to a memory and a function `_start` that does nothing. */
interface Parts {
  readonly types?: ReadonlyArray<ReadonlyArray<number>>
  /** The code of functions without variables. */
  readonly bodies?: ReadonlyArray<Uint8Array>
  readonly exports?: ReadonlyArray<string>
  readonly data?: Uint8Array
}

export const moduleOf = ({ types = [], bodies = [], exports = [], data }: Parts): Uint8Array => {
  const functions = [new Uint8Array(), ...bodies].map((code) => {
    const size = code.length + 2
    return Buffer.concat([Uint8Array.from([...leb(size), 0]), code, Uint8Array.of(0x0b)])
  })
  const exported = exports.map((text) => [...name(text), 0, 0])
  return Buffer.concat([
    Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
    section(1, vector([[0x60, 0, 0], ...types])),
    section(3, vector(functions.map(() => [0]))),
    section(5, vector([[0, 1]])),
    section(7, vector([[...name("memory"), 2, 0], [...name("_start"), 0, 0], ...exported])),
    section(10, vector(functions)),
    ...(data === undefined
      ? []
      : [section(11, vector([Buffer.concat([Uint8Array.from([1, ...leb(data.length)]), data])]))])
  ])
}

/** Returns code that repeats an instruction without effect, or a constant that is dropped. */
const code = (bytes: number, instructions: ReadonlyArray<number>) =>
  Buffer.alloc(bytes - (bytes % instructions.length), Uint8Array.from(instructions))

/** The large modules, of some 30 MiB each. */
export const large: Readonly<Record<string, () => Uint8Array>> = {
  "a segment of data": () => moduleOf({ data: Buffer.alloc(30 * 2 ** 20, 7) }),
  "few large functions": () => moduleOf({ bodies: new Array(4).fill(code(7_500_000, [0x01])) }),
  "many small functions": () => moduleOf({ bodies: new Array(99_999).fill(code(300, [0x41, 0, 0x1a])) }),
  "long names of exports": () =>
    moduleOf({ exports: Array.from({ length: 9_998 }, (_, n) => String(n).padEnd(3_000, "x")) })
}
