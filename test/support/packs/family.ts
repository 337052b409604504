// A tenant whose pack verifies the partners of a company, each in a transaction of its own.
import { randomUUID } from 'node:crypto'
import { eq, or } from 'drizzle-orm'
import { expect } from 'vitest'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import {
  type Answer,
  type AppOptions,
  createTestApp,
  type TestApp,
  testIssuer,
} from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { createTransaction, moveClock } from '#test/support/transactions.ts'
import type { Claims } from '#test/support/token.ts'

const scope =
  'packs:write packs:live transactions:read transactions:write reports:read data:erase data:hold audit:read reviews:write credit:read'

export type Party = {
  readonly document?: string
  readonly documentType?: string
  readonly name?: string
}

/** As the answer of a pack shows it. */
export type ShownChild = {
  readonly place: number
  readonly transactionId?: string
  readonly status: string
  readonly outcome?: string
  readonly stopReason?: string
  readonly link?: string
}

export type Family = Awaited<ReturnType<typeof openFamily>>

export const sequence = (...steps: object[]) => ({ kind: 'sequence', steps })
export const stop = (outcome: string, reason: string) => ({ kind: 'stop', outcome, reason })

/** A child ends as a client says: `verdict` is its outcome. */
export const partnerPack = sequence(
  {
    kind: 'wait',
    id: 'look',
    deadlineSeconds: 2_592_000,
    signal: {
      type: 'object',
      required: ['verdict'],
      properties: { verdict: { type: 'string', enum: ['approved', 'rejected', 'review'] } },
    },
  },
  {
    kind: 'decide',
    id: 'verdict',
    rows: [
      { if: 'steps.look.result.verdict == "rejected"', outcome: 'rejected', reason: 'not-them' },
      { if: 'steps.look.result.verdict == "review"', outcome: 'review', reason: 'unsure' },
      { outcome: 'approved', reason: 'them' },
    ],
  },
)

/** All partners approved approves, one rejected rejects; everything else goes to a person. */
export const ownersPack = (pack: unknown, more: object = {}) =>
  sequence(
    { kind: 'each', id: 'partners', in: 'transaction.partners', pack, ...more },
    {
      kind: 'decide',
      id: 'verdict',
      rows: [
        {
          if: 'steps.partners.results.exists(p, p.outcome == "rejected")',
          outcome: 'rejected',
          reason: 'partner-refused',
          unanswered: 'continue',
        },
        {
          unless: 'steps.partners.results.all(p, p.outcome == "approved")',
          outcome: 'review',
          reason: 'partner-open',
        },
        { outcome: 'approved', reason: 'all-proven' },
      ],
    },
  )

/** Different people, whose numbers have right check digits. */
export const people = [
  { documentType: 'CPF', document: '529.982.247-25', name: 'Ana Souza' },
  { documentType: 'CPF', document: '111.444.777-35', name: 'Bia Lima' },
  { documentType: 'CPF', document: '318.527.498-90', name: 'Caio Melo' },
] as const

export const company = { documentType: 'CNPJ', document: '11.222.333/0001-81', name: 'Souza Ltda' }

/** More than what follows from anything that a test does. */
const roundsMax = 12

/** `sealer`: of a family whose database was copied. */
export async function openFamily(
  db: Db,
  options: AppOptions = {},
  tenant = `t-${randomUUID()}`,
  sealer?: TestApp['sealer'],
) {
  const app: TestApp = await createTestApp(db, sealer, {
    issuers: [testIssuer({ people: true })],
    ...options,
  })
  const ask = (method: string, path: string, body?: unknown, claims: Claims = {}) =>
    app.call(method, path, {
      ...(body !== undefined && { body }),
      headers: { prefer: 'wait=0' },
      claims: { tenant, scope, ...claims },
    })
  const publish = async (root: object, more: object = {}): Promise<string> => {
    const name = `family-${randomUUID()}`
    const answer = await ask('POST', `/v1/packs/${name}/versions`, { root, ...more })
    expect(await answer.clone().json()).not.toHaveProperty('errors')
    expect(answer.status).toBe(201)
    return name
  }
  const idsOf = async (id: string): Promise<string[]> => {
    const rows = await db
      .select({ id: transactions.id })
      .from(transactions)
      .where(eq(transactions.parentId, id))
    return rows.map((one) => one.id)
  }
  /** Makes what is due of a transaction and its children, as their workflows would, until nothing is. */
  const settle = async (id: string): Promise<void> => {
    for (let round = 0; round < roundsMax; round += 1) {
      const rows = await db
        .select()
        .from(transactions)
        .where(or(eq(transactions.id, id), eq(transactions.parentId, id)))
      const due = rows.filter(({ agenda, clockOffsetMs }) =>
        agenda.some(({ dueAt, lane }) => lane === 'local' && dueAt <= Date.now() + clockOffsetMs),
      )
      if (due.length === 0) return
      for (const one of due) await performDue(app.deps, one.id)
    }
  }
  const read = async (name: string, id: string) =>
    (await ask('GET', `/v1/packs/${name}/${id}`)).json()
  return {
    app,
    db,
    tenant,
    ask,
    publish,
    settle,
    read,
    idsOf,
    claims: { tenant, scope } as Claims,
    /** A company with these partners whose pack has begun. */
    begin: async (name: string, partners: readonly Party[] | undefined, fields: object = {}) => {
      const id = await createTransaction(
        app,
        { ...company, ...(partners && { partners }), ...fields },
        { tenant, scope },
      )
      const answer = await ask('GET', `/v1/packs/${name}/${id}`)
      expect(answer.status).toBe(200)
      await settle(id)
      return id
    },
    children: async (name: string, id: string): Promise<ShownChild[]> =>
      (await read(name, id)).steps.partners.results,
    /** Says what becomes of a child, and lets its parent know. */
    judge: async (pack: string, id: string, child: string, verdict: string): Promise<Answer> => {
      const answer = await ask('POST', `/v1/packs/${pack}/${child}/steps/look`, {
        result: { verdict },
      })
      await settle(id)
      return answer
    },
    pass: async (id: string, seconds: number) => {
      await moveClock(db, id, seconds * 1_000)
      await settle(id)
    },
    timeline: async (id: string): Promise<{ kind: string; outcome?: string; reason?: string }[]> =>
      (await ask('GET', `/v1/transaction/${id}/timeline`)).json(),
  }
}
