// The answer of a thread. An error loses its class between threads, so its class is sent as data.
import { ImageUnreadable, type UnreadableReason } from './errors.ts'

export type ThreadAnswer<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason; readonly index: number }

/** In the thread. */
export async function answer<T>(work: () => Promise<T>): Promise<ThreadAnswer<T>> {
  try {
    return { kind: 'done', result: await work() }
  } catch (error) {
    if (!(error instanceof ImageUnreadable)) throw error
    return { kind: 'unreadable', reason: error.reason, index: error.index }
  }
}

/** Beside it. */
export function accept<T>(answered: ThreadAnswer<T>): T {
  if (answered.kind === 'unreadable') throw new ImageUnreadable(answered.reason, answered.index)
  return answered.result
}
