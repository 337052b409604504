// Clients whose journeys the service may lose in the middle, when it is restored from a back-up.
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Client } from '#test/load/client.ts'
import { makePerson } from '#test/load/people.ts'

const againMs = 200
const longestMs = 120_000

export type Journey = {
  readonly startedAt: number
  id?: string
  /** `gone`: the service does not know the transaction any more. */
  outcome?: 'done' | 'gone'
}

/**
 * Runs `travellers` concurrent clients, each with one journey after the other, until the end; running journeys are
 * completed.
 */
export function startTravels(client: Client, travellers: number, stepMs: number) {
  const all: Journey[] = []
  let isOver = false
  const go = async () => {
    while (!isOver) {
      const journey: Journey = { startedAt: Date.now() }
      all.push(journey)
      await travel(client, journey, stepMs)
    }
  }
  const travelling = Promise.all(Array.from({ length: travellers }, go))
  // Awaited at the end; an earlier failure must not end the process.
  travelling.catch(() => undefined)
  return {
    async end() {
      isOver = true
      await travelling
      return all
    },
  }
}

/** One journey, whatever happens to the servers meanwhile; throws when a promise is not kept. */
async function travel(client: Client, journey: Journey, pauseMs: number): Promise<void> {
  const body = makePerson()
  const { id } = await client.call<{ id: string }>('POST', '/v1/transaction', 201, { body })
  journey.id = id
  await wait(pauseMs)
  journey.outcome = (await goOn(client, id, pauseMs)) ? 'done' : 'gone'
}

/** False: the transaction is gone. */
async function goOn(client: Client, id: string, pauseMs: number): Promise<boolean> {
  if (!(await askToken(client, id))) return false
  await wait(pauseMs)
  if (!(await validate(client, id))) return false
  const headers = { prefer: 'wait=10' }
  for (const deadline = Date.now() + longestMs; Date.now() < deadline;) {
    const pack = await client.send('GET', `/v1/packs/basic/${id}`, { headers })
    if (pack.status === 404) return false
    if (pack.text.includes('"status":"completed"')) return true
    await wait(againMs)
  }
  throw new Error('a pack does not end')
}

const tokensOf = (id: string) => `/v1/transaction/${id}/emails/tokens`

async function askToken(client: Client, id: string): Promise<boolean> {
  const asked = await client.send('POST', tokensOf(id))
  if (asked.status !== 201 && asked.status !== 404) throw unexpected('asking', asked)
  return asked.status === 201
}

/** Validates with the code of the newest message. A token that the service has lost is requested again. */
async function validate(client: Client, id: string): Promise<boolean> {
  const deadline = Date.now() + longestMs
  while (Date.now() < deadline) {
    const messages = await client.send('GET', `/v1/sandbox/messages?transactionId=${id}`)
    if (messages.status === 404) return false
    // Safe because status 200 stands for that type of body.
    const [newest] = JSON.parse(messages.text) as { code: string }[]
    if (newest) {
      const body = { code: newest.code }
      const { status } = await client.send('POST', `${tokensOf(id)}/validation`, { body })
      if (status === 200) return true
      if (status === 404 && !(await askToken(client, id))) return false
    }
    await wait(againMs)
  }
  throw new Error('a token is never valid')
}

const unexpected = (doing: string, { status, text }: Answer) =>
  new Error(`${doing} answered ${status}: ${text}`)
