// People on a list of a run: each becomes a transaction, is given a link and is told of; a document that does not hold,
// and fields that do not fit.
import { person } from '#test/support/person.ts'
import type { PrivacyClient } from './client.ts'

/** What a client says of somebody on the list. */
export const listed = {
  whose: 'Socia Wolodymyra Przybylskaya',
  mail: 'wolodymyra.przybylskaya@socios.example',
  number: '73846519820',
  other: 'Socio sem Numero Przybylski',
} as const

const scope = 'transactions:read transactions:write packs:write packs:live reports:read'
const claims = { sub: 'ana', scope } as const
const text = { type: 'string', 'x-personal': true }
const owner = {
  type: 'object',
  properties: { document: text, documentType: text, name: text, email: text },
}
const documents = {
  socia: {
    root: {
      kind: 'sequence',
      steps: [
        { kind: 'wait', id: 'word', signal: { type: 'object' } },
        { kind: 'stop', outcome: 'approved', reason: 'said' },
      ],
    },
  },
  familia: {
    input: { type: 'object', properties: { owners: { type: 'array', items: owner } } },
    root: {
      kind: 'sequence',
      steps: [
        {
          kind: 'each',
          id: 'owners',
          in: 'input.owners',
          pack: 'socia@1',
          with: { email: 'item.email', birthdate: 'item.name' },
          link: true,
        },
        {
          kind: 'when',
          id: 'all',
          condition: 'steps.owners.results.all(one, one.outcome == "approved")',
          run: { kind: 'stop', outcome: 'approved', reason: 'all' },
        },
      ],
    },
  },
} // prettier-ignore

export async function driveFamily({ told, call, create, until }: PrivacyClient): Promise<void> {
  for (const [name, body] of Object.entries(documents))
    await call('POST', `/v1/packs/${name}/versions`, { body, claims })
  const id = await create({})
  const path = `/v1/packs/familia/${id}`
  const { whose: name, mail: email, number: document, other } = listed
  await call('POST', path, { body: { input: { owners: [name] } } })
  const owners = [
    { document, name, email },
    { name: other },
    { document: person.name, name: other },
  ]
  await call('POST', path, { body: { input: { owners } } })
  const read = async () => JSON.parse((await call('GET', path)).text)
  let child = ''
  await until('a child', async () => {
    const [first] = (await read()).steps.owners.results
    if (first?.link === undefined) return false
    told.pageTokens.push(new URL(first.link).pathname.split('/').at(-1) ?? '')
    child = first.transactionId
    return true
  })
  await call('POST', `/v1/sandbox/transactions/${id}/walk-links`)
  await call('POST', `/v1/packs/socia/${child}/steps/word`, { body: { result: {} } })
  await until('the end of the family', async () => (await read()).outcome === 'review')
  await call('GET', `/v1/transactions?parent=${id}`, { claims })
  await call('GET', `/v1/transaction/${child}/timeline`)
}
