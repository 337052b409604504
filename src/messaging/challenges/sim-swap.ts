// Checks whether the SIM of a number was changed lately, before an SMS and where its tenant asks for it: who has taken
// over a number by a new SIM reads what is sent to it.
import type { SimAnswer } from './messaging.ts'
import type { Messages } from '#src/platform/tenants/messages.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Messaging } from './messaging.ts'
import type { OutboundMessage, SendOutcome } from './port.ts'

export type SimRule = NonNullable<Messages['simSwap']>

/** The result of the check, and the failure of the message where it is not sent. */
export type SimFinding = {
  readonly account: string
  readonly answer: SimAnswer
  readonly instead?: SendOutcome
}

type Deps = {
  readonly messaging: Pick<Messaging, 'tenants' | 'simSwaps'>
  readonly metrics: Pick<Metrics, 'simSwaps'>
}

type Asked = {
  readonly message: Pick<OutboundMessage, 'channel' | 'to'>
  readonly owner: Owner
  /** Whether the transaction has another number that was not tried. */
  readonly hasOther: boolean
}

/** A part of the time that a call has. */
const askMs = 3_000

/** Undefined: nobody is to be asked. */
export async function askSim(
  { messaging, metrics }: Deps,
  { message, owner, hasOther }: Asked,
  signal: AbortSignal,
): Promise<SimFinding | undefined> {
  const rule = messaging.tenants.of(owner.tenant).messages.simSwap
  const source = message.channel === 'sms' && rule ? messaging.simSwaps?.(owner) : undefined
  if (!rule || !source) return undefined
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(askMs)])
  const answer = await source.ask(message.to, rule.hours, inTime).catch(() => 'unknown' as const)
  metrics.simSwaps.inc({ account: source.id, outcome: answer })
  const instead = judgeSim(answer, rule, hasOther)
  return { account: source.id, answer, ...(instead && { instead }) }
}

/** Pure: the failure of a message that is not sent; undefined: it is sent. */
function judgeSim(
  answer: SimAnswer,
  { action, ifUnknown }: SimRule,
  hasOther: boolean,
): SendOutcome | undefined {
  if (answer === 'same') return undefined
  if (answer === 'unknown')
    return ifUnknown === 'stop'
      ? { kind: 'rejected', class: 'fraud', code: 'sim-unknown' }
      : undefined
  if (action === 'stop') return { kind: 'rejected', class: 'fraud', code: 'sim-swapped' }
  // It is colder than any other: the next one is asked, and this one is colder for a week.
  return hasOther ? { kind: 'rejected', class: 'recipient-later', code: 'sim-swapped' } : undefined
}

/** A refusal of ours, of which the account that would have sent knows nothing. */
export const isOfSim = (code: string | null): boolean => code?.startsWith('sim-') ?? false
