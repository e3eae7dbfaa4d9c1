import type { QuickJsExports } from "./QuickJsExports.ts"

/**
 * The state of an instance of QuickJS: its memory, and where its stack begins. It has no other state: the stack pointer
 * is the module's only global, and its table never changes.
 */
export interface MemoryImage {
  readonly pages: number
  readonly stackPointer: number
  /**
   * The memory from the stack pointer to the end of the heap. Below lies the stack, of which nothing is in use between
   * two calls.
   */
  readonly bytes: Uint8Array
}

/** Takes the image of an instance that is not inside a call. */
export const imageOf = ({ memory, __stack_pointer }: QuickJsExports): MemoryImage => {
  const stackPointer = __stack_pointer.value
  const bytes = new Uint8Array(memory.buffer, stackPointer)
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1
  return { pages: memory.buffer.byteLength / pageBytes, stackPointer, bytes: bytes.slice(0, end) }
}

/** Brings a new instance of the same module into the state of the image. */
export const restoreImage = ({ memory, __stack_pointer }: QuickJsExports, image: MemoryImage): void => {
  // The memory must have exactly the image's size, because the image knows which parts are in use. The new memory is
  // zero.
  memory.grow(image.pages - memory.buffer.byteLength / pageBytes)
  new Uint8Array(memory.buffer).set(image.bytes, image.stackPointer)
  __stack_pointer.value = image.stackPointer
}

const pageBytes = 65_536
