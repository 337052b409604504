// Rotates a vendor's credentials: a request that is refused with one is sent again with the next, because a vendor that
// did not accept our credentials has taken nothing.
import type { HttpOutcome } from '#src/journey/calls/http.ts'

export type Credentials<Credential> = {
  /** Calls `ask` until a credential is accepted, and tries that one first from then on. */
  exchange(ask: (credential: Credential) => Promise<HttpOutcome>): Promise<HttpOutcome>
}

export function createCredentials<Credential>(
  list: readonly [Credential, ...Credential[]],
  isRefused: (outcome: HttpOutcome) => boolean = isUnauthorized,
): Credentials<Credential> {
  let order: readonly Credential[] = list
  return {
    async exchange(ask) {
      const [first, ...others] = order
      // Safe because the order contains the elements of the list.
      let outcome = await ask(first ?? list[0])
      for (const credential of others) {
        if (!isRefused(outcome)) return outcome
        outcome = await ask(credential)
        if (!isRefused(outcome)) order = [credential, ...list.filter((one) => one !== credential)]
      }
      return outcome
    },
  }
}

export const isUnauthorized = (outcome: HttpOutcome): boolean =>
  outcome.kind === 'answer' && outcome.status === 401

/** Makes a list of one credential or several from the configuration. */
export function listOf<Credential>(
  given: Credential | readonly Credential[],
): readonly [Credential, ...Credential[]] {
  const [first, ...others] = Array.isArray(given) ? given : [given]
  if (first === undefined) throw new Error('the list of credentials is empty')
  return [first, ...others]
}
