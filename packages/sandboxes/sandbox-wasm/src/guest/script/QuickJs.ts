import { WebAssembly, type WebAssemblyModule } from "../../admission/WebAssembly.ts"
import { GuestFull, GuestMemory } from "./GuestMemory.ts"
import type { HostFunctions } from "./HostFunctions.ts"
import { type MemoryImage, restoreImage, takeImage } from "./MemoryImage.ts"
import { makeQuickJsImports } from "./makeQuickJsImports.ts"
import type { QuickJsExports, Value } from "./QuickJsExports.ts"

/** The guest's code threw this value. */
export class GuestThrew {
  readonly value: Value

  constructor(value: Value) {
    this.value = value
  }
}

/**
 * A virtual machine for one script. It is discarded as a whole, so values are freed only where many would accumulate.
 */
export class QuickJs {
  private readonly exports: QuickJsExports
  readonly memory: GuestMemory
  private readonly memoryBytes: number
  private readonly stackTop: number

  /** `memoryBytes`: the module's own maximum. */
  private constructor(module: WebAssemblyModule, memoryBytes: number, host: HostFunctions) {
    const { exports } = new WebAssembly.Instance(
      module,
      makeQuickJsImports(() => this, host)
    )
    this.exports = exports as unknown as QuickJsExports
    this.memory = new GuestMemory(this.exports)
    this.memoryBytes = memoryBytes
    this.stackTop = this.exports.__stack_pointer.value
  }

  /** Makes a virtual machine. Throws if the memory is too small. */
  static create(module: WebAssemblyModule, memoryBytes: number, host: HostFunctions): QuickJs {
    const made = new QuickJs(module, memoryBytes, host)
    made.exports._initialize()
    if (made.exports.qjs_init2(intrinsics) !== 0) throw new GuestFull()
    made.exports.qjs_set_memory_limit(memoryBytes)
    made.exports.qjs_set_max_stack_size(stackBytes)
    made.exports.qjs_set_module_loader(1)
    made.exports.qjs_set_promise_rejection_handler(1)
    return made
  }

  /**
   * Makes a virtual machine from an image of the same module with the same memory limit. Its host functions are new and
   * have the same names.
   */
  static restore(module: WebAssemblyModule, memoryBytes: number, host: HostFunctions, image: MemoryImage): QuickJs {
    const made = new QuickJs(module, memoryBytes, host)
    restoreImage(made.exports, image)
    return made
  }

  image(): MemoryImage {
    return takeImage(this.exports)
  }

  /** Whether the memory is at its maximum, which is the case after a small allocation has failed. */
  get full(): boolean {
    return this.exports.memory.buffer.byteLength >= this.memoryBytes
  }

  /** Whether the stack has overflowed past the start of the memory. */
  get stackPassed(): boolean {
    const pointer = this.exports.__stack_pointer.value
    return pointer < 4_096 || pointer > this.memoryBytes
  }

  /** Whether the stack has ever reached the engine's limit. Only the stack writes there. */
  get stackUsed(): boolean {
    return this.memory.bytes().findIndex((byte) => byte !== 0) < this.stackTop - stackBytes
  }

  /** Runs a script and returns its last value, or runs a module and returns a promise of its namespace. */
  evaluate(source: string, name: string, kind: "script" | "module"): Value {
    return this.memory.withText(source, (text, length) =>
      this.memory.withText(name, (nameAt) =>
        this.checked(this.exports.qjs_eval(text, length, nameAt, kind === "module" ? asModule : 0))
      )
    )
  }

  /**
   * Compiles a module and resolves its imports without running it. Throws like an evaluation that fails before running.
   */
  compile(source: string, name: string): void {
    const sizeAt = this.memory.allocate(4)
    const compiled = this.memory.withText(source, (text, length) =>
      this.memory.withText(name, (nameAt) => this.exports.qjs_compile(text, length, nameAt, asModule, 0, sizeAt))
    )
    this.exports.wasm_free(sizeAt)
    if (compiled === 0) throw new GuestThrew(this.exports.qjs_get_exception())
    this.exports.wasm_free(compiled)
  }

  call(callee: Value, ...args: ReadonlyArray<Value>): Value {
    const list = this.memory.allocate(Math.max(1, args.length) * 4)
    const view = this.memory.view()
    for (const [index, arg] of args.entries()) view.setUint32(list + index * 4, arg, true)
    const result = this.exports.qjs_call(callee, this.undefined, args.length, list)
    this.exports.wasm_free(list)
    return this.checked(result)
  }

