// What clients bring to a pack about the person: the input of a run and the result of a step, and what of it is refused.
import { person } from '#test/support/person.ts'
import type { PrivacyClient } from './client.ts'

/** What a client says of the person. */
export const brought = {
  holder: 'Titular Zbigniewa Kwiatkowskaya',
  other: 'Outra Titular Zbigniewina',
  note: 'Combinado com Zbigniew no balcao',
} as const

const scope = 'transactions:read transactions:write packs:write packs:live reviews:write'
const claims = { sub: 'ana', scope } as const
const schema = {
  type: 'object',
  required: ['holder'],
  properties: {
    holder: { type: 'string', 'x-personal': true },
    note: { type: 'string' },
    amount: { type: 'number' },
  },
}
const document = {
  input: schema,
  output: { isSame: { value: 'input.holder == steps.word.result.holder', event: true }, note: 'input.note' },
  root: {
    kind: 'sequence',
    steps: [
      { kind: 'wait', id: 'word', signal: schema },
      {
        kind: 'decide',
        id: 'verdict',
        rows: [
          { if: 'steps.word.result.holder != input.holder', outcome: 'review', reason: 'other' },
          { outcome: 'approved', reason: 'same' },
        ],
      },
    ],
  },
} // prettier-ignore

export async function driveValues({ call, create }: PrivacyClient): Promise<void> {
  await call('POST', '/v1/packs/palavra/versions', { body: document, claims })
  const id = await create({})
  const path = `/v1/packs/palavra/${id}`
  const { holder, other, note } = brought
  await call('GET', path)
  for (const input of [{ note }, { holder: 1, note }, { holder, amount: person.document }, holder])
    await call('POST', path, { body: { input } })
  await call('POST', path, { body: { input: { holder, note, [person.name]: person.email } } })
  for (const step of ['word', encodeURIComponent(person.name)])
    for (const result of [{ holder, amount: note }, { [person.email]: holder }, holder])
      await call('POST', `${path}/steps/${step}`, { body: { result } })
  for (const result of [
    { holder: other, note },
    { holder: other, note },
    { holder, note },
  ])
    await call('POST', `${path}/steps/word`, { body: { result } })
  const answer = await call('GET', path)
  const { outcome, runId } = JSON.parse(answer.text)
  if (outcome !== 'review') throw new Error(`the pack answered ${outcome}`)
  await call('GET', `${path}/runs/${runId}/evidence`, { claims })
  await call('GET', `${path}/run/drawing`, { claims })
}
