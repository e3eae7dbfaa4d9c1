import { setTimeout as sleep } from "node:timers/promises"

/**
 * Polls until `look` returns true. The longer a check takes, the longer the pause after it, so that polling does not
 * slow down a busy machine further.
 */
export const pollUntil = async (look: () => boolean | Promise<boolean>): Promise<void> => {
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestMs)) {
    const begun = performance.now()
    if (await look()) return
    await sleep(Math.max(pauseMs, restPerLook * (performance.now() - begun)))
  }
}

const longestMs = 20
const restPerLook = 9
