import { Worker } from "node:worker_threads"

/** Returns the work of calls with a new worker each, from its start to its termination. */
export const callFreshWorker =
  (code: string, workerData: unknown) =>
  async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      const worker = new Worker(code, { eval: true, workerData })
      await new Promise((resolve, reject) => {
        worker.once("message", resolve)
        worker.once("error", reject)
      })
      await worker.terminate()
    }
  }
