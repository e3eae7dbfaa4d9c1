/** A line of the filter's source: a label for the next instruction, or an instruction. */
export type FilterLine =
  | { readonly place: string }
  /** Loads 32 bits at this offset of the kernel's `seccomp_data`. The following tests use them. */
  | { readonly load: number }
  /** Jumps to the label of the outcome, or continues with the next line if there is no label. */
  | { readonly test: keyof typeof tests; readonly value: number; readonly yes?: string; readonly no?: string }
  | { readonly goTo: string }
  | { readonly answer: number }

const tests = { equals: 0x15, isAbove: 0x25, hasAnyOf: 0x45 }
const loadWord = 0x20
const jump = 0x05
const giveAnswer = 0x06

/** An instruction has a code, two jump distances, and a value. */
const instructionBytes = 8

/** Assembles the source into classic BPF, which can only jump forward. */
export const assemble = (text: ReadonlyArray<FilterLine>): Buffer => {
  const { places, instructions } = laidOut(text)
  const bytes = Buffer.alloc(instructions.length * instructionBytes)
  for (const [at, line] of instructions.entries()) {
    const distance = (name: string | undefined, most: number) => {
      if (name === undefined) return 0
      const ahead = (places.get(name) ?? Number.NaN) - at - 1
      if (!(ahead >= 0 && ahead <= most)) throw new RangeError(`A filter cannot jump to "${name}" from line ${at}.`)
      return ahead
    }
    const write = (code: number, value: number, yes = 0, no = 0) => {
      bytes.writeUInt16LE(code, at * instructionBytes)
      bytes.writeUInt8(yes, at * instructionBytes + 2)
      bytes.writeUInt8(no, at * instructionBytes + 3)
      bytes.writeUInt32LE(value, at * instructionBytes + 4)
    }
    if ("load" in line) write(loadWord, line.load)
    else if ("answer" in line) write(giveAnswer, line.answer)
    else if ("goTo" in line) write(jump, distance(line.goTo, farthestJump))
    else write(tests[line.test], line.value, distance(line.yes, farthestTest), distance(line.no, farthestTest))
  }
  return bytes
}

/** The longest jump of a test: the distance has one byte. */
const farthestTest = 255
const farthestJump = 4095

const laidOut = (text: ReadonlyArray<FilterLine>) => {
  const places = new Map<string, number>()
  const instructions: Array<Exclude<FilterLine, { readonly place: string }>> = []
  for (const line of text)
    if ("place" in line) places.set(line.place, instructions.length)
    else instructions.push(line)
  return { places, instructions }
}
