// A form of a pack, answered on a link without a script: what is refused, what is sealed, and a file that was uploaded.
import type { Call } from '#test/support/app.ts'
import { makePdf } from '#test/support/biometrics/signed-pdf.ts'
import { person } from '#test/support/person.ts'
import type { OwnStack } from '#test/support/servers/own-stack.ts'
import { createWalker } from '#test/support/walker.ts'
import type { PrivacyClient } from './client.ts'

/** What the person says of themselves. */
export const answered = {
  occupation: 'Apicultora Brzeczyszczykiewska',
  refused: 'Tentativa Brzeczyszczykowa',
  home: 'Travessa Brzeczyszczyk 4417',
  contract: 'Contrato de Brzeczyszczykiewicz Mel Ltda',
} as const

const field = (name: string, type: string, more: object = {}) => ({ name, type, label: name, ...more }) // prettier-ignore
const document = {
  root: {
    kind: 'sequence',
    steps: [
      {
        kind: 'ask',
        id: 'profile',
        title: 'Sobre você',
        fields: [
          field('occupation', 'text', { required: true }),
          field('home', 'address'),
          field('income', 'money', { required: true }),
          field('contract', 'upload', { required: true }),
        ],
      },
      {
        kind: 'decide',
        id: 'verdict',
        rows: [
          { if: 'steps.profile.result.occupation == transaction.name', outcome: 'rejected', reason: 'odd' },
          { outcome: 'approved', reason: 'answered' },
        ],
      },
    ],
  },
} // prettier-ignore
const claims = {
  sub: 'ana',
  scope: 'transactions:read transactions:write packs:write packs:live',
} as const

export async function driveForms(stack: OwnStack, client: PrivacyClient): Promise<void> {
  const { call, create, hasHappened } = client
  await call('POST', '/v1/packs/formulario/versions', { body: document, claims })
  const id = await create({})
  const made = await call('POST', `/v1/transaction/${id}/lvs`, { body: { pack: 'formulario' } })
  const send: Call = (method, to, { body, headers = {} } = {}) =>
    fetch(stack.apiUrl + to, {
      method,
      redirect: 'manual',
      headers: { ...headers, 'user-agent': person.name },
      ...((typeof body === 'string' || body instanceof Uint8Array) && { body }),
    })
  const walker = createWalker(send)
  await walker.open(new URL(JSON.parse(made.text).link).pathname)
  await walker.press('')
  await walker.press('consent')
  const home = /^\/c\/l\/[^/?]+/.exec(walker.path)?.[0] ?? ''
  const { occupation, refused, home: address, contract } = answered
  const pdf = makePdf({ catalog: `/Title (${contract})` })
  for (const [said, income, status] of [
    [refused, person.email, 422],
    [occupation, '8.500,50', 303],
  ] as const) {
    const form = new FormData()
    const text = { key: walker.key, step: 'profile', round: '1', 'f.income': income }
    for (const [name, value] of Object.entries(text)) form.set(name, value)
    form.set('f.occupation', said)
    form.set('f.home', address)
    form.set('f.contract', new Blob([new Uint8Array(pdf)]), `${contract}.pdf`)
    const request = new Request('http://x/', { method: 'POST', body: form })
    const sent = await walker.send('POST', `${home}/form`, {
      body: new Uint8Array(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    })
    if (sent.status !== status) throw new Error(`the form is answered ${sent.status}`)
  }
  await hasHappened(id, 'link-completed')
  const path = `/v1/packs/formulario/${id}`
  await call('GET', path)
  for (const result of [{ occupation, home: address }, { [occupation]: refused }])
    await call('POST', `${path}/steps/profile`, { body: { result } })
}
