// An account that keeps failing is left alone for a minute, and then tried carefully: one call, then a tenth of its
// places, then all. Each process learns by itself: what it knows is gone with it, and a wrong guess costs one try.

const breakerSettings = { failuresMax: 5, windowMs: 60_000, openMs: 60_000 } as const

/**
 * What a call says of its account: a time-out, an error of the vendor's server or of our access; that it
 * works, whatever became of the recipient; or nothing.
 */
export type CallHealth = 'fault' | 'works' | 'nothing'

export type Breakers = {
  /** For how long the account is left alone; 0: it can be used. */
  openMs(account: string): number
  /** How many calls may be under way: one of those that its places allow after a rest, then a tenth. */
  placesOf(account: string, placesMax: number): number
  /** True when this verdict is the one that opens the account's breaker. */
  note(account: string, verdict: CallHealth): boolean
}

type State = {
  failures: number[]
  openUntil: number
  /** After a rest: calls that have worked since, undefined before and once all is well. */
  worked: number | undefined
}

/** So many calls have to work, one after the first, until all places count again. */
const provenAfter = 6

/** `now` in milliseconds of a clock that never goes back. */
export function createBreakers(now: () => number = () => performance.now()): Breakers {
  const states = new Map<string, State>()
  const openMs = (account: string) => Math.max(0, (states.get(account)?.openUntil ?? 0) - now())

  function stateOf(account: string): State {
    const state = states.get(account) ?? { failures: [], openUntil: 0, worked: undefined }
    states.set(account, state)
    return state
  }

  function open(state: State): true {
    Object.assign(state, { failures: [], openUntil: now() + breakerSettings.openMs, worked: 0 })
    return true
  }

  function noteFault(state: State): boolean {
    if (state.worked !== undefined) return open(state)
    const at = now()
    const recent = state.failures.filter((one) => one > at - breakerSettings.windowMs)
    state.failures = [...recent, at]
    return state.failures.length >= breakerSettings.failuresMax && open(state)
  }

  function noteSuccess(state: State): void {
    state.failures = []
    if (state.worked === undefined) return
    state.worked = state.worked + 1 >= provenAfter ? undefined : state.worked + 1
  }

  return {
    openMs,
    placesOf(account, placesMax) {
      const worked = states.get(account)?.worked
      if (worked === undefined) return placesMax
      return worked === 0 ? 1 : Math.max(1, Math.ceil(placesMax / 10))
    },
    note(account, verdict) {
      const state = stateOf(account)
      // What was under way when the breaker opened neither prolongs the rest nor ends it.
      if (verdict === 'nothing' || openMs(account) > 0) return false
      if (verdict === 'fault') return noteFault(state)
      noteSuccess(state)
      return false
    },
  }
}
