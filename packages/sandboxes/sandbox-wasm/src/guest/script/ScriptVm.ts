import type { WebAssemblyModule } from "../../admission/WebAssembly.ts"
import type { CallRefusal } from "../GuestWorld.ts"
import type { HostFunctions } from "./HostFunctions.ts"
import type { MemoryImage } from "./MemoryImage.ts"
import type { ScriptSources } from "./makeSources.ts"
import { prelude } from "./prelude.ts"
import { QuickJs } from "./QuickJs.ts"
import type { Value } from "./QuickJsExports.ts"
import { getOffset, type LocatePosition, locateIn, replaceSeparators, type TextPosition } from "./textPosition.ts"

/** The host's side of a virtual machine during a script. */
interface Connections {
  readonly sources: ScriptSources
  readonly log: (line: string) => void
  /** Sends a call. Returns its number, or why it is refused. */
  readonly send: (tool: string, args: string) => number | CallRefusal
}

/** The state of a virtual machine before any script, from which others of the same module and size can be made. */
export interface VmSnapshot {
  readonly memoryBytes: number
  readonly image: MemoryImage
  readonly inside: Inside
}

/** The functions of the prelude. An address means the same value in every virtual machine of one snapshot. */
type Inside = Readonly<Record<InsideFunction, Value>>

/** A virtual machine that is ready for a script: QuickJS with the prelude evaluated, not yet connected. */
export class ScriptVm {
  readonly memoryBytes: number
  readonly quickJs: QuickJs
  /** The first module that the script imported. */
  imported: string | undefined
  /** The script, and the positions that its errors refer to. */
  source = ""
  placeAt: LocatePosition = locateIn("")
  readonly rejections = new Rejections(() => this.quickJs)
  private readonly inside: Inside
  private connections: Connections | undefined

  private constructor(module: WebAssemblyModule, memoryBytes: number, snapshot: VmSnapshot | undefined) {
    this.memoryBytes = memoryBytes
    if (snapshot === undefined) {
      this.quickJs = QuickJs.create(module, memoryBytes, this.host())
      this.inside = evaluatePrelude(this.quickJs)
    } else {
      this.quickJs = QuickJs.restore(module, memoryBytes, this.host(), snapshot.image)
      this.inside = snapshot.inside
    }
  }

  /** Makes a machine from scratch, which takes milliseconds. */
  static create(module: WebAssemblyModule, memoryBytes: number): ScriptVm {
    return new ScriptVm(module, memoryBytes, undefined)
  }

  /**
   * Makes a machine from a snapshot of the same module. Machines of one snapshot share nothing: run-specific state
   * comes with the connection.
   */
  static restore(module: WebAssemblyModule, snapshot: VmSnapshot): ScriptVm {
    return new ScriptVm(module, snapshot.memoryBytes, snapshot)
  }

  /** Takes a snapshot for further machines. Call this before the machine is connected. */
  snapshot(): VmSnapshot {
    return { memoryBytes: this.memoryBytes, image: this.quickJs.image(), inside: this.inside }
  }

  connect(connections: Connections): void {
    this.connections = connections
    this.callInside("seed", ...connections.sources.seed.map((word) => this.quickJs.number(word)))
  }

  /** Maps the engine's position to the position that an error reports. */
  placeOf(told: TextPosition): TextPosition | undefined {
    return this.placeAt(getOffset(replaceSeparators(this.source, "code"), told, "bytes"))
  }

  callInside(name: InsideFunction, ...args: ReadonlyArray<Value>): Value {
    return this.quickJs.call(this.inside[name], ...args)
  }

  private host(): HostFunctions {
    return {
      now: () => this.connections?.sources.now() ?? 0n,
      imported: (specifier) => {
        this.imported ??= specifier
      },
      rejected: this.rejections.told,
      call: (name, [first, second]) => {
        const vm = this.quickJs
        if (this.connections === undefined || !isString(vm, first)) return vm.undefined
        if (name === "log") {
          this.log(vm.toText(first))
        } else if (isString(vm, second)) {
          const sent = this.connections.send(vm.toText(first), vm.toText(second))
          return typeof sent === "number" ? vm.number(sent) : vm.string(JSON.stringify(sent))
        }
        return vm.undefined
      }
    }
  }

  private log(text: string): void {
    const cut = text.length > mostLogged ? `${text.slice(0, mostLogged)}…` : text
    for (const line of cut.split(/\r\n|[\n\r\u2028\u2029]/)) this.connections?.log(line)
  }
}

const isString = (vm: QuickJs, value: Value | undefined): value is Value =>
  value !== undefined && vm.kindOf(value) === "string"

const insideFunctions = ["seed", "start", "resolved", "settle", "toJson", "limitOf", "describe", "stack"] as const

const evaluatePrelude = (vm: QuickJs): Inside => {
  const made = vm.evaluate(prelude, "prelude", "script")
  const functions = vm.call(made, vm.hostFunction("log"), vm.hostFunction("send"))
  return Object.fromEntries(insideFunctions.map((name) => [name, vm.property(functions, name)])) as Inside
}

type InsideFunction = (typeof insideFunctions)[number]

/** The limit of one `console.log` call, in characters. */
const mostLogged = 4_096

/** Rejected promises of a script without a handler. */
class Rejections {
  private readonly quickJs: () => QuickJs
  private readonly left = new Map<number, { readonly promise: Value; readonly reason: Value }>()

  constructor(quickJs: () => QuickJs) {
    this.quickJs = quickJs
  }

  /** The reason of the first rejection. */
  get first(): Value | undefined {
    const [first] = this.left.values()
    return first?.reason
  }

  readonly told = (promise: Value, reason: Value, isLookedAt: boolean): void => {
    const quickJs = this.quickJs()
    const address = quickJs.addressOf(promise)
    const known = this.left.get(address)
    if (!isLookedAt && known === undefined) {
      this.left.set(address, { promise, reason })
      return
    }
    this.left.delete(address)
    for (const box of [promise, reason, known?.promise, known?.reason]) if (box !== undefined) quickJs.free(box)
  }
}
