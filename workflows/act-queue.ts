// Acts that operators have asked for by updates, until each is done between two local activities.
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

  /** Rejects with what the commit has refused. */
  add(wish: Wish): Promise<ActLeft> {
    const one = { ...wish, ...Promise.withResolvers<ActLeft>() }
    this.#waiting.push(one)
    return one.promise
  }

  shift(): void {
    this.#waiting.shift()
  }

  /** When nobody does them any more. */
  refuseAll(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(refused('not-found'))
  }
}
