// The tasks that this process is running, and how one of them runs alone.
import type { TaskId } from './store.ts'

export type UnderWay = {
  /** Waits while another task runs alone. */
  run<T>(task: TaskId, work: () => Promise<T>): Promise<T>
  /** Blocks new tasks, waits for the running ones, and then runs; undefined when they do not end within `waitMs`. */
  alone<T>(task: TaskId, waitMs: number, work: () => Promise<T>): Promise<T | undefined>
  list(): readonly TaskId[]
  /** Marks that the process ends because of its running tasks, so that none of them counts as successful. */
  giveUp(): void
  isGivenUp(): boolean
}

export function createUnderWay(): UnderWay {
  const running = new Set<TaskId>()
  let isQuiet: (() => void) | undefined
  let gate: Promise<void> | undefined
  let isGivenUp = false

  async function follow<T>(task: TaskId, work: () => Promise<T>): Promise<T> {
    const own = { id: task.id, key: task.key }
    running.add(own)
    try {
      return await work()
    } finally {
      running.delete(own)
      if (running.size === 0) isQuiet?.()
    }
  }

  async function untilQuiet(waitMs: number): Promise<boolean> {
    if (running.size === 0) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    isQuiet = () => resolve(true)
    const timer = setTimeout(resolve, waitMs, false)
    const quiet = await promise
    clearTimeout(timer)
    isQuiet = undefined
    return quiet
  }

  return {
    async run(task, work) {
      while (gate) await gate
      return follow(task, work)
    },
    async alone(task, waitMs, work) {
      if (gate || isGivenUp) return undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      try {
        return (await untilQuiet(waitMs)) ? await follow(task, work) : undefined
      } finally {
        gate = undefined
        resolve()
      }
    },
    list: () => [...running],
    giveUp() {
      isGivenUp = true
    },
    isGivenUp: () => isGivenUp,
  }
}
