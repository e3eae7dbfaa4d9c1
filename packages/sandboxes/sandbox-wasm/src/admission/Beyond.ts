/** An unsupported feature of WebAssembly, and where a module uses it. `admit` catches this error. */
export class Beyond {
  readonly feature: string
  readonly offset: number | undefined

  constructor(feature: string, offset: number | undefined) {
    this.feature = feature
    this.offset = offset
  }
}
