// Shows, without any request, what recorded answers and callbacks map to, and the positions that do not fit.
import type { CheckOutcome, Unread } from '#src/screening/orders/port.ts'
import { readOwn } from '#src/screening/wire/own-services.ts'
import { findMissingPart } from '#src/screening/wire/required.ts'
import { explainAnswer, readAnswer } from '#src/screening/wire/read.ts'
import { readReceived, type Received, toMisfit } from './answer.ts'
import { parseBody } from './body.ts'
import { readCallback, readNames } from './callback.ts'
import type { Definition } from './definition/definition.ts'
import { evaluate, valueOf } from './evaluate.ts'
import { readFirst, readPolled } from './later.ts'
import type { Seen } from './request.ts'

export type Recorded = { readonly status: number; readonly text: string }
/** `query` is that of the address that received the callback. */
export type RecordedCallback = { readonly text: string; readonly query: Unread['query'] }

export type Explained = {
  readonly outcome?: CheckOutcome
  /** The positions that do not have the port's form, and what is expected there. */
  readonly faults?: readonly string[]
}

/** Explains the answer to a purchase, or to a query for a result. */
export async function explainRecorded(
  definition: Definition,
  { status, text }: Recorded,
  seen: Seen,
  way: 'answer' | 'polled',
): Promise<Explained> {
  const { answers, async: later } = definition
  const received = { status, body: parseBody(answers, text) }
  const given = { evaluate, definition }
  const readAll = () => readReceived(evaluate, definition, received, seen)
  const asked = { received, seen }
  const read = async () => {
    if (way === 'answer') return later ? readFirst(given, later, asked, readAll) : readAll()
    if (!later?.poll) throw new Error('async.poll: the file asks for no result')
    return readPolled(given, later.poll, asked, readAll)
  }
  return explain(definition, asked, await read())
}

type Names = Awaited<ReturnType<typeof readNames>>

/** `first` is the vendor's id of the purchase from the recorded answer, if there is one. */
export async function explainCallback(
  definition: Definition,
  { text, query }: RecordedCallback,
  seen: Seen,
  first: string | undefined,
): Promise<Explained & { readonly names?: Names }> {
  const { answers, async: later } = definition
  const callback = later?.callback
  if (!callback) throw new Error('async.callback: the file knows no callback')
  const body = parseBody(answers, text)
  if (body === undefined) return { faults: [`body: it is no ${answers.toUpperCase()}`] }
  const names = await readNames(evaluate, callback, { body, query })
  const report = { kind: 'unread', body, query } as const
  const outcome = await readCallback(evaluate, definition, callback, { report, seen })
  const asked = { received: { status: 200, body }, seen: { ...seen, query } }
  const explained = await explain(definition, asked, outcome)
  const unnamed = (['attempt', 'vendorId'] as const)
    .filter((part) => callback[part] !== undefined && Object.keys(names).length === 0)
    .map((part) => `async.callback.${part}: it names no purchase in this callback`)
  const isOther = first !== undefined && names.vendorId !== undefined && names.vendorId !== first
  const other = isOther ? ['async.callback.vendorId: it is not the id of the answer'] : []
  const faults = [...unnamed, ...other, ...(explained.faults ?? [])]
  return { names, ...explained, ...(faults.length > 0 && { faults }) }
}

type Asked = { readonly received: Received; readonly seen: Seen }

async function explain(
  definition: Definition,
  asked: Asked,
  read: CheckOutcome,
): Promise<Explained> {
  const outcome = trust(asked.seen.service, read)
  const misfit = outcome.kind === 'uncertain' ? outcome.misfit : undefined
  const faults = misfit === undefined ? [] : await findFaults(definition, asked, misfit)
  return { outcome, ...(faults.length > 0 && { faults }) }
}

/** Applies the rule for ending an order: an answer without its required part counts as unreadable. */
function trust(service: string, outcome: CheckOutcome): CheckOutcome {
  const missing = outcome.kind === 'answered' ? findMissingPart(service, outcome.answer) : undefined
  return missing === undefined ? outcome : toMisfit(missing)
}

async function findFaults(
  { answers, port, own, map: expression, pages }: Definition,
  { received: { status, body }, seen }: Asked,
  misfit: string,
): Promise<string[]> {
  if (/^(?:errors\.|noData$|async\.)/.test(misfit))
    return [`${misfit}: it cannot be evaluated over this answer`]
  if (misfit === 'success')
    return ['success: it does not hold of this answer, and no rule says what it is']
  if (body === undefined) return [`body: it is no ${answers.toUpperCase()}`]
  const input = { ...seen, status, body, ...(pages && { pages: [body] }) }
  const { map } = await evaluate({ map: expression }, input)
  if (map && 'failed' in map) return ['map: it cannot be evaluated over this answer']
  const mapped = valueOf(map)
  const schema = Object.hasOwn(own, seen.service) ? own[seen.service]?.result : undefined
  if (schema) {
    const read = readOwn(schema, mapped)
    return 'values' in read ? [] : read.misfits.map(({ path, detail }) => `${path}: ${detail}`)
  }
  const misfits = explainAnswer(port, mapped)
  if (misfits.length > 0) return misfits.map(({ path, expected }) => `${path}: ${expected}`)
  const answer = readAnswer(port, mapped)
  const missing = answer && findMissingPart(seen.service, answer)
  return missing === undefined ? [] : [`${missing}: the service must state it, and it is absent`]
}
