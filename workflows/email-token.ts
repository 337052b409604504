// The story of an e-mail token: sent, settled when a send ended without an outcome, and expired.
import type { Entry } from '#src/journal/entry.ts'
import type { SendingStep } from '#src/challenges/rules.ts'
import { quick, vendor } from './calls.ts'

/** 10 s are the relay's; then what it answered is written down, and Postgres may be away for a while. */
const sendSeconds = 60

export const isSlowEmailToken = ({ kind }: SendingStep): boolean => kind !== 'expire'

export function performEmailToken(id: string, step: SendingStep): Promise<readonly Entry[]> {
  const { kind, ref, attempt } = step
  switch (kind) {
    case 'send':
      return vendor(`e-mail token, attempt ${attempt}`, sendSeconds).sendEmailToken({
        id,
        ref,
        attempt,
      })
    case 'settle':
      return vendor(`look up attempt ${attempt}`, sendSeconds).settleEmailToken({
        id,
        ref,
        attempt,
      })
    case 'expire':
      return quick('e-mail token expired').expireEmailToken({ id, ref })
  }
}
