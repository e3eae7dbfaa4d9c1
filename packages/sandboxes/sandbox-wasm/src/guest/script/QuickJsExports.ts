/**
 * The used exports of the `quickjs-wasi` module. The package's own class makes virtual machines through promises that
 * need an event loop, which a guest process lacks, and assumes that memory never runs out.
 *
 * A value is the address of a box in the module's memory, which `qjs_free_value` frees.
 */
export interface QuickJsExports {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }
  readonly __stack_pointer: { value: number }
  _initialize(): void
  qjs_init2(intrinsics: number): number
  qjs_set_memory_limit(bytes: number): void
  qjs_set_max_stack_size(bytes: number): void
  qjs_set_module_loader(enable: number): void
  qjs_set_promise_rejection_handler(enable: number): void
  qjs_eval(source: number, length: number, name: number, flags: number): Value
  qjs_compile(source: number, length: number, name: number, flags: number, strip: number, sizeAt: number): number
  qjs_call(callee: Value, self: Value, count: number, args: number): Value
  qjs_is_exception(value: Value): number
  qjs_get_exception(): Value
  qjs_is_error(value: Value): number
  qjs_throw(value: Value): number
  qjs_new_error(): Value
  qjs_new_string(text: number, length: number): Value
  qjs_new_number(value: number): Value
  qjs_new_host_function(name: number, length: number, args: number): Value
  qjs_get_undefined(): Value
  qjs_get_true(): Value
  qjs_get_false(): Value
  qjs_get_float64(value: Value): number
  qjs_get_string_len(value: Value, length: number): number
  qjs_free_cstring(text: number): void
  qjs_get_prop_string(object: Value, name: number): Value
  qjs_set_prop_string(object: Value, name: number, value: Value): number
  qjs_get_prop_uint32(object: Value, index: number): Value
  qjs_is_undefined(value: Value): number
  qjs_is_null(value: Value): number
  qjs_is_string(value: Value): number
  qjs_is_number(value: Value): number
  qjs_is_function(value: Value): number
  qjs_is_promise(value: Value): number
  qjs_promise_state(promise: Value): number
  qjs_get_value_ptr(value: Value): number
  qjs_promise_result(promise: Value): Value
  qjs_is_job_pending(): number
  qjs_execute_pending_job(): number
  qjs_free_value(value: Value): void
  qjs_dup_value(value: Value): Value
  wasm_malloc(bytes: number): number
  wasm_free(address: number): void
}

export const quickJsExportNames: ReadonlySet<string> = new Set(
  Object.keys({
    memory: true,
    __stack_pointer: true,
    _initialize: true,
    qjs_init2: true,
    qjs_set_memory_limit: true,
    qjs_set_max_stack_size: true,
    qjs_set_module_loader: true,
    qjs_set_promise_rejection_handler: true,
    qjs_eval: true,
    qjs_compile: true,
    qjs_call: true,
    qjs_is_exception: true,
    qjs_get_exception: true,
    qjs_is_error: true,
    qjs_throw: true,
    qjs_new_error: true,
    qjs_new_string: true,
    qjs_new_number: true,
    qjs_new_host_function: true,
    qjs_get_undefined: true,
    qjs_get_true: true,
    qjs_get_false: true,
    qjs_get_float64: true,
    qjs_get_string_len: true,
    qjs_free_cstring: true,
    qjs_get_prop_string: true,
    qjs_set_prop_string: true,
    qjs_get_prop_uint32: true,
    qjs_is_undefined: true,
    qjs_is_null: true,
    qjs_is_string: true,
    qjs_is_number: true,
    qjs_is_function: true,
    qjs_is_promise: true,
    qjs_promise_state: true,
    qjs_get_value_ptr: true,
    qjs_promise_result: true,
    qjs_is_job_pending: true,
    qjs_execute_pending_job: true,
    qjs_free_value: true,
    qjs_dup_value: true,
    wasm_malloc: true,
    wasm_free: true
  } satisfies Record<keyof QuickJsExports, true>)
)

/** A value of the guest: an address in its memory. */
export type Value = number
