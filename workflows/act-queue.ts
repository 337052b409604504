// Operators' acts from updates; each waits here until it is done between two local activities.
import type { ActLeft, ActRequest } from '#src/journey/transaction/act.ts'
import { refused } from './refusals.ts'

type Wish = Pick<ActRequest, 'act' | 'reason' | 'update'>

export class ActQueue {
  readonly #waiting: (Wish & PromiseWithResolvers<ActLeft>)[] = []

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  get first(): (Wish & PromiseWithResolvers<ActLeft>) | undefined {
    return this.#waiting[0]
  }

  /** Rejects with the reason for which the commit refused the act. */
  add(wish: Wish): Promise<ActLeft> {
    const one = { ...wish, ...Promise.withResolvers<ActLeft>() }
    this.#waiting.push(one)
    return one.promise
  }

  shift(): void {
    this.#waiting.shift()
  }

  /** Called when the run ends, because nobody does the waiting acts any more. */
  refuseAll(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(refused('not-found'))
  }
}
