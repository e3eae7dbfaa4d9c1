/** A benchmark that measures failures by mistake would be a fast one. */
export const allRight = (right: number, times: number): void => {
  if (right !== times) throw new Error(`${times - right} of ${times} calls did not end as this case expects.`)
}
