// The story of an SMS token, SMS 2FA or WhatsApp 2FA: sent by one provider after the other, looked up
// when a send ended without an outcome, and expired.
import type { Entry } from '#src/journal/entry.ts'
import type { SendingStep } from '#src/challenges/rules.ts'
import { quick, vendor } from './calls.ts'

/** 10 s are the vendor's; then what it answered is written down, and Postgres may be away for a while. */
const sendSeconds = 60

export const isSlowChallenge = ({ kind }: SendingStep): boolean => kind !== 'expire'

export function performChallenge(id: string, step: SendingStep): Promise<readonly Entry[]> {
  const { kind, ref, attempt } = step
  switch (kind) {
    case 'send':
      return vendor(`challenge, attempt ${attempt}`, sendSeconds).sendChallenge({
        id,
        ref,
        attempt,
      })
    case 'settle':
      return vendor(`look up attempt ${attempt}`, sendSeconds).settleChallenge({
        id,
        ref,
        attempt,
      })
    case 'expire':
      return quick('challenge expired').expireChallenge({ id, ref })
  }
}
