import { setTimeout as sleep } from "node:timers/promises"

/**
 * Looks until it is so. The longer a look takes, the later the next one begins: on a machine so busy that each takes seconds,
 * looking must not keep this process from what it is looked for.
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
