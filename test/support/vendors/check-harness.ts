// Each adapter of checks with a small server of its protocol, for the common tests of all adapters.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CheckAccount, CheckContext } from '#src/screening/orders/port.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { checkVendors } from '#src/vendors/checks.ts'
import {
  binlistDialect,
  brasilApiDialect,
  bureauDialect,
  knownBin,
  knownCompany,
  knownDocument,
  knownName,
  minhaReceitaDialect,
  watchmanDialect,
  yenteDialect,
} from './check-dialects.ts'
import { datavalidConfig, datavalidDialect, officialRequest, openSelfie, startConsents } from './datavalid.ts' // prettier-ignore
import { type CheckServer, type ServerTls, startCheckServer } from './check-server.ts'

export type CheckHarness = {
  readonly account: CheckAccount
  /** The same account, but the private address of its server is not allowed. */
  readonly guarded: CheckAccount
  readonly server: CheckServer
  /** Requests about a subject that the server knows, and about one that it does not. */
  readonly known: CheckRequest
  readonly unknown: CheckRequest
  /** Closes all servers of the harness, if it has more than one. */
  close?(): Promise<void>
}

const timeoutMs = 600

export function contextOf(changed: Partial<CheckContext> = {}): CheckContext {
  return {
    transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
    orderId: '019a9f3d-11aa-7c3d-8a52-0b6f7f3f1c90',
    attempt: 1,
    attemptId: '019a9f3d-2222-7c3d-8a52-0b6f7f3f1c90',
    round: 1,
    sent: 1,
    signal: AbortSignal.timeout(5_000),
    openSelfie,
    ...changed,
  }
}

/** Opens an account from its configuration. */
export function openCheckAccount(
  config: { readonly vendor: string },
  { privateHosts = [], folder = '.' }: { privateHosts?: string[]; folder?: string } = {},
): CheckAccount {
  const vendor = checkVendors.find(({ name }) => name === config.vendor)
  if (!vendor) throw new Error(`no vendor ${config.vendor}`)
  const publicBaseUrl = 'https://id.example.test'
  return vendor.open(vendor.config.parse(config) as { vendor: string }, {
    id: 'tried',
    privateHosts,
    publicBaseUrl,
    folder,
  })
}

/** Writes the bureau’s vendor file for a server at this URL; returns its folder. */
export function writeBureau(
  url: string,
  change: (text: string) => string = (text) => text,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-bureau-'))
  const text = readFileSync(join(import.meta.dirname, 'bureau.yaml'), 'utf8')
  writeFileSync(join(folder, 'bureau.yaml'), change(text.replaceAll('BASE_URL', url)))
  return folder
}

/** The secrets that the bureau’s file refers to. */
export const bureauSecrets = { id: 'client', secret: 'hush', hook: 'signing key' }

/** A person that the bureau knows. */
export const knownPerson: CheckRequest = {
  port: 'person-check',
  service: 'BasicInfos',
  subject: { document: knownDocument, name: knownName },
}

/** Options of the bureau’s server, and of its account in the configuration. */
type BureauOptions = { readonly tls?: ServerTls } & Readonly<Record<string, unknown>>

/** Opens an account of the bureau with a changed file, and its server. */
export async function openBureau(
  change: (text: string) => string = (text) => text,
  dialect: Parameters<typeof startCheckServer>[0] = bureauDialect,
  { tls, ...own }: BureauOptions = {},
) {
  const server = await startCheckServer(dialect, tls)
  const folder = writeBureau(server.url, change)
  const base = { vendor: 'http', file: 'bureau.yaml', secrets: bureauSecrets, timeoutMs: 1_000 }
  try {
    const given = { privateHosts: [server.host], folder }
    const account = openCheckAccount({ ...base, ...own }, given)
    return { account, server, folder, [Symbol.asyncDispose]: () => server.close() }
  } catch (error) {
    await server.close()
    throw error
  }
}

export const replaced = (from: string | RegExp, to: string) => (text: string) =>
  text.replace(from, to)

const person = (service: string, document: string, name: string): CheckRequest => ({
  port: 'person-check',
  service,
  subject: { document, name },
})
const company = (document: string): CheckRequest => ({
  port: 'company-check',
  service: 'CompanyRegistry',
  subject: { document },
})
const card = (bin: string): CheckRequest => ({
  port: 'card-risk',
  service: 'Bin',
  subject: { bin },
})

const somebody = 'Ana Exemplo'
const lists = (service: string) => ({
  known: person(service, knownDocument, knownName),
  unknown: person(service, knownDocument, somebody),
})
const companies = { known: company(knownCompany), unknown: company('12ABC34501DE35') }

async function start(
  vendor: string,
  dialect: Parameters<typeof startCheckServer>[0],
  asked: Pick<CheckHarness, 'known' | 'unknown'>,
): Promise<CheckHarness> {
  const server = await startCheckServer(dialect)
  const own = { vendor, baseUrl: server.url, timeoutMs }
  return {
    account: openCheckAccount(own, { privateHosts: [server.host] }),
    guarded: openCheckAccount(own),
    server,
    ...asked,
  }
}

async function startBureau(): Promise<CheckHarness> {
  const server = await startCheckServer(bureauDialect)
  const folder = writeBureau(server.url)
  const secrets = { id: 'client', secret: 'hush' }
  const own = { vendor: 'http', file: 'bureau.yaml', secrets, repeat: 'key', timeoutMs }
  return {
    account: openCheckAccount(own, { privateHosts: [server.host], folder }),
    guarded: openCheckAccount(own, { folder }),
    server,
    known: person('BasicInfos', knownDocument, knownName),
    unknown: person('BasicInfos', '39053344705', somebody),
  }
}

async function startDatavalid(): Promise<CheckHarness> {
  const server = await startCheckServer(datavalidDialect())
  const consents = await startConsents()
  const own = { ...datavalidConfig(server.url, consents.server.url), timeoutMs }
  const close = async () => {
    await Promise.all([server.close(), consents.server.close()])
  }
  return {
    account: openCheckAccount(own, { privateHosts: [server.host, consents.server.host] }),
    guarded: openCheckAccount(own),
    server,
    close,
    known: officialRequest(),
    unknown: officialRequest({ document: '39053344705' }),
  }
}

export const checkHarnesses: [name: string, start: () => Promise<CheckHarness>][] = [
  ['yente sanctions', () => start('yente', yenteDialect, lists('Sanctions'))],
  ['yente pep', () => start('yente', yenteDialect, lists('Pep'))],
  ['watchman', () => start('watchman', watchmanDialect, lists('Sanctions'))],
  ['minha-receita', () => start('minha-receita', minhaReceitaDialect, companies)],
  ['brasilapi', () => start('brasilapi', brasilApiDialect, companies)],
  [
    'binlist',
    () => start('binlist', binlistDialect, { known: card(knownBin), unknown: card('400000') }),
  ],
  ['declarative', startBureau],
  ['datavalid', startDatavalid],
]
