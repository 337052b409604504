// Draws the fate of a message that a vendor has accepted, and the person’s reaction.
import type { Report } from '#src/vendors/sandbox/dialect.ts'
import { readReply } from '#src/messaging/replies/read-reply.ts'
import { readAnswers, yesOrNo } from '#test/unit/messaging/replies/asked.ts'
import type { Chance } from '#test/load/chance.ts'

/** `option` is undefined for a text without a clear meaning, or one that is not understood. */
export type PersonReply = {
  readonly text: string
  readonly option: number | undefined
  /** Whether the text counts as an opt-out when no question is open. */
  readonly stops?: boolean
  /** How the text is misjudged: read with the opposite meaning, or as nothing. */
  readonly reading?: 'misread' | 'missed'
}

/** Seconds after the vendor has accepted the message. */
export type Happening =
  | { readonly afterSeconds: number; readonly report: Report }
  /** A code of the vendor’s table. */
  | { readonly afterSeconds: number; readonly failed: string }
  | { readonly afterSeconds: number; readonly tap: number }
  | { readonly afterSeconds: number; readonly said: PersonReply }

const options: Readonly<Record<string, number | undefined>> = { yes: 1, no: 2, unclear: undefined }

const readAs = (text: string, isOpen: boolean) =>
  readReply({ kind: 'text', text }, { ...yesOrNo, isOpen })

/**
 * Phrases as Brazilians type them, without those of wrong persons and opt-outs, which would end too many journeys
 * early.
 */
const phrases: readonly PersonReply[] = ['given', 'fresh']
  .flatMap(readAnswers)
  .filter(({ means }) => means.split(' or ').every((one) => Object.hasOwn(options, one)))
  .map(({ text, means }) => {
    const { meaning } = readAs(text, true)
    const isMeant = means.split(' or ').includes(meaning)
    const reading = meaning === 'unclear' ? ('missed' as const) : ('misread' as const)
    return {
      text,
      option: options[meaning],
      stops: readAs(text, false).meaning === 'opt-out',
      ...(!isMeant && { reading }),
    }
  })
  .filter(({ text }) => !stopsToo(text))

function stopsToo(text: string): boolean {
  const reading = readAs(text, true)
  return reading.meaning === 'no' && reading.optsOut
}

/** SMS has no report that it was read. */
export function happeningsOf(
  chance: Chance,
  channel: 'sms' | 'whatsapp',
  failures: readonly [string, ...string[]],
): Happening[] {
  const sent = { afterSeconds: chance.between(1, 3), report: 'sent' as const }
  if (chance.percent(2.5))
    return [sent, { afterSeconds: chance.between(5, 60), failed: chance.pick(failures) }]
  const deliveredAt = sent.afterSeconds + chance.between(1, 40)
  const delivered = { afterSeconds: deliveredAt, report: 'delivered' as const }
  const seen = deliveredAt + chance.between(1, 90)
  const read = { afterSeconds: seen, report: 'read' as const }
  const reports = channel === 'whatsapp' && chance.percent(80) ? [delivered, read] : [delivered]
  return [sent, ...reports, ...answersOf(chance, channel, seen)]
}

function answersOf(chance: Chance, channel: 'sms' | 'whatsapp', seen: number): Happening[] {
  if (!chance.percent(80)) return []
  // Some people answer too late, and some change their mind.
  const afterSeconds =
    seen + (chance.percent(4) ? chance.between(650, 1_500) : chance.between(2, 300))
  const answer = answerOf(chance, channel, afterSeconds)
  return chance.percent(5)
    ? [answer, answerOf(chance, channel, afterSeconds + chance.between(5, 60))]
    : [answer]
}

function answerOf(chance: Chance, channel: 'sms' | 'whatsapp', afterSeconds: number): Happening {
  if (channel === 'whatsapp' && chance.percent(75))
    return { afterSeconds, tap: chance.percent(85) ? 1 : 2 }
  return { afterSeconds, said: pickPhrase(chance) }
}

export function pickPhrase(chance: Chance): PersonReply {
  const [first, ...others] = phrases
  if (!first) throw new Error('somebody says something')
  return chance.pick([first, ...others])
}
