/** A feature of WebAssembly that this sandbox does not run, and the place where a module uses it. Caught by `admit`. */
export class Beyond {
  readonly feature: string
  readonly offset: number | undefined

  constructor(feature: string, offset: number | undefined) {
    this.feature = feature
    this.offset = offset
  }
}
