// People who look and decide: what they write about the person, to a review and to a hit, is kept sealed.
import { person } from '#test/support/person.ts'
import type { PrivacyClient } from './client.ts'

/** What reviewers write of the person. */
export const noted = {
  review: `Falei com ${person.name} da rua dos Wratislavos`,
  comment: 'A Ploszczynska ligou da agência de Swiebodzin',
  hit: 'Outra Ploszczynska, filha de Radegundis',
} as const

const scope = 'reviews:write transactions:read transactions:write packs:write packs:live'
const inSandbox = { sub: 'ana', scope } as const

const root = {
  kind: 'sequence',
  steps: [
    { kind: 'module', module: 'score' },
    { kind: 'review', id: 'look', title: 'Is it the same person?' },
    { kind: 'stop', outcome: 'approved', reason: 'looked-at' },
  ],
}

export async function driveReview({ call, create }: PrivacyClient): Promise<void> {
  const claims = inSandbox
  const demand = createDemand(call)
  await demand(201, 'POST', '/v1/packs/olhar/versions', { body: { root }, claims })
  const id = await create({})
  await demand(200, 'GET', `/v1/packs/olhar/${id}`, { headers: { prefer: 'wait=10' } })
  const review = await demand(200, 'POST', '/v1/reviews/next', { claims })
  const path = `/v1/reviews/${JSON.parse(review).id}`
  const decision = { outcome: 'approved', reasons: ['same'], note: noted.review }
  await call('POST', `${path}/decision`, { body: { ...decision, reasons: [person.name] }, claims })
  await demand(201, 'POST', `${path}/comments`, { body: { text: noted.comment }, claims })
  await demand(200, 'POST', `${path}/decision`, { body: decision, claims })
  await demand(200, 'GET', `/v1/transaction/${id}/related`, { claims })
  await demand(200, 'GET', path, { claims })
}

/** A hit of a check in live that a person says is about somebody else. */
export async function judgeHit({ call }: PrivacyClient, check: string): Promise<void> {
  const claims = { ...inSandbox, mode: 'live' } as const
  const demand = createDemand(call)
  const { services } = JSON.parse(await demand(200, 'GET', check, { claims: { mode: 'live' } }))
  const [hitId] = JSON.stringify(services).match(/(?<="hitId":")[\w-]+/) ?? []
  const body = { judgement: 'false-positive', note: noted.hit }
  await demand(200, 'POST', `${check}/hits/${hitId}/judgement`, { body, claims })
}

const createDemand =
  (call: PrivacyClient['call']) =>
  async (status: number, ...given: Parameters<PrivacyClient['call']>): Promise<string> => {
    const answer = await call(...given)
    if (answer.status !== status) throw new Error(`${given[1]} answered ${answer.status}`)
    return answer.text
  }
