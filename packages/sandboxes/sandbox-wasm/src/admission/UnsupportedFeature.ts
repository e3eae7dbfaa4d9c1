/** An unsupported feature of WebAssembly, and where a module uses it. `admit` catches this error. */
export class UnsupportedFeature {
  readonly feature: string
  readonly offset: number | undefined

  constructor(feature: string, offset: number | undefined) {
    this.feature = feature
    this.offset = offset
  }
}
