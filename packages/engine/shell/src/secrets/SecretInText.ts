/** A range of a text that is a secret. */
export interface SecretInText {
  readonly from: number
  readonly to: number
}