  hostFunction(name: string): Value {
    return this.memory.withText(name, (text, length) => this.exports.qjs_new_host_function(text, length, 0))
  }

  get undefined(): Value {
    return this.exports.qjs_get_undefined()
  }

  boolean(value: boolean): Value {
    return value ? this.exports.qjs_get_true() : this.exports.qjs_get_false()
  }

  number(value: number): Value {
    return this.exports.qjs_new_number(value)
  }

  string(value: string): Value {
    return this.memory.withText(value, (text, length) => this.checked(this.exports.qjs_new_string(text, length)))
  }

  property(object: Value, name: string): Value {
    return this.memory.withText(name, (text) => this.checked(this.exports.qjs_get_prop_string(object, text)))
  }

  first(list: Value): Value {
    return this.checked(this.exports.qjs_get_prop_uint32(list, 0))
  }

  kindOf(value: Value): "undefined" | "null" | "string" | "number" | "function" | "promise" | "other" {
    if (this.exports.qjs_is_undefined(value) !== 0) return "undefined"
    if (this.exports.qjs_is_null(value) !== 0) return "null"
    if (this.exports.qjs_is_string(value) !== 0) return "string"
    if (this.exports.qjs_is_number(value) !== 0) return "number"
    if (this.exports.qjs_is_promise(value) !== 0) return "promise"
    return this.exports.qjs_is_function(value) !== 0 ? "function" : "other"
  }

  toNumber(value: Value): number {
    return this.exports.qjs_get_float64(value)
  }

  /** Returns the text of a string. Check the kind first: other values would run the guest's conversion. */
  toText(value: Value): string {
    const lengthAt = this.memory.allocate(4)
    const text = this.exports.qjs_get_string_len(value, lengthAt)
    if (text === 0) throw new GuestFull()
    const read = this.memory.textAt(text, this.memory.view().getUint32(lengthAt, true))
    this.exports.qjs_free_cstring(text)
    this.exports.wasm_free(lengthAt)
    return read
  }

  /** Returns the engine's state of a promise, even if the guest has replaced its methods. */
  promise(
    promise: Value
  ): { readonly state: "pending" } | { readonly state: "fulfilled" | "rejected"; readonly value: Value } {
    const state = this.exports.qjs_promise_state(promise)
    if (state === 0) return { state: "pending" }
    return { state: state === 1 ? "fulfilled" : "rejected", value: this.exports.qjs_promise_result(promise) }
  }

  /**
   * Returns the address of an object, which is the same for all its boxes. The address is not reused until all boxes
   * are freed.
   */
  addressOf(object: Value): number {
    return this.exports.qjs_get_value_ptr(object)
  }

  /** Runs the next pending job, such as the code after an `await`. Returns false if there is no job. */
  runJob(): boolean {
    if (this.exports.qjs_is_job_pending() === 0) return false
    if (this.exports.qjs_execute_pending_job() < 0) throw new GuestThrew(this.exports.qjs_get_exception())
    return true
  }

  /** Returns an error that the engine raised and then ignored. That happens if the engine has no memory for a job. */
  passedOver(): Value | undefined {
    const error = this.exports.qjs_get_exception()
    return this.exports.qjs_is_error(error) === 0 ? undefined : error
  }

  free(value: Value): void {
    this.exports.qjs_free_value(value)
  }

  /** Makes the engine throw an error when it continues. */
  raise(message: string): void {
    const error = this.exports.qjs_new_error()
    this.memory.withText("message", (name) => this.exports.qjs_set_prop_string(error, name, this.string(message)))
    this.exports.qjs_throw(error)
  }

  private checked(result: Value): Value {
    if (result === 0) throw new GuestFull()
    if (this.exports.qjs_is_exception(result) === 0) return result
    throw new GuestThrew(this.exports.qjs_get_exception())
  }
}

/** An evaluation flag. */
const asModule = 1

/**
 * All of the language except `performance`, whose origin would reveal when the virtual machine was prepared: bit 10 of
 * `quickjs-wasi`'s intrinsics.
 */
const intrinsics = ~(1 << 10)

/**
 * The size of the module's stack. It is smaller than the engine's, so that recursion ends after about a thousand calls
 * with an error that the guest can catch. Unchecked recursion, such as in `JSON.parse`, ends on the engine's stack.
 */
const stackBytes = 256 * 1024
