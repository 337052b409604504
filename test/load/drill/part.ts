// What a drill is made of: parts that each prove something, on servers of their own.
import { setTimeout as sleep } from 'node:timers/promises'

export type Say = (line: string) => void

export type Part = {
  readonly name: string
  /** In a few words. */
  readonly proves: string
  /** What this machine lacks for it; then it is skipped by name. */
  lacks?(): Promise<string | undefined>
  /** Rejects where it does not hold. `cases`: of those that it is made of, the ones whose names hold one of these. */
  run(say: Say, cases?: readonly string[]): Promise<void>
}

export function hold(condition: boolean, what: string): void {
  if (!condition) throw new Error(what)
}

/** Until it resolves; then rejects with what it said last. */
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
