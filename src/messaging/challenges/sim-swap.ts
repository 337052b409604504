// Asks, where the tenant wants it, whether the SIM of a number was changed recently, before an SMS is sent: a fraudster
// who obtained a new SIM for the number would read the message.
import type { Messaging, SimAnswer } from './messaging.ts'
import type { Messages } from '#src/platform/tenants/messages.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { OutboundMessage, SendOutcome } from './port.ts'

export type SimRule = NonNullable<Messages['simSwap']>

/** The result of the check, and the failure to record where the message is not sent. */
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

/** The timeout in ms, a part of the time of the whole call. */
const askMs = 3_000

/** Undefined when the check is not configured. */
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

/** The failure of a message that is not sent; undefined when it is sent. Pure. */
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
  // The number now ranks below all others for a week, and the next one is tried.
  return hasOther ? { kind: 'rejected', class: 'recipient-later', code: 'sim-swapped' } : undefined
}

/** Whether the code is a refusal by our SIM check, which is not the account’s fault. */
export const isOfSim = (code: string | null): boolean => code?.startsWith('sim-') ?? false
