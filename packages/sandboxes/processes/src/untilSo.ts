import { setTimeout as sleep } from "node:timers/promises"

/**
 * Looks again and again until `look` returns true. The longer a look takes, the later the next look begins: on a
 * machine so busy that each look takes seconds, looking must not keep this process from the very thing that it looks
 * for.
 */
export const untilSo = async (look: () => boolean | Promise<boolean>): Promise<void> => {
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestMs)) {
    const begun = performance.now()
    if (await look()) return
    await sleep(Math.max(pauseMs, restPerLook * (performance.now() - begun)))
  }
}

const longestMs = 20
const restPerLook = 9
