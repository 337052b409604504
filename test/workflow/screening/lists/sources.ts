// What each case is answered from: own lists of three formats, loaded before the service starts; yente, watchman, registers
// and vendors of a file on one small server that writes as theirs do.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListFile } from '#src/screening/lists/schema.ts'
import { ownList } from '#test/support/lists.ts'
import { type CheckVendorAnswer, startCheckServer } from '#test/support/vendors/check-server.ts'

export type ListSource =
  | { readonly format: 'ofac'; readonly sdn: readonly string[]; readonly alt?: readonly string[] }
  | { readonly format: 'un'; readonly entry: string }
  | { readonly format: 'own'; readonly service: string; readonly entry: object }
  | { readonly format: 'yente'; readonly entities?: readonly object[]; readonly raw?: object }
  | { readonly format: 'watchman'; readonly entities: readonly object[] }
  | { readonly format: 'source'; readonly service: string; readonly answer: object }
  /** Vendors in the order in which they are asked, each with its answer. */
  | {
      readonly format: 'register'
      readonly asked: readonly string[]
      readonly answers: readonly { readonly status: number; readonly body?: object }[]
    }

export type ListCase = { readonly id: string; readonly list: ListSource }

const file = (name: string, lines: readonly string[]): ListFile => ({
  name,
  bytes: Buffer.from(`${[...new Set(lines)].join('\n')}\n`),
  modifiedAt: new Date(),
})

/** All of OFAC and of the United Nations in one list of each, as they come; an own list for each case. */
export function filesOf(cases: readonly ListCase[]): ListFile[] {
  const lists = cases.map(({ list }) => list)
  const ofac = lists.filter((one) => one.format === 'ofac')
  const un = lists.flatMap((one) => (one.format === 'un' ? one.entry : []))
  const individuals = [...new Set(un)].join('\n')
  return [
    file('sdn.csv', ofac.flatMap(({ sdn }) => sdn)),
    file('alt.csv', ofac.flatMap(({ alt = [] }) => alt)),
    file('consolidated.xml', [`<CONSOLIDATED_LIST><INDIVIDUALS>${individuals}</INDIVIDUALS></CONSOLIDATED_LIST>`]),
    ...cases.flatMap(({ id, list }) =>
      list.format === 'own' ? [ownList(`of-${id}`, [list.entry], { service: list.service })] : [],
    ),
  ]
} // prettier-ignore

const ownListOf = ({ id, list }: ListCase): string | undefined =>
  ({ ofac: 'ofac-sdn', un: 'un-sc', own: `of-${id}` } as Record<string, string>)[list.format] // prettier-ignore

/** Where a case is answered that nobody is found. */
const besides = 99

/** What the server of a case's vendor says; a register says nothing but its answer, to whatever is asked. */
function answerOf(list: ListSource, at: number, path: string): CheckVendorAnswer {
  if (at === besides) return { status: 200, body: { matches: [], searched: ['besides'] } }
  if (list.format === 'register') return { body: {}, ...list.answers[at] } as CheckVendorAnswer
  if (list.format === 'source') return { status: 200, body: list.answer }
  if (list.format === 'yente' && path.includes('/match/')) {
    const q = { status: 200, results: list.entities ?? [], total: { value: 1, relation: 'eq' } }
    return { status: 200, body: list.raw ?? { responses: { q: { ...q, query: {} } }, limit: 50 } }
  }
  if (list.format === 'watchman' && path.endsWith('/v2/search'))
    return { status: 200, body: { query: {}, entities: list.entities } }
  return { status: 404, body: {} }
}

type Told = { readonly port: string; readonly service: string }

const fileText = (url: string, { port, service }: Told) => `name: told
port: ${port}
services: [${service}]
baseUrl: ${url}
request: { method: POST, path: /, body: '{"service": service}' }
success: { statuses: [200] }
map: body
`

const ports = ['person-check', 'company-check'] as const

/** `listOf`: what stands in the case as it is asked, with its numbers in place. */
export async function startListSources(
  cases: readonly ListCase[],
  listOf: (id: string) => ListSource,
) {
  const server = await startCheckServer(({ url }) => {
    const [, id = '', at = '0', ...rest] = url.pathname.split('/')
    return answerOf(listOf(id), Number(at), `/${rest.join('/')}`)
  })
  const folder = mkdtempSync(join(tmpdir(), 'atesta-lists-'))
  const fileFor = (id: string, told: Told, at = 0) => {
    const path = join(folder, `${id}-${told.port}-${at}.yaml`)
    writeFileSync(path, fileText(`${server.url}/${id}/${at}`, told))
    return { vendor: 'http', file: path, repeat: 'never' }
  }
  /** Of the lists that the case is not about. */
  const besidesFor = ({ id, list }: ListCase, port: string) => {
    const service = 'service' in list && list.service === 'Pep' ? 'Sanctions' : 'Pep'
    return port === 'person-check'
      ? { [`${id}-besides`]: fileFor(id, { port, service }, besides) }
      : {}
  }
  const accountsOf = (one: ListCase, port: string): Record<string, object> => {
    const own = ownListOf(one)
    const { id, list } = one
    if (own) return { ...besidesFor(one, port), [`${id}-lists`]: { vendor: 'lists', lists: [own] } }
    if (list.format === 'source')
      return { ...besidesFor(one, port), [`${id}-${port}`]: fileFor(id, { port, service: list.service }) } // prettier-ignore
    const asked = list.format === 'register' ? list.asked : [list.format]
    const vendors = asked.map((name, at) => {
      const [vendor = ''] = name.split(' ')
      return [`${id}-${vendor}`, { vendor, baseUrl: `${server.url}/${id}/${at}` }] as const
    })
    return { ...besidesFor(one, port), ...Object.fromEntries(vendors) }
  }
  const tenantOf = (one: ListCase) => ({
    accounts: Object.assign({}, ...ports.map((port) => accountsOf(one, port))),
    // A register is asked about companies alone.
    ports: Object.fromEntries(
      ports
        .filter((port) => one.list.format !== 'register' || port === 'company-check')
        .map((port) => [port, Object.keys(accountsOf(one, port))]),
    ),
  })
  return {
    CHECKS: JSON.stringify({
      legalBasis: { purpose: 'test', article: 'LGPD 7, V' },
      privateHosts: [server.host],
      tenants: Object.fromEntries(cases.map((one) => [one.id, tenantOf(one)])),
    }),
    async close() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}
