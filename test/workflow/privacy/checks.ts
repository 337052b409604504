// Who is asked about the person in live, what they find and say, and how it comes about: with values that stand nowhere
// by chance, in answers, in refusals that quote, and in expressions that fail over them.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHmac } from 'node:crypto'
import { person } from '#test/support/person.ts'
import { startCheckServer } from '#test/support/vendors/check-server.ts'
import type { PrivacyClient } from './client.ts'
import { judgeHit } from './reviews.ts'

/** What sources know of the person, and their ids of what was bought. */
export const foundOut = {
  name: 'Hildegunda Ploszczynska',
  mothersName: 'Radegundis Ploszczynska',
  record: 'Mandado-Ploszczynski-88214',
  authority: 'Vara de Wolkenkuckucksheim',
  bank: 'Banco Ploszczynski',
  vendorId: 'compra-ploszczynska-5518',
  complaint: 'nao existe Ploszczynska nenhuma',
  standing: 'Correntista Ploszczynska desde menina',
} as const

const secrets = { key: 'chave-do-birô-ploszczynski', hook: 'assinatura-ploszczynska' }

const file = (url: string) => `name: birou
port: person-check
baseUrl: ${url}
auth: { bearer: { secret: key } }
request:
  method: POST
  path: /people/{document}/{service}
  parameters: { document: params.document, service: service }
  query: { name: params.name }
  headers: { X-Attempt: ids.attempt }
  body: '{"who": params, "again": $uppercase(params.name)}'
errors:
  - { status: 422, class: invalidInput }
success: { statuses: [200, 202] }
map: >-
  service = "Sanctions" ? $error(params.name & body.name) : {"document": body.document, "name": body.name,
  "mothersName": body.mother, "status": "regular", "records": [{"id": body.record, "kind": "warrant",
  "authority": body.authority}]}
async:
  callback:
    id: body.id
    vendorId: body.id
    signature: { header: X-Signature, secret: { secret: hook } }
`

/** A service of one's own, whose values are read by a pack alone. */
const ownFile = (url: string) => `name: proprio
port: person-check
services:
  - name: AccountStanding
    result: { type: object, required: [standing], properties: { standing: { type: string } } }
baseUrl: ${url}
auth: { bearer: { secret: key } }
request:
  method: POST
  path: /own/{document}
  parameters: { document: params.document }
  body: '{"who": params}'
success: { statuses: [200] }
map: '{"standing": body.standing}'
`

const found = {
  document: person.document,
  name: foundOut.name,
  mother: foundOut.mothersName,
  record: foundOut.record,
  authority: foundOut.authority,
}

