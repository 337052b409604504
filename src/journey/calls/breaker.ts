// A circuit breaker per account: an account that keeps failing is not called for a minute; then one call is allowed,
// then a tenth of its places, then all. What it refuses to one tenant rests it for that tenant alone, since tenants
// share accounts. The state is held per process and lost with it; a wrong guess costs one call.

const breakerSettings = { failuresMax: 5, windowMs: 60_000, openMs: 60_000 } as const

/**
 * The meaning of a call for the health of its account. `fault`: a time-out or a server error; `refused`: our access or
 * our request was refused; `works`: the account answered, whatever happened to the recipient; `nothing`: no meaning.
 */
export type CallHealth = 'fault' | 'refused' | 'works' | 'nothing'

export type Breakers = {
  /** How long the account is not called, by anybody or for this tenant; 0 when it can be used. */
  openMs(account: string, tenant?: string): number
  /** How long the account stays closed (ms) for whom it is closed longest: all tenants, or one of them. */
  longestOpenMs(account: string): number
  /** The number of concurrent calls: after a rest one, then a tenth of `placesMax`, then all. */
  placesOf(placesMax: number, account: string, tenant?: string): number
  /** Whose breaker this verdict opens: the account’s, or that of the tenant alone. */
  note(account: string, verdict: CallHealth, tenant?: string): 'account' | 'tenant' | undefined
}

type Failure = { readonly at: number; readonly refusedTo?: string }

type State = {
  failures: Failure[]
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
  /** The state of each account for everybody, and for each tenant that it has refused. */
  const states = new Map<string, { readonly all: State; readonly tenants: Map<string, State> }>()
  const restMs = (state: State | undefined) => Math.max(0, (state?.openUntil ?? 0) - now())
  const allOf = (account: string) => states.get(account)?.all
  const ownOf = (account: string, tenant = '') => states.get(account)?.tenants.get(tenant)

  function statesOf(account: string) {
    const made = states.get(account) ?? { all: newState(), tenants: new Map<string, State>() }
    states.set(account, made)
    return made
  }

  function open(state: State): true {
    Object.assign(state, { failures: [], openUntil: now() + breakerSettings.openMs, worked: 0 })
    return true
  }

  function noteFailure(state: State, failure: Omit<Failure, 'at'> = {}): boolean {
    const at = now()
    const recent = state.failures.filter((one) => one.at > at - breakerSettings.windowMs)
    state.failures = [...recent, { ...failure, at }]
    return countOf(state.failures) >= breakerSettings.failuresMax && open(state)
  }

  const noteFault = (state: State): boolean =>
    state.worked === undefined ? noteFailure(state) : open(state)

  function noteSuccess(state: State): void {
    state.failures = []
    if (state.worked === undefined) return
    state.worked = state.worked + 1 >= provenAfter ? undefined : state.worked + 1
  }

  return {
    openMs: (account, tenant) => Math.max(restMs(allOf(account)), restMs(ownOf(account, tenant))),
    longestOpenMs: (account) =>
      Math.max(
        restMs(allOf(account)),
        ...[...(states.get(account)?.tenants.values() ?? [])].map(restMs),
      ),
    placesOf(placesMax, account, tenant) {
      const { worked } = (tenant === undefined ? allOf(account) : ownOf(account, tenant)) ?? {}
      if (worked === undefined) return placesMax
      return worked === 0 ? 1 : Math.max(1, Math.ceil(placesMax / 10))
    },
    note(account, verdict, tenant) {
      if (ofSandbox.test(account)) return undefined
      const { all, tenants } = statesOf(account)
      const own = (tenant !== undefined && tenants.get(tenant)) || newState()
      // Calls that were running when the breaker opened neither prolong nor end the rest.
      if (verdict === 'nothing' || restMs(all) > 0) return undefined
      if (verdict === 'works') {
        noteSuccess(all)
        if (restMs(own) === 0) noteSuccess(own)
        return undefined
      }
      if (verdict === 'fault' || tenant === undefined) return noteFault(all) ? 'account' : undefined
      if (noteFailure(all, { refusedTo: tenant })) return 'account'
      tenants.set(tenant, own)
      return restMs(own) === 0 && noteFault(own) ? 'tenant' : undefined
    },
  }
}

const newState = (): State => ({ failures: [], openUntil: 0, worked: undefined })

/** A tenant’s refusals count once for all: what it asks for may be refused to it alone. */
function countOf(failures: readonly Failure[]): number {
  const faults = failures.filter(({ refusedTo }) => refusedTo === undefined)
  return faults.length + new Set(failures.flatMap(({ refusedTo = [] }) => refusedTo)).size
}
