// What cases in live are told: six accounts of vendor `http` for each, on one server, so that one that refuses a case rests
// for no other.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CheckVendorAnswer, startCheckServer } from '#test/support/vendors/check-server.ts'

const accounts = {
  registry: { port: 'company-check', services: 'CompanyRegistry, BasicInfos', authoritative: true },
  register2: {
    port: 'company-check',
    services: 'CompanyRegistry, BasicInfos',
    authoritative: false,
  },
  clists: { port: 'company-check', services: 'Sanctions', authoritative: false },
  gov: { port: 'person-check', services: 'BasicInfos', authoritative: true },
  bureau: { port: 'person-check', services: 'BasicInfos', authoritative: false },
  lists: { port: 'person-check', services: 'Sanctions, Pep', authoritative: false },
} as const
type Account = keyof typeof accounts
// Safe because an object literal has no other keys than its own.
const names = Object.keys(accounts) as Account[]

/** From now on; `about`: a number, `*` for any, `none` for who has none. */
export type Source = {
  readonly source: string
  readonly service: string
  readonly about: string
  readonly answers: unknown
  readonly status?: number
}
export type Tell = (tenant: string, source: Source) => void

const fileOf = (account: Account, url: string) => `name: ${account}
port: ${accounts[account].port}
services: [${accounts[account].services}]
baseUrl: ${url}
errors: [{ status: 402, class: quota }]
request: { method: POST, path: /, body: '{"service": service, "document": params.document}' }
success: { statuses: [200] }
map: body
`

const mapNames = (tenant: string, ports: Readonly<Partial<Record<string, Account[]>>>) =>
  Object.fromEntries(
    Object.entries(ports).map(([port, own = []]) => [port, own.map((name) => `${tenant}-${name}`)]),
  )

/** `tenants`: one for each case. */
export async function startSources(tenants: readonly string[]) {
  const told = new Map<string, Source[]>()
  const server = await startCheckServer(({ url, body }): CheckVendorAnswer => {
    const [, tenant = '', source] = url.pathname.split('/')
    const { service, document = 'none' } = JSON.parse(body)
    const own = (told.get(tenant) ?? []).filter((one) => one.source === source && one.service === service) // prettier-ignore
    const found = own.findLast(({ about }) => about === document) ?? own.findLast(({ about }) => about === '*') // prettier-ignore
    return { status: found?.status ?? (found ? 200 : 403), body: found?.answers ?? {} }
  })
  const folder = mkdtempSync(join(tmpdir(), 'atesta-sources-'))
  const accountsOf = (tenant: string) => {
    const all = names.map((name) => {
      const file = join(folder, `${tenant}-${name}.yaml`)
      writeFileSync(file, fileOf(name, `${server.url}/${tenant}/${name}`))
      const { authoritative } = accounts[name]
      return [`${tenant}-${name}`, { vendor: 'http', file, repeat: 'safe', authoritative }]
    })
    const ports = Object.groupBy(names, (name) => accounts[name].port)
    return { accounts: Object.fromEntries(all), ports: mapNames(tenant, ports) }
  }
  return {
    tell: (tenant: string, source: Source) =>
      void told.set(tenant, [...(told.get(tenant) ?? []), source]),
    CHECKS: JSON.stringify({
      legalBasis: { purpose: 'test', article: 'LGPD 7, V' },
      privateHosts: [server.host],
      tenants: Object.fromEntries(tenants.map((tenant) => [tenant, accountsOf(tenant)])),
    }),
    async close() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}
