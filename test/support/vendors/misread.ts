// Answers that miss what was asked, or contain too much of it, in the format of each vendor, for the common tests of
// all adapters.
import type { CheckAccount } from '#src/screening/orders/port.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { companyServices, personServices } from '#src/journey/transaction/parts-schema.ts'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCheckAccount } from './check-harness.ts'

export type Speaker = {
  readonly name: string
  readonly open: (server: { url: string; host: string }) => CheckAccount
  readonly requests: readonly CheckRequest[]
  /** Builds a body with this content in place of the vendor’s list or single result. */
  readonly holding: (content: unknown) => unknown
  /** A list entry or single result that the vendor may send. */
  readonly entry: (at: number) => object
  /** The vendor answers with a single result instead of a list. */
  readonly isSingle?: boolean
  /** The adapter accepts a single object in place of a list; adapters with a schema refuse it. */
  readonly isLenient?: boolean
}

const subject = { document: '52998224725', name: 'João da Silva' }
const firm = { document: '11222333000181', name: 'Açúcar e Café Ltda' }

const person = (service: string): CheckRequest => ({ port: 'person-check', service, subject })
const company = (service: string): CheckRequest => ({
  port: 'company-check',
  service,
  subject: firm,
})
const both = (service: string) => [person(service), company(service)]

const openOwn =
  (vendor: string): Speaker['open'] =>
  ({ url, host }) =>
    openCheckAccount({ vendor, baseUrl: url } as { vendor: string }, { privateHosts: [host] })

/** A careless vendor file that maps the answer without checks. */
const openFile =
  (port: string, map: string): Speaker['open'] =>
  ({ url, host }) => {
    const folder = mkdtempSync(join(tmpdir(), 'atesta-misread-'))
    const text = `name: hasty
port: ${port}
baseUrl: ${url}
auth: none
request: { method: GET, path: /ask }
success: { statuses: [200] }
map: '${map}'
`
    writeFileSync(join(folder, 'hasty.yaml'), text)
    return openCheckAccount({ vendor: 'http', file: 'hasty.yaml' } as { vendor: string }, {
      privateHosts: [host],
      folder,
    })
  }

const match = (at: number) => ({
  id: `entry-${at}`,
  name: 'João da Silva',
  score: at / 1_000,
  match: at === 500,
  topics: ['sanction'],
  lists: ['a list'],
})
const record = (at: number) => ({ id: `record-${at}`, kind: 'warrant' })

const registry = (vendor: string): Speaker => ({
  name: vendor,
  open: openOwn(vendor),
  requests: ['CompanyRegistry', 'BasicInfos'].map(company),
  holding: (content) => content,
  entry: () => ({ cnpj: firm.document, razao_social: firm.name, situacao_cadastral: 2 }),
  isSingle: true,
})

const file = (
  request: CheckRequest,
  of: { map: string; entry: Speaker['entry']; isSingle?: boolean },
): Speaker => ({
  name: `a file for ${request.service} of ${request.port}`,
  open: openFile(request.port, of.map),
  requests: [request],
  holding: (content) => ({ found: content }),
  entry: of.entry,
  ...(of.isSingle ? { isSingle: true } : { isLenient: true }),
})

const mapOf = (service: string) =>
  ['ArrestWarrant', 'CriminalRecord', 'LawSuits'].includes(service)
    ? { map: '{"records": body.found}', entry: record }
    : { map: '{"matches": body.found}', entry: match }

const basics = {
  map: '{"name": body.found.name, "status": body.found.status}',
  entry: () => ({ name: 'João da Silva' }),
  isSingle: true,
}

const toFile = (request: CheckRequest) =>
  file(
    request,
    /BasicInfos|CompanyRegistry/.test(request.service) ? basics : mapOf(request.service),
  )

const bin: CheckRequest = { port: 'card-risk', service: 'Bin', subject: { bin: '401178' } }
const cardEntry = { scheme: 'visa', prepaid: false }
const credit: CheckRequest = {
  port: 'credit',
  service: 'CreditScore',
  subject: { document: subject.document, criterion: 1 },
}

/** Every adapter, and a vendor file for each service of each port. */
export const speakers: readonly Speaker[] = [
  {
    name: 'yente',
    open: openOwn('yente'),
    requests: [...both('Sanctions'), ...both('Pep')],
    holding: (results) => ({ responses: { q: { status: 200, results } } }),
    entry: (at) => {
      const { id, name: caption, score, match: isMatch } = match(at)
      const properties = { topics: ['sanction', 'role.pep'] }
      return { id, caption, properties, datasets: ['a list'], score, match: isMatch }
    },
  },
  {
    name: 'watchman',
    open: openOwn('watchman'),
    requests: both('Sanctions'),
    holding: (entities) => ({ entities }),
    entry: (at) => ({
      name: 'João da Silva',
      entityType: 'person',
      sourceList: 'a list',
      sourceID: `${at}`,
      match: at === 500 ? 0.99 : 0.5,
    }),
  },
  registry('minha-receita'),
  registry('brasilapi'),
  ...personServices.map(person).map(toFile),
  ...companyServices.map(company).map(toFile),
  {
    name: 'binlist',
    open: openOwn('binlist'),
    requests: [bin],
    holding: (content) => content,
    entry: () => cardEntry,
    isSingle: true,
  },
  file(bin, { map: 'body.found', entry: () => cardEntry, isSingle: true }),
  file(credit, {
    map: '{"scores": body.found}',
    entry: (at) => ({ name: `score-${at}`, value: at }),
  }),
]