export async function startPrivacyChecks() {
  const server = await startCheckServer(({ url }) => {
    if (url.pathname === `/${person.cardBin}`)
      return { status: 200, body: { bank: { name: foundOut.bank }, country: { alpha2: 'BR' } } }
    if (url.pathname.startsWith('/own/'))
      return { status: 200, body: { ...found, standing: foundOut.standing } }
    switch (url.pathname.split('/').at(-1) ?? '') {
      case 'Pep':
        return { status: 422, body: { message: `${person.name}: ${foundOut.complaint}` } }
      case 'ArrestWarrant':
        return { status: 202, body: { id: foundOut.vendorId } }
      case 'LawSuits':
        return { status: 500, body: { message: `${person.document}: ${foundOut.complaint}` } }
      default:
        return { status: 200, body: found }
    }
  })
  const folder = mkdtempSync(join(tmpdir(), 'atesta-privacy-'))
  const path = join(folder, 'birou.yaml')
  writeFileSync(path, file(server.url))
  const ownPath = join(folder, 'proprio.yaml')
  writeFileSync(ownPath, ownFile(server.url))
  const accounts = {
    birou: { vendor: 'http', file: path, secrets, repeat: 'safe' },
    proprio: { vendor: 'http', file: ownPath, secrets, repeat: 'safe' },
    bins: { vendor: 'binlist', baseUrl: server.url },
  }
  const legalBasis = { purpose: 'test', article: 'LGPD 7, V' }
  const ports = { 'person-check': ['birou', 'proprio'], 'card-risk': ['bins'] }
  return {
    CHECKS: JSON.stringify({ accounts, ports, legalBasis, privateHosts: [server.host] }),
    async close() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

export async function driveChecks(client: PrivacyClient): Promise<void> {
  const { call, create, hasHappened } = client
  const claims = { mode: 'live' } as const
  const id = await create({ services: undefined }, { claims })
  const path = `/v1/transaction/${id}`
  const services = ['BasicInfos', 'ArrestWarrant', 'Pep', 'Sanctions', 'LawSuits']
  const asked = await call('POST', `${path}/backgroundcheck`, { body: { services }, claims })
  const { backgroundCheckId } = JSON.parse(asked.text)
  await hasHappened(id, 'check-awaited', claims)
  await report('birou', secrets.hook)
  await report('birou', person.name)
  await report(person.document, secrets.hook)
  await hasHappened(id, 'check-answered', claims)
  await judgeHit(client, `${path}/backgroundcheck/${backgroundCheckId}`)
  for (const suffix of ['insights', 'trustcard', 'backgroundcheck', 'timeline'])
    await call('GET', `${path}/${suffix}`, { claims })
  await hasHappened(id, 'look-up-bought', claims)
  await card()
  await call('GET', `${path}/trustcard`, { claims })
  await driveOwn(client, id)

  async function report(account: string, key: string): Promise<void> {
    const text = JSON.stringify({ id: foundOut.vendorId, ...found })
    const signature = createHmac('sha256', key).update(text).digest('hex')
    const headers = { 'x-signature': signature, authorization: '' }
    await call('POST', `/hooks/checks/${account}`, { body: text, headers })
  }

  /** Rules and plates that attack are refused, or only wrong; none of them is repeated. */
  async function card(): Promise<void> {
    const rule = { code: 'x', points: 1, description: person.name }
    for (const when of [`"${person.document}" in 5`, `document["${person.name}"]`, person.email])
      await call('POST', '/v1/scorecards/own/versions', {
        body: { base: 1, rules: [{ ...rule, when }] },
        claims: { ...claims, scope: 'packs:write packs:live reports:read' },
      })
    const vehicle = { vehicleLicensePlate: `${person.licensePlate}'; drop table sighting; --` }
    const other = await create({ vehicle, services: undefined }, { claims })
    await call('GET', `/v1/transaction/${other}/insights`, { claims })
  }
}

/** A service of one's own, bought for a run that reads it. */
async function driveOwn({ call, until }: PrivacyClient, id: string): Promise<void> {
  const scope = 'transactions:read transactions:write packs:write packs:live reports:read'
  const claims = { mode: 'live', sub: 'ana', scope } as const
  const made = await call('POST', '/v1/packs/correntista/versions', { body: standingPack, claims })
  if (made.status !== 201) throw new Error(`the pack answered ${made.text}`)
  const live = { version: 1, message: 'x' }
  await call('PUT', '/v1/packs/correntista/live', { body: live, claims })
  await until('the end of the own service', async () => {
    const { text } = await call('GET', `/v1/packs/correntista/${id}`, { claims })
    return text.includes('"stands"')
  })
}

const standingPack = {
  root: {
    kind: 'sequence',
    steps: [
      { kind: 'module', module: 'backgroundCheck', with: { services: ['AccountStanding'] } },
      {
        kind: 'decide',
        id: 'verdict',
        rows: [
          {
            unless: 'steps.backgroundCheck.services.AccountStanding.standing != ""',
            outcome: 'rejected',
            reason: 'unknown',
          },
          { outcome: 'approved', reason: 'stands' },
        ],
      },
    ],
  },
}
