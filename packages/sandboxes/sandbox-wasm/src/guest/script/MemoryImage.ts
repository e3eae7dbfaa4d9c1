import type { QuickJsExports } from "./QuickJsExports.ts"

/**
 * The state of a QuickJS instance: its memory and its stack pointer. There is no other state: the stack pointer is the
 * module's only global, and its table never changes.
 */
export interface MemoryImage {
  readonly pages: number
  readonly stackPointer: number
  /** The memory from the stack pointer to the end of the heap. The stack below it is unused between two calls. */
  readonly bytes: Uint8Array
}

/** Copies the state of an instance that is not inside a call. */
export const takeImage = ({ memory, __stack_pointer }: QuickJsExports): MemoryImage => {
  const stackPointer = __stack_pointer.value
  const bytes = new Uint8Array(memory.buffer, stackPointer)
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1
  return { pages: memory.buffer.byteLength / pageBytes, stackPointer, bytes: bytes.slice(0, end) }
}

/** Restores the state into a new instance of the same module. */
export const restoreImage = ({ memory, __stack_pointer }: QuickJsExports, image: MemoryImage): void => {
  // The memory must have the image's size exactly, because the heap's bookkeeping is part of the image. New memory is
  // zero.
  memory.grow(image.pages - memory.buffer.byteLength / pageBytes)
  new Uint8Array(memory.buffer).set(image.bytes, image.stackPointer)
  __stack_pointer.value = image.stackPointer
}

const pageBytes = 65_536
