// The gateway of the shipped definition of BC Protege+, and an app whose packs may ask it.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { capabilities, withOwnServices } from '#src/main/capabilities.ts'
import type { Capability } from '#src/main/capability.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { LegalBasis } from '#src/journey/transaction/parts-schema.ts'
import { offerOwnServices } from '#src/screening/own-services/register.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { performDue } from '#test/support/due.ts'
import { everyScope } from '#test/support/token.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { openCheckAccount } from './check-harness.ts'
import { type CheckServer, startCheckServer } from './check-server.ts'

export type GatewayAnswer = { readonly status?: number; readonly body: unknown }
/** By what the gateway is asked, and how often it was asked before. */
export type Gateway = (asked: { document?: string; kind?: string }, before: number) => GatewayAnswer

/** Whoever stands among them is protected. */
export const protects =
  (...documents: string[]): Gateway =>
  ({ document = '' }) => ({ body: { document, active: documents.includes(document) } })

type Settings = {
  readonly legalBasis?: LegalBasis | null
  readonly capMicros?: number
  readonly costMicros?: number
}

export type Protection = AsyncDisposable & {
  readonly app: TestApp
  readonly server: CheckServer
  readonly tenant: string
  gateway: Gateway
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    mode?: 'live' | 'sandbox',
  ) => ReturnType<TestApp['call']>
  /** Publishes a pack and puts it live in both modes. */
  readonly publish: (document: object) => Promise<string>
  /** Runs a pack on a new transaction until it ends. */
  readonly decide: (
    name: string,
    fields?: Record<string, unknown>,
    mode?: 'live' | 'sandbox',
    // oxlint-disable-next-line typescript/no-explicit-any
  ) => Promise<any>
}

/** The same for all apps, so that the service’s packs are published once. */
let offered: readonly Capability[] | undefined

export async function openProtection(db: Db, settings: Settings = {}): Promise<Protection> {
  const { costMicros = 0, ...more } = settings
  const state: { gateway: Gateway } = { gateway: protects() }
  const counts = new Map<string, number>()
  const server = await startCheckServer(({ body }) => {
    const asked = JSON.parse(body)
    const before = counts.get(asked.document) ?? 0
    counts.set(asked.document, before + 1)
    const { status = 200, body: said } = state.gateway(asked, before)
    return { status, body: said }
  })
  const config = {
    vendor: 'http',
    file: 'atesta/bc-protege.yaml',
    baseUrl: server.url,
    secrets: { token: 'of the gateway' },
    repeat: 'safe',
    timeoutMs: 5_000,
    costMicros,
  }
  const account = openCheckAccount(config, { privateHosts: [server.host] })
  const configured = sandboxChecking({ accounts: [account], ...more })
  const { checking, own } = await offerOwnServices(db, configured, { error: () => undefined })
  offered ??= withOwnServices(capabilities, own)
  const app = await createTestApp(db, undefined, { checking, offered })
  const tenant = `t-${randomUUID()}`
  const ask: Protection['ask'] = (method, path, body, mode = 'live') =>
    app.call(method, path, {
      ...(body !== undefined && { body }),
      headers: { prefer: 'wait=0' },
      claims: { tenant, mode, scope: everyScope },
    })
  return {
    app,
    server,
    tenant,
    get gateway() {
      return state.gateway
    },
    set gateway(next) {
      state.gateway = next
      counts.clear()
    },
    ask,
    async publish(document) {
      const name = `protected-${randomUUID()}`
      const answer = await ask('POST', `/v1/packs/${name}/versions`, document)
      expect(await answer.clone().json()).not.toHaveProperty('errors')
      expect(answer.status).toBe(201)
      const live = await ask('PUT', `/v1/packs/${name}/live`, { version: 1, message: 'x' }, 'sandbox') // prettier-ignore
      expect(live.status).toBe(200)
      return name
    },
    async decide(name, fields: Record<string, unknown> = {}, mode = 'live') {
      const id = await createTransaction(app, fields, { tenant, mode, scope: everyScope })
      const path = `/v1/packs/${name}/${id}`
      let read = await (await ask('GET', path, undefined, mode)).json()
      for (let turn = 0; turn < 12 && read.status === 'processing'; turn += 1) {
        await performDue(app.deps, id, 3)
        read = await (await ask('GET', path, undefined, mode)).json()
        if (read.status === 'processing') await makeNextDue(db, id)
      }
      return { id, ...read }
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** A live clock cannot be moved: what is due next is due now. */
const makeNextDue = (db: Db, id: string) =>
  db.execute(sql`
    update transaction set agenda = (
      select jsonb_agg(case when (task ->> 'dueAt')::float8 = (
          select min((one ->> 'dueAt')::float8) from jsonb_array_elements(agenda) one)
        then jsonb_set(task, '{dueAt}', to_jsonb(${Date.now()}::float8)) else task end)
      from jsonb_array_elements(agenda) task)
    where id = ${id} and agenda <> '[]'`)

/** Nobody under protection gets an account: of a company neither it nor who stands behind it. */
export const accountPack = (more: object = {}) => ({
  root: {
    kind: 'sequence',
    steps: [
      {
        kind: 'module',
        module: 'backgroundCheck',
        id: 'protection',
        with: { services: ['OpeningProtection'] },
        deadlineSeconds: 300,
        ...more,
      },
      {
        kind: 'decide',
        id: 'verdict',
        rows: [
          {
            if: 'steps.protection.services.OpeningProtection.active',
            outcome: 'rejected',
            reason: 'opening-protected',
          },
          {
            if: 'transaction.documentType == "cnpj" && steps.protection.parties.exists(p, p.services.OpeningProtection.active)',
            outcome: 'rejected',
            reason: 'party-protected',
          },
          { outcome: 'approved', reason: 'unprotected' },
        ],
      },
    ],
  },
})
