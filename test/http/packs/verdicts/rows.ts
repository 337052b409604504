// What a row of the table of verdicts is made of.
import type { TestApp } from '#test/support/app.ts'
import { createPerson, type Person, type OutcomeAndReason } from './people.ts'

export const settings = {
  acme: {},
  strict: { verdicts: { approveUnproven: false } },
  lenient: { verdicts: { phoneOptional: true } },
  scores: { verdicts: { approveByScore: true } },
}

export type Row = {
  readonly verdict: OutcomeAndReason
  /** What the client says of them; without it a person to whom nothing can be objected. */
  readonly of?: () => object
  readonly tenant?: keyof typeof settings
  /** Before the pack is asked for; without it everything is shown. */
  readonly act?: (person: Person, app: TestApp) => Promise<unknown>
  /** While it waits. */
  readonly later?: (person: Person, app: TestApp) => Promise<unknown>
}
export type Rows = Readonly<Record<string, Row>>

export const approved = (reason: string): OutcomeAndReason => ['approved', reason]
export const review = (reason: string): OutcomeAndReason => ['review', reason]
export const rejected = (reason: string): OutcomeAndReason => ['rejected', reason]

export async function showAll(person: Person): Promise<void> {
  await person.showFace()
  await person.showDocument()
  await person.answerPhone(1)
}

/** An entry of a list of the tenant's; `reject` is asked for by two people. */
export async function deny(
  person: Person,
  app: TestApp,
  { role = 'author', action = 'review' }: { role?: string; action?: 'review' | 'reject' } = {},
): Promise<void> {
  const { document } = person
  const documentType = document.length === 14 ? 'cnpj' : 'cpf'
  const body = { kind: 'document', documentType, document, role, action, evidence: 'own-case' }
  for (const sub of action === 'reject' ? ['ana', 'bia'] : ['ana'])
    await app.call('POST', '/v1/lists/deny', { body, claims: { scope: 'lists:write', sub } })
}

/** Of the same document two more come within the hour. */
export async function comeAgain(person: Person, app: TestApp): Promise<void> {
  const { document } = person
  const documentType = document.length === 14 ? 'cnpj' : 'cpf'
  for (let n = 0; n < 3; n += 1) await createPerson(app, { documentType, document })
}
