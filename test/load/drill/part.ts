// The interface of a drill: parts that each prove one thing, on servers of their own.
import { setTimeout as sleep } from 'node:timers/promises'

export type Say = (line: string) => void

export type Part = {
  readonly name: string
  /** A short description. */
  readonly proves: string
  /** Resolves to what this machine lacks for it; then the part is skipped with a message. */
  lacks?(): Promise<string | undefined>
  /** Rejects when it does not hold. `cases` selects cases whose names contain one of these. */
  run(say: Say, cases?: readonly string[]): Promise<void>
}

export function hold(condition: boolean, what: string): void {
  if (!condition) throw new Error(what)
}

/** Repeats `work` until it resolves; after the time limit rejects with its last error. */
export async function insist<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + seconds * 1_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(50)
    }
  }
}
