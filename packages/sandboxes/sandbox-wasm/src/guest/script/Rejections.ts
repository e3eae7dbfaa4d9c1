import type { QuickJs } from "./QuickJs.ts"
import type { Value } from "./QuickJsExports.ts"

/**
 * The promises of a script that were rejected and that nothing has handled yet. Nobody has learned what went wrong
 * there.
 */
export class Rejections {
  private readonly quickJs: () => QuickJs
  private readonly left = new Map<number, { readonly promise: Value; readonly reason: Value }>()

  constructor(quickJs: () => QuickJs) {
    this.quickJs = quickJs
  }

  /** The reason for which the first of them was rejected. */
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
