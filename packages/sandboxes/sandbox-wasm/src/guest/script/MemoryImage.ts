import type { QuickJsExports } from "./QuickJsExports.ts"

/**
 * What an instance of QuickJS has become: its memory, and where its stack begins. It has no other state: the stack pointer is the
 * module's only global, and its table never changes.
 */
export interface MemoryImage {
  readonly pages: number
  readonly stackPointer: number
  /** From the stack pointer up to the heap's end. Below is the stack, of which nothing is in use between two calls. */
  readonly bytes: Uint8Array
}

/** The image of an instance that is not inside a call. */
export const imageOf = ({ memory, __stack_pointer }: QuickJsExports): MemoryImage => {
  const stackPointer = __stack_pointer.value
  const bytes = new Uint8Array(memory.buffer, stackPointer)
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1
  return { pages: memory.buffer.byteLength / pageBytes, stackPointer, bytes: bytes.slice(0, end) }
}

/** Makes a new instance of the same module what the other had become. */
export const restoreImage = ({ memory, __stack_pointer }: QuickJsExports, image: MemoryImage): void => {
  // Exactly as large, since the image says what of it is given out already; what is new of it is zero.
  memory.grow(image.pages - memory.buffer.byteLength / pageBytes)
  new Uint8Array(memory.buffer).set(image.bytes, image.stackPointer)
  __stack_pointer.value = image.stackPointer
}

const pageBytes = 65_536
