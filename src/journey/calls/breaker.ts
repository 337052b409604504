// A circuit breaker per account: an account that keeps failing is not called for a minute; then one call is allowed,
// then a tenth of its places, then all. The state is held per process and lost with it; a wrong guess costs one call.

const breakerSettings = { failuresMax: 5, windowMs: 60_000, openMs: 60_000 } as const

/**
 * What a call says about the health of its account. `fault`: a time-out, a server error or refused credentials;
 * `works`: the account answered, whatever happened to the recipient; `nothing`: the call says nothing about it.
 */
export type CallHealth = 'fault' | 'works' | 'nothing'

export type Breakers = {
  /** How long the account is not called; 0 when it can be used. */
  openMs(account: string): number
  /** The number of concurrent calls: after a rest one, then a tenth of `placesMax`, then all. */
  placesOf(account: string, placesMax: number): number
  /** True when this verdict opens the account’s breaker. */
  note(account: string, verdict: CallHealth): boolean
}

type State = {
  failures: number[]
  openUntil: number
  /** The number of successful calls since the last rest; undefined before any rest and after full recovery. */
  worked: number | undefined
}

/** All tenants share an account of the sandbox, and its faults are those that a caller has asked for: it never rests. */
const ofSandbox = /^sandbox(?:-|$)/

/** The number of calls that have to succeed, one after the other at first, until all places are available again. */
const provenAfter = 6

/** `now`: the milliseconds of a monotonic clock. */
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
      if (ofSandbox.test(account)) return false
      const state = stateOf(account)
      // Calls that were running when the breaker opened neither prolong nor end the rest.
      if (verdict === 'nothing' || openMs(account) > 0) return false
      if (verdict === 'fault') return noteFault(state)
      noteSuccess(state)
      return false
    },
  }
}
