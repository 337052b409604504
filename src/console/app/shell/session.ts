// The reader of the console, and their rights.
import { api, bindSession } from '../api/client.ts'

type Session = {
  readonly subject?: string
  readonly name?: string
  /** The name of the reader in audit rows. */
  readonly actor?: string
  /** Whether the reader can be one of two people who approve. */
  readonly isPerson?: boolean
  readonly tenant: string
  readonly mode: 'sandbox' | 'live'
  readonly scopes: readonly string[]
  readonly csrf?: string
  readonly expiresAt?: string
}

let known: Session | undefined

/** Only for use inside the shell, which shows nothing without a session. */
export function session(): Session {
  if (!known) throw new Error('there is no session here')
  return known
}

export const can = (scope: string): boolean => session().scopes.includes(scope)

/** Throws `Refused`; without a session the browser goes to the sign-in, and returns here. */
export async function loadSession(): Promise<void> {
  bindSession('', goToSignIn)
  known = await api.get<Session>('/v1/session')
  bindSession(known.csrf ?? '', goToSignIn)
}

/**
 * Never resolves, because the page ends: if it did, a closing dialog would go back in the history, and the browser
 * would stay.
 */
export async function signOut(): Promise<never> {
  const { next } = await api.delete<{ next: string }>('/v1/session')
  // The tab stores searches and drafts of packs, which the next reader must not see.
  sessionStorage.clear()
  location.assign(next)
  return new Promise<never>(() => {})
}

/** The sign-in page belongs to the server, and leads back here. */
function goToSignIn(): undefined {
  const to = `${location.pathname}${location.search}`
  location.assign(`/console/sign-in?${new URLSearchParams({ to })}`)
}
