import type { KnownReach, Reach } from "./Reach.ts"

/** The last wave in which something is looked at, and the last in which it is changed. -1: none. */
interface Touched {
  read: number
  changed: number
}

/**
 * The waves of calls that come in an order: each call gets the first wave in which nothing of what it touches can still be touched by
 * an earlier call, unless both only look. The cost of a call does not grow with the number of calls.
 */
export class Waves {
  private readonly at = new Map<string, Touched>()
  /** The waves of what lies beneath a path, by the path. */
  private readonly beneath = new Map<string, Touched>()
  private readonly hosts = new Map<string, Touched>()
  /** The waves of all that changes something, and of what looks at anything. */
  private readonly anything: Touched = { read: -1, changed: -1 }
  private readonly isInOrder: boolean

  /** `isInOrder`: calls that change something follow each other, whatever they change. */
  constructor(isInOrder: boolean) {
    this.isInOrder = isInOrder
  }

  /**
   * Returns the wave of the next call, which is not before `first`. `undefined`: a path of the call leads through what an earlier one
   * changes, so that it may lead elsewhere by then.
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

  /** Returns the first wave of a call as far as those go that may look at anything, and those that go one after the other. */
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
 * Returns a path and the folders above it, from the path to the root. Spellings that are one file on some file system are one here: two
 * files that are taken for one only wait for each other.
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
