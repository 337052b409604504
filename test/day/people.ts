// What becomes of a message that a vendor has taken, and what the person does with it.
import type { Report } from '#src/vendors/sandbox/dialect.ts'
import type { Chance } from './chance.ts'

/** `option` undefined: nobody could tell what it means. */
export type Said = { readonly text: string; readonly option: number | undefined }

/** Seconds after the vendor has taken it. */
export type Happening =
  | { readonly afterSeconds: number; readonly report: Report }
  | { readonly afterSeconds: number; readonly tap: number }
  | { readonly afterSeconds: number; readonly said: Said }

const phrases: readonly [Said, ...Said[]] = [
  { text: '1', option: 1 },
  { text: '2', option: 2 },
  { text: 'Sim', option: 1 },
  { text: 'não', option: 2 },
  { text: '1 SIM', option: 1 },
  { text: '1 para SIM', option: 1 },
  { text: 'Sim, fui eu', option: 1 },
  { text: 'NÃO FUI EU', option: 2 },
  { text: 'NÃO RECONHEÇO', option: 2 },
  { text: 'confirmo', option: 1 },
  { text: '👍', option: 1 },
  { text: 'CANCELAR', option: 2 },
  { text: 'quem é?', option: undefined },
  { text: 'sim ou não', option: undefined },
]

/** Of an SMS nobody hears that it was read. */
export function happeningsOf(chance: Chance, channel: 'sms' | 'whatsapp'): Happening[] {
  const sent = { afterSeconds: chance.between(1, 3), report: 'sent' as const }
  if (chance.percent(2.5))
    return [sent, { afterSeconds: chance.between(5, 60), report: 'unreachable' }]
  const deliveredAt = sent.afterSeconds + chance.between(1, 40)
  const delivered = { afterSeconds: deliveredAt, report: 'delivered' as const }
  const seen = deliveredAt + chance.between(1, 90)
  const read = { afterSeconds: seen, report: 'read' as const }
  const reports = channel === 'whatsapp' && chance.percent(80) ? [delivered, read] : [delivered]
  return [sent, ...reports, ...answersOf(chance, channel, seen)]
}

function answersOf(chance: Chance, channel: 'sms' | 'whatsapp', seen: number): Happening[] {
  if (!chance.percent(80)) return []
  // Some answer when it is too late, some change their mind.
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
  return { afterSeconds, said: chance.pick(phrases) }
}
