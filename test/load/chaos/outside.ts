// The services outside of ours: vendors’ small servers, an e-mail relay, a bureau, a token issuer and an object store,
// each behind a proxy that can be cut.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bureauDialect } from '#test/support/vendors/check-dialects.ts'
import { writeBureau } from '#test/support/vendors/check-harness.ts'
import { type CheckServer, startCheckServer } from '#test/support/vendors/check-server.ts'
import { type Carriers, startCarriers } from '#test/support/messaging/carriers.ts'
import type { Environment } from '#test/support/process.ts'
import { type SmtpServer, startSmtp } from '#test/support/servers/smtp.ts'
import { findVersitygw, startS3 } from '#test/support/servers/versitygw.ts'
import { type Provider, startProvider } from '#test/http/platform/http/auth/provider.ts'
import { type Desk, startDesk } from './desk.ts'
import type { Lines } from './lines.ts'

/**
 * Each tenant sends through other accounts: two that support look-ups, a single one, and one that does not support
 * them.
 */
export const tenants = {
  norte: ['first', 'second'],
  sul: ['first', 'meta'],
  leste: ['blind', 'second'],
} as const
export type Tenant = keyof typeof tenants

export type Outside = {
  readonly carriers: Carriers
  readonly relay: SmtpServer
  readonly bureau: CheckServer
  readonly issuer: Provider
  readonly desk: Desk
  /** Where the service reaches the desk. */
  readonly deskUrl: string
  readonly environment: Environment
  /** The outside services that this machine cannot run. */
  readonly lacking: readonly string[]
  close(): Promise<void>
}

export async function startOutside(lines: Lines, folder: string): Promise<Outside> {
  await using parts = new AsyncDisposableStack()
  const [carriers, relay, bureau, desk] = await Promise.all([
    startCarriers(tenants),
    startSmtp(),
    startCheckServer(bureauDialect),
    startDesk(),
  ])
  parts.defer(async () => {
    await Promise.all([carriers, relay, bureau, desk].map((server) => server.close()))
  })
  const issuer = parts.use(await startProvider())
  const store = await openStore(parts, lines, folder)
  const environment: Environment = {
    ...store.environment,
    ...(await describeCarriers(carriers, lines)),
    SMTP_URL: await lines.through('relay', relay.url),
    CHECKS: await describeBureau(parts, bureau, lines),
    JWKS_URL: await lines.through('issuer', issuer.jwksUrl),
    JWT_ISSUER: issuer.issuer,
    JWT_SCOPES: 'exact',
    // The desk.
    LOOPBACK_ALLOWED: 'true',
  }
  const deskUrl = await lines.through('desk', desk.url)
  const owned = parts.move()
  return {
    carriers,
    relay,
    bureau,
    issuer,
    desk,
    deskUrl,
    environment,
    lacking: store.lacking,
    close: () => owned.disposeAsync(),
  }
}

async function describeCarriers(
  { environment, first, second, blind, meta }: Carriers,
  lines: Lines,
): Promise<Environment> {
  let text = environment.MESSAGING
  const servers = Object.entries({ first, second, blind, meta })
  for (const [name, { url }] of servers)
    text = text.replaceAll(`${url}"`, `${await lines.through(name, url)}"`)
  return { MESSAGING: text }
}

/** For `sul` a repeat would be charged again, so its purchases must not be repeated. */
async function describeBureau(
  parts: AsyncDisposableStack,
  bureau: CheckServer,
  lines: Lines,
): Promise<string> {
  const url = await lines.through('bureau', bureau.url)
  const folder = writeBureau(url)
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const account = (repeat: string) => ({
    vendor: 'http',
    file: join(folder, 'bureau.yaml'),
    secrets: { id: 'client', secret: 'hush' },
    repeat,
    costMicros: 70_000,
    timeoutMs: 4_000,
  })
  return JSON.stringify({
    accounts: { keyed: account('key'), once: account('never') },
    ports: { 'person-check': ['keyed'] },
    tenants: { sul: { ports: { 'person-check': ['once'] } } },
    legalBasis: { purpose: 'test', article: 'LGPD 7, V' },
    privateHosts: [new URL(url).host],
  })
}

async function openStore(parts: AsyncDisposableStack, lines: Lines, folder: string) {
  const binary = await findVersitygw()
  if (binary === undefined)
    return {
      environment: { IMAGES_FOLDER: join(folder, 'images') },
      lacking: ['an S3 server (Go)'],
    }
  const store = await startS3(binary)
  parts.defer(() => store.close())
  const environment = {
    IMAGES_FOLDER: '',
    S3_ENDPOINT: await lines.through('store', store.endpoint),
    S3_REGION: store.region,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  }
  return { environment, lacking: [] }
}
