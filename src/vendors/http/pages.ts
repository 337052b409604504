// Reads an answer in several pages: it counts when all pages are there, and is uncertain when one is missing.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckOutcome } from '#src/screening/orders/port.ts'
import { judge, readReceived, type Received, type Serviced, toAnswer, toMisfit } from './answer.ts'
import type { Definition } from './definition/definition.ts'
import type { Pages } from './definition/request.ts'
import { type Evaluate, valueOf } from './evaluate.ts'
import type { HttpAnswer } from './send.ts'

type Page = string | number

/** Sends the request for one further page. */
type AskPage = (page: Page) => Promise<HttpAnswer>

type Whole = { readonly bodies: readonly unknown[] } | { readonly outcome: CheckOutcome }

/** Reads the first page and the ones that follow it. */
export async function readWhole(
  evaluate: Evaluate,
  definition: Definition,
  { received, seen }: { readonly received: Received; readonly seen: Serviced },
  ask: AskPage,
): Promise<CheckOutcome> {
  const { pages, map } = definition
  if (!pages) return readReceived(evaluate, definition, received, seen)
  const whole = await gather({ evaluate, definition, pages }, { received, seen }, ask)
  if ('outcome' in whole) return whole.outcome
  const { status, body } = received
  const input = { ...seen, status, body: body ?? null, pages: whole.bodies }
  return toAnswer(definition, seen.service, (await evaluate({ map }, input))['map'])
}

async function gather(
  {
    evaluate,
    definition,
    pages,
  }: { readonly evaluate: Evaluate; readonly definition: Definition; readonly pages: Pages },
  { received: first, seen }: { readonly received: Received; readonly seen: object },
  ask: AskPage,
): Promise<Whole> {
  const { perSecond } = definition.limits
  const bodies: unknown[] = []
  const asked = new Set<Page>()
  const beside = { next: pages.next }
  let received = first
  let shown = seen
  for (;;) {
    const judged = await judge(evaluate, definition, { received, seen: shown, beside })
    if ('outcome' in judged) {
      if (bodies.length === 0) return judged
      // Some vendors answer without data after the last page.
      return judged.outcome.kind === 'no-data' ? { bodies } : lost(judged.outcome)
    }
    bodies.push(received.body)
    const { next } = judged.results
    if (next && 'failed' in next) return { outcome: toMisfit('pages.next') }
    const page = toPage(valueOf(next))
    if (page === undefined) return { bodies }
    // A page that was read before would repeat for ever.
    if (bodies.length >= pages.max || asked.has(page)) return { outcome: toMisfit('pages') }
    asked.add(page)
    if (perSecond !== undefined) await sleep(1_000 / perSecond)
    const sent = await ask(page)
    if ('outcome' in sent) return lost(sent.outcome)
    received = sent.received
    shown = { ...seen, page }
  }
}

/** The pages that were read were bought, whatever happened to the rest. */
const lost = (outcome: CheckOutcome): Whole => ({
  outcome: outcome.kind === 'uncertain' ? outcome : toMisfit('pages'),
})

function toPage(value: unknown): Page | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value !== '' && value.length <= 2_000 ? value : undefined
}
