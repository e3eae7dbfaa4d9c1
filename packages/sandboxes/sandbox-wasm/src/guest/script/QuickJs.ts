import { WebAssembly, type WebAssemblyModule } from "../../admission/WebAssembly.ts"
import { GuestFull, GuestMemory } from "./GuestMemory.ts"
import type { HostFunctions } from "./HostFunctions.ts"
import { imageOf, type MemoryImage, restoreImage } from "./MemoryImage.ts"
import type { QuickJsExports, Value } from "./QuickJsExports.ts"
import { quickJsImports } from "./quickJsImports.ts"

/** Thrown where code of the guest throws: what it threw. */
export class GuestThrew {
  readonly value: Value

  constructor(value: Value) {
    this.value = value
  }
}

/** One virtual machine. It is used for one script, and then dropped as a whole: values are freed only where they pile up. */
export class QuickJs {
  private readonly exports: QuickJsExports
  readonly memory: GuestMemory
  private readonly memoryBytes: number
  private readonly stackTop: number

  /** The module's own maximum is `memoryBytes`. */
  private constructor(module: WebAssemblyModule, memoryBytes: number, host: HostFunctions) {
    const { exports } = new WebAssembly.Instance(
      module,
      quickJsImports(() => this, host)
    )
    this.exports = exports as unknown as QuickJsExports
    this.memory = new GuestMemory(this.exports)
    this.memoryBytes = memoryBytes
    this.stackTop = this.exports.__stack_pointer.value
  }

  /** A new one. Throws where its memory does not suffice for a virtual machine. */
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
   * One that is what another was when its image was taken. It is of the same module, with the same memory limit; the functions
   * of the host are its own, and are found by the same names.
   */
  static restore(module: WebAssemblyModule, memoryBytes: number, host: HostFunctions, image: MemoryImage): QuickJs {
    const made = new QuickJs(module, memoryBytes, host)
    restoreImage(made.exports, image)
    return made
  }

  image(): MemoryImage {
    return imageOf(this.exports)
  }

  /** Whether its memory has grown as far as it may, as it has once a small thing found no room. */
  get full(): boolean {
    return this.exports.memory.buffer.byteLength >= this.memoryBytes
  }

  /** Whether its stack went on below its lower end, where the memory begins. */
  get stackPassed(): boolean {
    const pointer = this.exports.__stack_pointer.value
    return pointer < 4_096 || pointer > this.memoryBytes
  }

  /** Whether its stack has ever gone on to where the engine ends it: there nothing but a stack leaves anything. */
  get stackUsed(): boolean {
    return this.memory.bytes().findIndex((byte) => byte !== 0) < this.stackTop - stackBytes
  }

  /** Runs a script and answers with its last value; or a module, and answers with a promise of its namespace. */
  evaluate(source: string, name: string, kind: "script" | "module"): Value {
    return this.memory.withText(source, (text, length) =>
      this.memory.withText(name, (nameAt) =>
        this.checked(this.exports.qjs_eval(text, length, nameAt, kind === "module" ? asModule : 0))
      )
    )
  }

  /** Compiles a module, and looks for what it imports, and runs none of it. Throws what evaluating it would throw before it ran. */
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

  /** What a value is, as far as it matters here. */
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

  /** The text of a string. Of any other value it would run the guest's own conversion: look before asking. */
  toText(value: Value): string {
    const lengthAt = this.memory.allocate(4)
    const text = this.exports.qjs_get_string_len(value, lengthAt)
    if (text === 0) throw new GuestFull()
    const read = this.memory.textAt(text, this.memory.view().getUint32(lengthAt, true))
    this.exports.qjs_free_cstring(text)
    this.exports.wasm_free(lengthAt)
    return read
  }

  /** What the engine itself knows of a promise, whatever the guest has made of its methods. */
  promise(
    promise: Value
  ): { readonly state: "pending" } | { readonly state: "fulfilled" | "rejected"; readonly value: Value } {
    const state = this.exports.qjs_promise_state(promise)
    if (state === 0) return { state: "pending" }
    return { state: state === 1 ? "fulfilled" : "rejected", value: this.exports.qjs_promise_result(promise) }
  }

  /** Where an object is, whichever of its boxes is asked. No other one is there as long as one of its boxes is not freed. */
  addressOf(object: Value): number {
    return this.exports.qjs_get_value_ptr(object)
  }

  /** Runs the next of the jobs that wait, such as what follows an `await`; false where none does. */
  runJob(): boolean {
    if (this.exports.qjs_is_job_pending() === 0) return false
    if (this.exports.qjs_execute_pending_job() < 0) throw new GuestThrew(this.exports.qjs_get_exception())
    return true
  }

  /**
   * An error that the engine raised and then went on without anybody's having caught it, as it does where it has no memory for a job.
   */
  passedOver(): Value | undefined {
    const error = this.exports.qjs_get_exception()
    return this.exports.qjs_is_error(error) === 0 ? undefined : error
  }

  free(value: Value): void {
    this.exports.qjs_free_value(value)
  }

  /** Makes the engine throw an error once it goes on. */
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

/** Among the flags of evaluation. */
const asModule = 1

/**
 * All of the language but `performance`, whose origin would be the time when the virtual machine was made ready: bit 10 of what
 * `quickjs-wasi` calls intrinsics.
 */
const intrinsics = ~(1 << 10)

/**
 * Of the module's own stack. It is less than the engine's, so that a guest's recursion ends as an error that the guest can
 * catch, for about a thousand calls; what recurses without looking, such as `JSON.parse`, ends on the engine's stack.
 */
const stackBytes = 256 * 1024
