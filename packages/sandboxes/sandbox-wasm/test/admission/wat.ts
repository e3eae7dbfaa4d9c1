import wabt from "wabt"

/** Assembles WebAssembly text with every feature that wabt knows. */
export const wat = async (text: string): Promise<Uint8Array> => {
  const features = { exceptions: true, threads: true, function_references: true, tail_call: true, gc: true }
  const newer = { memory64: true, multi_memory: true, extended_const: true, relaxed_simd: true }
  const module = (await wabt()).parseWat("test.wat", text, { ...features, ...newer })
  const { buffer } = module.toBinary({})
  module.destroy()
  return new Uint8Array(buffer)
}

/** Makes a command from a body, with the parts that every command has. */
export const command = (body: string) => wat(`(module ${body} (memory (export "memory") 1) (func (export "_start")))`)

/** Makes a binary from its sections, each a number and contents. */
export const binary = (...sections: ReadonlyArray<readonly [id: number, ...contents: ReadonlyArray<number>]>) =>
  Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...sections.flatMap(([id, ...contents]) => [id, contents.length, ...contents])
  ])

/** Makes a module by hand: `type` in addition to `() -> ()`, a `_start` with `code`, and a memory. */
export const byHand = (type: ReadonlyArray<number>, code: ReadonlyArray<number>, fields: ReadonlyArray<number> = []) =>
  binary(
    [1, type.length === 0 ? 1 : 2, 0x60, 0, 0, ...type],
    [3, 1, 0],
    [5, 1, 0, 1],
    ...(fields.length === 0 ? [] : [[fields[0] ?? 0, ...fields.slice(1)] as const]),
    [7, 2, ...name("memory"), 2, 0, ...name("_start"), 0, 0],
    [10, 1, code.length + 2, 0, ...code, 0x0b]
  )

const name = (text: string) => [text.length, ...Buffer.from(text)]
