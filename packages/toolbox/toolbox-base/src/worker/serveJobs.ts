import { Socket } from "node:net"
import { Channel } from "./Channel.ts"
import type { Ask, JobAnswer, JobFailure, JobFunction, JobMessage, NumberedJob } from "./Job.ts"
import { JobFailed } from "./JobFailed.ts"

/**
 * Runs the jobs that the gate sends to this process, one at a time, with a module's functions. The process may be
 * killed at any time, and exits with the gate.
 */
export const serveJobs = (jobs: object): void => {
  const socket = new Socket({ fd: 3, readable: true, writable: true })
  const send = (message: JobMessage) => channel.send(message)

  const asked = new Map<number, (value: unknown) => void>()
  let questions = 0
  const asks =
    (of: number): Ask =>
    (request) => {
      questions += 1
      const id = questions
      return new Promise((resolve) => {
        asked.set(id, resolve)
        send({ type: "ask", of, id, request })
      })
    }

  const answered = ({ answerTo, value }: JobAnswer) => {
    asked.get(answerTo)?.(value)
    asked.delete(answerTo)
  }

  const doJob = async ({ export: name, args, number }: NumberedJob): Promise<unknown> => {
    const work = (jobs as Readonly<Record<string, JobFunction>>)[name]
    if (!Object.hasOwn(jobs, name) || work === undefined) throw new Error(`The worker has no job "${name}".`)
    return await work(args as never, (text) => send({ type: "progress", text }), asks(number))
  }

  const received = (message: NumberedJob | JobAnswer) => {
    if ("answerTo" in message) return answered(message)
    doJob(message).then(
      (value) => send({ type: "done", value }),
      (error: unknown) => {
        const failure = failureOf(error)
        const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
        send({ type: "failed", failure, cause })
      }
    )
  }
  const end = () => process.exit()
  const channel = new Channel(socket, mostAsked, (message) => received(message as NumberedJob | JobAnswer), end)
}

/** The limit for a job in bytes: twenty tables of text with two bytes per character, and overhead. */
const mostAsked = 1024 ** 3

/** Returns the failure if the job's input caused it; `undefined` for a bug. */
const failureOf = (error: unknown): JobFailure | undefined => {
  if (error instanceof JobFailed) return { kind: error.kind, message: error.message }
  // Hostile input may be nested deeper than a library can handle.
  const isNested = error instanceof RangeError && error.message.startsWith("Maximum call stack")
  return isNested ? { kind: "failed", message: "The input is nested too deeply." } : undefined
}
