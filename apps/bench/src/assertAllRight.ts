/** Throws unless all calls were right. Without this check, a case that measures failures by mistake would seem fast. */
export const assertAllRight = (right: number, times: number): void => {
  if (right !== times) throw new Error(`${times - right} of ${times} calls did not end as this case expects.`)
}
