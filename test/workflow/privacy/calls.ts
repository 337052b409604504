// What leaves for a system of the client's and comes back, at once, later and as a refusal; and what a message says it is for.
import { Webhook } from 'standardwebhooks'
import { person } from '#test/support/person.ts'
import { startReceiver } from '#test/support/servers/receiver.ts'
import type { PrivacyClient } from './client.ts'

/** What the systems are told and say, and what the person is asked to confirm. */
export const exchanged = {
  sent: 'Pedido de Krzesimira Szczepanskaya',
  later: 'Conta de Krzesimira Szczepanskowa',
  other: 'Outra conta de Krzesimir Szczepanskow',
  quoted: 'nao conheco Krzesimira nenhuma',
  header: 'porteira-szczepanska-5521',
  payee: 'Padaria Krzesimira Szczepanskich',
} as const

const scope =
  'endpoints:write packs:write packs:live transactions:read transactions:write reports:read reviews:write'
const claims = { sub: 'ana', scope } as const
const text = { type: 'string', 'x-personal': true }
const input = { type: 'object', properties: { note: { type: 'string' }, payee: { type: 'string' } } } // prettier-ignore
const result = { type: 'object', required: ['holder'], properties: { holder: text, note: { type: 'string' } } } // prettier-ignore
const called = (to: string) => ({
  kind: 'call',
  id: to,
  to,
  input: { name: 'transaction.name', document: 'transaction.document', note: 'input.note' },
  result,
})
const document = {
  input,
  root: {
    kind: 'sequence',
    steps: [
      {
        kind: 'module',
        module: 'phoneConfirmation',
        id: 'consent',
        send: true,
        with: { channels: ['sms'] },
        purpose: 'Pagar a {input.payee}',
        deadlineSeconds: 1,
        optional: true,
      },
      called('refuser'),
      called('quoter'),
      called('core'),
      {
        kind: 'decide',
        id: 'verdict',
        rows: [
          { if: 'steps.core.result.holder == transaction.name', outcome: 'rejected', reason: 'odd' },
          { outcome: 'approved', reason: 'told' },
        ],
      },
    ],
  },
} // prettier-ignore

export async function driveCalls({ told, call, create, until }: PrivacyClient): Promise<void> {
  await using receiver = await startReceiver()
  const { sent: note, later, other, quoted, header, payee } = exchanged
  const quote = `${person.name}: ${quoted}`
  receiver.paths.set('/refuser', { status: 422, body: JSON.stringify({ message: quote }) })
  receiver.paths.set('/quoter', { status: 200, body: JSON.stringify({ holder: [quote], [quote]: 1 }) }) // prettier-ignore
  receiver.paths.set('/core', { status: 202, body: quote })
  let secret = ''
  for (const name of ['refuser', 'quoter', 'core']) {
    const body = { name, url: receiver.url(`/${name}`), headers: { 'x-gateway': header } }
    const made = await call('POST', '/v1/endpoints', { body, claims })
    if (made.status !== 201) throw new Error(`an endpoint answered ${made.status}`)
    secret = JSON.parse(made.text).secret
    told.secrets.push(secret, secret.replace('whsec_', ''))
  }
  const made = await call('POST', '/v1/packs/chamado/versions', { body: document, claims })
  if (made.status !== 201) throw new Error(`the pack answered ${made.text}`)
  const id = await create({})
  const path = `/v1/packs/chamado/${id}`
  await call('POST', path, { body: { input: { note, payee } }, claims })
  await call('POST', `/v1/sandbox/transactions/${id}/clock`, { body: { advance: 'PT1M' } })
  await until('the call of core', async () => receiver.bodies('/core').length > 0)
  const { callId, replyTo } = receiver.bodies('/core')[0]?.data ?? {}
  const url = new URL(String(replyTo)).pathname
  told.pageTokens.push(url.split('/').at(-1) ?? '')
  await bring({ holder: [later], note: later }, secret)
  await bring({ holder: later, note }, `whsec_${btoa(other)}`)
  await bring({ holder: later, note: later }, secret)
  await bring({ holder: other, note: later }, secret)
  await until('the end of the pack', async () => (await call('GET', path, { claims })).text.includes('"told"')) // prettier-ignore
  await call('GET', `/v1/transaction/${id}/timeline`)
  await call('GET', `/v1/transaction/${id}/agenda`)
  await call('GET', `${path}/run/drawing`, { claims })

  async function bring(value: object, key: string): Promise<void> {
    const body = JSON.stringify({ result: value })
    const now = new Date()
    await call('POST', url, {
      body,
      headers: {
        authorization: '',
        'webhook-id': String(callId),
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new Webhook(key).sign(String(callId), now, body),
      },
    })
  }
}
