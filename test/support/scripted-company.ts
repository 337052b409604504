// A company in live mode whose sources answer as a test scripts, and the result of a run of the pack `company`.
import { createKeyring, createSecret, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import type { CheckAccount, CheckOutcome } from '#src/screening/orders/port.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp, testIssuer } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { until } from '#test/workflow/client.ts'

export type Answer = (request: CheckRequest) => CheckOutcome | undefined

/** The sources’ answers for a transaction; where a script has none, they answer as for a sound company. */
type Script = { readonly first?: Answer; readonly second?: Answer }
const scripts = new Map<string, Script>()
export const script = (id: string, said: Script): void => void scripts.set(id, said)

export const company = '11222333000181'
export const ana = { document: '52998224725', documentType: 'cpf', name: 'Ana Lima Souza' }
export const sound = {
  document: company,
  found: true,
  name: 'Acme Ltda',
  status: 'active',
  partners: [{ name: ana.name, document: '***982247**', kind: 'person' }],
} as const

const answered = (answer: unknown): CheckOutcome =>
  // Safe because an adapter may return this at run time, whatever its type says.
  ({ kind: 'answered', answer }) as CheckOutcome
const usual: Answer = ({ service }) =>
  answered(/Registry|BasicInfos/.test(service) ? sound : { matches: [] })
export const refused: CheckOutcome = { kind: 'rejected', class: 'account', code: 'closed' }

const scripted = (id: 'first' | 'second', covers: CheckAccount['covers']): CheckAccount => ({
  id,
  vendor: 'scripted',
  repeat: 'never',
  isAuthoritative: true,
  costMicros: 1,
  timeoutMs: 1_000,
  resultMs: 0,
  offers: () => true,
  ...(covers && { covers }),
  buy: async (request, { transactionId }) =>
    scripts.get(transactionId)?.[id]?.(request) ?? usual(request) ?? refused,
  verifyWebhook: () => false,
  parseWebhook: async () => [],
})

export const old = createKeyring()
/** The keyring after a rotation of its hash key. */
const keyring = { ...old, hash: { current: 2, keys: { ...old.hash.keys, 2: createSecret() } } }

export const test = testOn(
  async (db) => {
    const accounts = [
      scripted('first', () => ['sanction', 'debarment']),
      scripted('second', () => ['debarment']),
    ]
    const app = await createTestApp(db, createSealer(openKeyring(keyring)), {
      checking: sandboxChecking({ accounts }),
      issuers: [testIssuer({ people: true })],
    })
    return app
  },
  { works: true },
)

export type Claims = Readonly<Record<string, string>>

export async function call({ call: ask }: TestApp, claims: Claims, path: string, body?: object) {
  const given = { claims: { ...claims }, headers: { prefer: 'wait=0' }, ...(body && { body }) }
  return ask(body ? 'POST' : 'GET', path, given)
}

const everything = 'transactions:read transactions:write lists:write reviews:write'
export const claimsOf = (tenant: string): Claims => ({ mode: 'live', tenant, scope: everything })

export async function create(app: TestApp, tenant: string, sent: object = {}): Promise<string> {
  const made = await call(app, claimsOf(tenant), '/v1/transaction', {
    documentType: 'CNPJ',
    document: company,
    name: 'Acme Ltda',
    legalRepresentatives: [ana],
    ...sent,
  })
  return (await made.json()).id
}

export async function decide(
  app: TestApp,
  tenant: string,
  { sent = {}, ...said }: Script & { readonly sent?: object },
  isSound = false,
) {
  const read = async (path: string) => (await call(app, claimsOf(tenant), path)).json()
  const id = await create(app, tenant, sent)
  script(id, said)
  const ask = () => read(`/v1/packs/company/${id}`)
  await ask()
  // A module that failed is tried again later, so only the checks that have ended by now are read.
  const checks = await until(async () => {
    const found: Checked[] = await read(`/v1/transaction/${id}/backgroundcheck`)
    if (!Array.isArray(found)) throw new Error(JSON.stringify(found))
    const ended = found.filter(({ status }) => status !== 'processing')
    return found.length > 1 && ended.length === found.length ? ended : undefined
  })
  const run = await until(async () => {
    const found = await ask()
    return isSound && found.status === 'processing' ? undefined : found
  })
  const insights: { code: string }[] = await read(`/v1/transaction/${id}/insights`)
  const codes = insights.map(({ code }) => code)
  return { id, checks, outcome: run.outcome, reason: run.stopReason, codes }
}

export type Checked = {
  readonly status: string
  readonly backgroundCheckId: string
  readonly services: readonly {
    readonly result?: { readonly matches?: readonly { readonly hitId: string }[] }
  }[]
}

/** The first account’s answer for one service; all others answer as usual. */
export const only =
  (service: RegExp, answer: unknown, port = /company/): Answer =>
  (request) =>
    service.test(request.service) && port.test(request.port) ? answered(answer) : undefined
