// Who reads the console, and what they may do.
import { api, bindSession } from '../api/client.ts'

type Session = {
  readonly subject?: string
  readonly name?: string
  /** As audit rows name the reader. */
  readonly actor?: string
  /** Whether the reader can be one of two people. */
  readonly isPerson?: boolean
  readonly tenant: string
  readonly mode: 'sandbox' | 'live'
  readonly scopes: readonly string[]
  readonly csrf?: string
  readonly expiresAt?: string
}

let known: Session | undefined

/** Only below the shell, which shows nothing without a session. */
export function session(): Session {
  if (!known) throw new Error('there is no session here')
  return known
}

export const can = (scope: string): boolean => session().scopes.includes(scope)

/** Throws `Refused`; where there is none the browser goes to sign in, and comes back here. */
export async function loadSession(): Promise<void> {
  bindSession('', goToSignIn)
  known = await api.get<Session>('/v1/session')
  bindSession(known.csrf ?? '', goToSignIn)
}

/** Ends with the page: a dialog that closed meanwhile would take a step back, and the browser would stay. */
export async function signOut(): Promise<never> {
  const { next } = await api.delete<{ next: string }>('/v1/session')
  // The tab keeps searches and drafts of packs, which the next reader must not see.
  sessionStorage.clear()
  location.assign(next)
  return new Promise<never>(() => {})
}

/** The page is the server's, and leads back here. */
function goToSignIn(): undefined {
  const to = `${location.pathname}${location.search}`
  location.assign(`/console/sign-in?${new URLSearchParams({ to })}`)
}
