// A pack run that only a worker can complete: without one, queries of it wait.
import { randomUUID } from 'node:crypto'
import { type Answer, type Caller, personWith } from '#test/support/caller.ts'

export type WaitingRun = {
  /** The transaction’s id. */
  readonly id: string
  /** Reads the run’s state, with the wait in the header `Prefer`. */
  query(caller: Caller, waitSeconds: number): Promise<Answer>
}

/** `caller` needs every scope. The run buys a credit score, which is a worker’s task. */
export async function startWaitingRun(caller: Caller): Promise<WaitingRun> {
  const name = `waiting-${randomUUID().slice(0, 8)}`
  const root = { kind: 'module', module: 'creditScore', deadlineSeconds: 3_600 }
  await expectStatus(201, caller.send('POST', `/v1/packs/${name}/versions`, { root }))
  const made = await expectStatus(
    201,
    caller.send('POST', '/v1/transaction', personWith('waiting@example.com')),
  )
  const id = String(made.body['id'])
  const query = (one: Caller, waitSeconds: number) =>
    one.send('GET', `/v1/packs/${name}/${id}`, undefined, { prefer: `wait=${waitSeconds}` })
  const begun = await expectStatus(200, query(caller, 0))
  if (begun.body['status'] !== 'processing')
    throw new Error(`it is ${String(begun.body['status'])}`)
  return { id, query }
}

async function expectStatus(status: number, answer: Promise<Answer>): Promise<Answer> {
  const found = await answer
  if (found.status === status) return found
  throw new Error(`${found.status} instead of ${status}: ${JSON.stringify(found.body)}`)
}
