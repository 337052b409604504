// The calls of a journey as they are measured: create, request an e-mail token, read the code, validate it, request the
// pack and wait for it.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, limitMs } from './client.ts'
import type { Clocked } from './drive.ts'
import { makePerson } from './people.ts'
import type { Stage } from './stage.ts'

/** The header of a POST that may be repeated. */
export const keyed = () => ({ headers: { 'idempotency-key': `"${randomUUID()}"` } })

export const createTransaction = (
  client: Client,
  person: object = makePerson(),
): Promise<{ id: string }> =>
  client.call('POST', '/v1/transaction', 201, { body: person, ...keyed() })

export const askForToken = (client: Client, id: string): Promise<unknown> =>
  client.call('POST', `/v1/transaction/${id}/emails/tokens`, 201, keyed())

export type Traveller = { readonly client: Client; readonly mailbox: Mailbox }

export async function journey({ client, mailbox }: Traveller, clock: Clocked): Promise<string> {
  const { id } = await clock('create', () => createTransaction(client))
  await clock('token', () => askForToken(client, id))
  const code = await clock('mail', () => mailbox.readCode(client, id))
  const path = `/v1/transaction/${id}/emails/tokens/validation`
  await clock('validate', () => client.call('POST', path, 200, { body: { code }, ...keyed() }))
  const { status } = await clock('pack', () =>
    client.call<{ status: string }>('GET', `/v1/packs/basic/${id}`, 200, {
      headers: { prefer: 'wait=30' },
    }),
  )
  if (status !== 'completed') throw new Error(`a pack is ${status} after its wait`)
  return id
}

export type Mailbox = {
  /** Waits for the transaction’s mail and reads its code with one request. */
  readCode(client: Client, transactionId: string): Promise<string>
}

const lookPauseMs = 50

/**
 * One database query notifies all callers that wait for a mail. Polling by requests would count as work of the service,
 * which real readers do not cause.
 */
export function openMailbox({ sql }: Pick<Stage, 'sql'>): Mailbox {
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  let looking: Promise<void> | undefined

  async function lookForAll(): Promise<void> {
    while (waiting.size > 0) {
      await wait(lookPauseMs)
      const come = await sql<{ id: string }[]>`
        select transaction_id as id from sandbox_message where transaction_id in ${sql([...waiting.keys()])}`
      for (const { id } of come) leave(id)?.resolve()
    }
  }

  function leave(id: string): PromiseWithResolvers<void> | undefined {
    const found = waiting.get(id)
    waiting.delete(id)
    return found
  }

  function look(): void {
    looking ??= lookForAll()
      .catch((error: unknown) => {
        for (const id of waiting.keys()) leave(id)?.reject(error)
      })
      .finally(() => {
        looking = undefined
        if (waiting.size > 0) look()
      })
  }

  return {
    async readCode(client, transactionId) {
      const come = Promise.withResolvers<void>()
      waiting.set(transactionId, come)
      look()
      const late = setTimeout(() => leave(transactionId)?.reject(new Error(`a message does not come within ${limitMs} ms`)), limitMs) // prettier-ignore
      await come.promise.finally(() => clearTimeout(late))
      const path = `/v1/sandbox/messages?transactionId=${transactionId}`
      const [mail] = await client.call<{ code: string }[]>('GET', path, 200)
      if (!mail) throw new Error('a message that has come is not shown')
      return mail.code
    },
  }
}
