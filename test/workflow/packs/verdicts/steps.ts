// Each step of a case as its request.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '#test/support/service.ts'
import { answer, ask, document, selfie, walkLink } from './person.ts'
import { type Case, type Play, startPlay, type Step } from './play.ts'
import type { Tell } from './sources.ts'
import { fill, makeValue } from './values.ts'

/** What the last query said; `refused`: nothing was published; `fault`: a step was refused. */
export type Last = { readonly outcome: string; readonly reason?: string }

/** A case with its values and its pack. Never throws: what goes wrong is an answer too. */
export async function playCase(service: Service, one: Case, tell: Tell): Promise<Last> {
  const play = startPlay(service, one.id, one.mode ?? 'sandbox')
  for (const [name, kind] of Object.entries(one.given ?? {})) play.values.set(name, makeValue(kind))
  const isPublished = await publish(play, one)
  return isPublished ? playSteps(play, one.steps, tell) : { outcome: 'refused' }
}

export async function playSteps(play: Play, steps: readonly Step[], tell?: Tell): Promise<Last> {
  let last: Last = { outcome: 'nothing' }
  try {
    for (const given of steps) {
      // Safe because values are put into a step, and no keys.
      const step = fill(given, play.values) as Step
      const { source, service, about, answers, status = 200 } = step
      if (source && service && about)
        tell?.(play.tenant, { source, service, about, answers, status }) // prettier-ignore
      else last = (await playStep(play, step)) ?? last
    }
    return last
  } catch (error) {
    return { outcome: 'fault', reason: String(error) }
  }
}

/** False when the scorecard or the pack is refused. */
async function publish({ send, values }: Play, { id, card, pack }: Case): Promise<boolean> {
  const put = async (path: string, given: object) => {
    const body = fill({ ...given, message: 'A case' }, values)
    return (await send('POST', `${path}/versions`, body, { expected: [201, 422] })).status === 201
  }
  if (card && !(await put(`/v1/scorecards/card-${id}`, card))) return false
  values.set('card', `card-${id}@1`)
  values.set('it', `pack-${id}`)
  return typeof pack === 'string' || put(`/v1/packs/pack-${id}`, pack)
}

/** Resolves to what a query says. */
async function playStep(play: Play, step: Step): Promise<Last | undefined> {
  const { send, idOf } = play
  const path = `/v1/transaction/${idOf(step)}`
  if (step.create) return create(play, step)
  if (step.selfie) return selfie(play, step)
  if (step.document) return document(play, step)
  if (step.ask) return ask(play, step, step.ask)
  if (step.answer) return answer(play, step)
  if (step.link) return walkLink(play, step)
  if (step.start) return start(play, step)
  if (step.query) return query(play, step)
  if (step.check) return check(play, step)
  if (step.decide) return decide(play, step)
  if (step.told) await send('POST', `${path}/outcome`, step.told)
  if (step.deny) await send('POST', '/v1/lists/deny', step.deny)
  if (step.clock) await moveClock(play, step, step.clock)
  await sleep((step.pause ?? 0) * 1_000)
  return undefined
}

async function create({ send, ids, mode }: Play, { create: fields = {}, as = 'it' }: Step) {
  const isCompany = fields['documentType'] === 'cnpj'
  const reached = { phone: makeValue('mobile 0001'), email: makeValue('address') }
  const usual = isCompany
    ? { documentType: 'cnpj', name: 'Exemplo Comercio de Tecidos Ltda' }
    : { documentType: 'cpf', name: 'Ana Beatriz Moura Exemplo', birthdate: '1985-05-05' }
  const own = {
    document: makeValue(isCompany ? 'cnpj 0001' : 'cpf 0001'),
    ...usual,
    ...(!isCompany && mode === 'sandbox' && reached),
    ...fields,
  }
  const body = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null))
  const { id } = await (await send('POST', '/v1/transaction', body)).json()
  ids.set(as, id)
  return undefined
}

/** What has not settled by then, such as a purchase that is asked for again, settles behind. */
async function moveClock({ send, idOf }: Play, step: Step, advance: string): Promise<void> {
  const path = `/v1/sandbox/transactions/${idOf(step)}/clock`
  const moved = send('POST', path, { advance }, { expected: [200, 503] })
  await Promise.race([moved, sleep(4_000)])
}

/** A version that does not run here is refused, and the query shows what there is. */
async function start({ send, idOf }: Play, step: Step) {
  const path = `/v1/packs/${step.start}/${idOf(step)}`
  await send('POST', path, step.body ?? {}, { expected: [202, 404, 409, 422] })
  return undefined
}

async function query({ send, idOf, values }: Play, step: Step): Promise<Last> {
  const { query: asked = '', wait = 20 } = step
  const pack = asked === 'it' ? String(values.get('it')) : asked
  const headers = { prefer: `wait=${wait}` }
  const expected = [200, 404, 409, 422]
  const got = await send('GET', `/v1/packs/${pack}/${idOf(step)}`, undefined, { headers, expected })
  const { status, outcome, stopReason, code } = await got.json()
  if (!got.ok) return { outcome: String(got.status), reason: code }
  return { outcome: status === 'processing' || !outcome ? status : outcome, reason: stopReason }
}

/** Until it has ended. */
async function check({ send, idOf }: Play, step: Step) {
  const path = `/v1/transaction/${idOf(step)}/backgroundcheck`
  await send('POST', step.company ? `${path}/company` : path, step.check)
  for (;;) {
    const all = await (await send('GET', path)).json()
    if (all.every(({ status }: { status: string }) => status !== 'processing')) return undefined
    await sleep(200)
  }
}

/** The queue of a case has nothing else; it may be a moment before it has this. */
async function decide({ send }: Play, { decide: decision, who }: Step) {
  for (;;) {
    const got = await send('POST', '/v1/reviews/next', who === undefined ? {} : { who })
    if (got.status === 200) {
      const { id } = await got.json()
      // Where one alone may not, the query shows that nothing came of it.
      const expected = [200, 202, 403]
      await send('POST', `/v1/reviews/${id}/decision`, decision, { expected })
      return undefined
    }
    await sleep(100)
  }
}
