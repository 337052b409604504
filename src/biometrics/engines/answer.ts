// The answer of a thread, as plain data because an error loses its class between threads.
import { ImageUnreadable, type UnreadableReason } from '#src/biometrics/wire/engine-errors.ts'

export type ThreadAnswer<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason; readonly index: number }

/** Runs in the thread, and turns an `ImageUnreadable` into plain data. */
export async function answer<T>(work: () => Promise<T>): Promise<ThreadAnswer<T>> {
  try {
    return { kind: 'done', result: await work() }
  } catch (error) {
    if (!(error instanceof ImageUnreadable)) throw error
    return { kind: 'unreadable', reason: error.reason, index: error.index }
  }
}

/** Runs in the process that uses the thread, and throws the `ImageUnreadable` again. */
export function accept<T>(answered: ThreadAnswer<T>): T {
  if (answered.kind === 'unreadable') throw new ImageUnreadable(answered.reason, answered.index)
  return answered.result
}
