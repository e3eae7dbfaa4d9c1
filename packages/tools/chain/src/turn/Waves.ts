import type { KnownReach, Reach } from "./Reach.ts"

/** Last wave that reads, and last wave that writes. -1 if none. */
interface Touched {
  read: number
  changed: number
}

/**
 * Assigns calls to waves in order. A call's wave starts after every earlier wave that touches the same things, unless both only read. The
 * cost per call does not depend on the number of calls.
 */
export class Waves {
  private readonly at = new Map<string, Touched>()
  /** Waves below a path. */
  private readonly beneath = new Map<string, Touched>()
  private readonly hosts = new Map<string, Touched>()
  /** Waves that change something, and waves that may read anything. */
  private readonly anything: Touched = { read: -1, changed: -1 }
  private readonly isInOrder: boolean

  /** `isInOrder`: all changing calls run one by one. */
  constructor(isInOrder: boolean) {
    this.isInOrder = isInOrder
  }

  /**
   * Returns the wave of the next call, at least `first`. `undefined` if the call's path leads through something that an earlier call
   * changes, and may resolve differently by then.
   */
  place(reach: Exclude<Reach, { readonly kind: "alone" }>, first: number): number | undefined {
    const { anything } = this
    if (reach.kind === "nothing") return first
    if (reach.kind === "reads-anything") {
      const wave = Math.max(first, anything.changed + 1)
      anything.read = Math.max(anything.read, wave)
      return wave
    }
    const files = reach.files.map(({ path, mode }) => ({ ways: waysOf(path), isChanged: mode !== "r" }))
    if (files.some(({ ways }) => ways.some((way, up) => up > 0 && (this.at.get(way)?.changed ?? -1) >= 0)))
      return undefined
    const hosts = reach.hosts.map((host) => [touchedIn(this.hosts, host)])
    const touched = [
      ...files.map(({ ways, isChanged }) => ({ isChanged, all: this.touchedBy(ways) })),
      ...hosts.map((all) => ({ isChanged: reach.kind === "changes", all }))
    ]
    let wave = Math.max(first, this.sooner(reach))
    for (const { isChanged, all } of touched)
      for (const { read, changed } of all) wave = Math.max(wave, changed + 1, isChanged ? read + 1 : 0)
    if (reach.kind === "changes") anything.changed = Math.max(anything.changed, wave)
    for (const { ways, isChanged } of files) this.touch(ways, isChanged, wave)
    for (const all of hosts) for (const one of all) mark(one, reach.kind === "changes", wave)
    return wave
  }

  /** Returns the earliest wave with respect to calls that may read anything or run one by one. */
  private sooner({ kind }: KnownReach): number {
    if (kind === "reads") return 0
    return Math.max(this.anything.read + 1, this.isInOrder ? this.anything.changed + 1 : 0)
  }

  private touchedBy([path = "", ...above]: ReadonlyArray<string>): ReadonlyArray<Touched> {
    return [this.beneath.get(path), ...[path, ...above].map((way) => this.at.get(way))].filter(
      (one) => one !== undefined
    )
  }

  private touch([path = "", ...above]: ReadonlyArray<string>, isChanged: boolean, wave: number): void {
    mark(touchedIn(this.at, path), isChanged, wave)
    for (const way of above) mark(touchedIn(this.beneath, way), isChanged, wave)
  }
}

const mark = (touched: Touched, isChanged: boolean, wave: number): void => {
  const member = isChanged ? "changed" : "read"
  touched[member] = Math.max(touched[member], wave)
}

const touchedIn = (map: Map<string, Touched>, key: string): Touched => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = { read: -1, changed: -1 }
  map.set(key, made)
  return made
}

/**
 * Returns a path and its parents up to the root. Different spellings that may be the same file are treated as equal, which at worst delays
 * a call.
 */
const waysOf = (path: string): ReadonlyArray<string> => {
  const ways: Array<string> = []
  let way = path
    .normalize("NFC")
    .toLowerCase()
    .replace(/(?<![\\/])[\\/]+$/, "")
  for (; way !== ""; way = way.slice(0, Math.max(0, way.search(lastStep)))) ways.push(way)
  return [...ways, ""]
}

const lastStep = /[\\/][^\\/]*$/
