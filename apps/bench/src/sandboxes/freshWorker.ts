import { Worker } from "node:worker_threads"

/** One worker for each call: it is started, runs the code, answers and is ended. */
export const freshWorker =
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
