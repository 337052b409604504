// A run that goes on with a worker alone: where none takes its work, whoever asks for it waits.
import { randomUUID } from 'node:crypto'
import { type Answer, type Caller, personWith } from '#test/support/caller.ts'

export type WaitingRun = {
  /** Of the transaction. */
  readonly id: string
  /** Its state, waited for as `Prefer` says. */
  query(caller: Caller, waitSeconds: number): Promise<Answer>
}

/** `caller` needs every scope. A credit score is bought for it, which is a task of a worker. */
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
