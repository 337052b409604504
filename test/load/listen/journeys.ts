// Journeys that somebody else drives: most are computed at once, some wait for the code of an e-mail token.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '#test/load/chance.ts'
import type { Atesta } from './client-package.ts'
import type { Outcome } from './heard.ts'

export type Journey = { readonly id: string; readonly pack: string; readonly confirms: boolean }

const score = { kind: 'module', module: 'score' }
const stop = { kind: 'stop', outcome: 'rejected', reason: 'low-score' }
const refusing = {
  kind: 'when',
  of: ['score'],
  condition: 'score.results[0].value < 1000.0',
  run: stop,
}

/** One that refuses everybody, and one that waits for a code. */
const packs = {
  strict: [score, refusing],
  confirmed: [{ kind: 'module', module: 'emailToken', deadlineSeconds: 3_600 }, score],
}

export async function publishPacks(atesta: Atesta): Promise<void> {
  for (const [name, steps] of Object.entries(packs))
    await atesta.POST(`/v1/packs/${name}/versions`, { body: { root: { kind: 'sequence', steps } } })
}

/** In a hundred journeys so many wait for a code, and so many of the others are refused. */
const [waiting, refused] = [20, 30]

export async function runJourney(atesta: Atesta, chance: Chance): Promise<Journey> {
  const confirms = chance.percent(waiting)
  const pack = confirms ? 'confirmed' : chance.percent(refused) ? 'strict' : 'basic'
  const person = { documentType: 'cpf', document: '52998224725', email: `${randomUUID()}@example.com` } // prettier-ignore
  const { id } = await take<{ id: string }>(atesta.POST('/v1/transaction', { body: person }))
  if (confirms) await atesta.POST(`/v1/transaction/${id}/emails/tokens`)
  await readPack(atesta, { id, pack, confirms })
  if (confirms) {
    const code = await untilSent(atesta, id)
    const path = `/v1/transaction/${id}/emails/tokens/validation`
    await atesta.POST(path, { body: { code } })
  }
  return { id, pack, confirms }
}

export async function readPack(atesta: Atesta, { id, pack }: Journey): Promise<Outcome> {
  const headers = { prefer: 'wait=0' }
  const { status, outcome } = await take<Outcome>(
    atesta.GET(`/v1/packs/${pack}/${id}`, { params: { header: headers } }),
  )
  return { status, outcome }
}

/** However often the worker is killed: its message comes in some seconds, or a retry's in some more. */
const patienceMs = 180_000

async function untilSent(atesta: Atesta, id: string): Promise<string> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const path = `/v1/sandbox/messages?transactionId=${id}`
    const [message] = await take<{ code: string }[]>(atesta.GET(path))
    if (message) return message.code
    await sleep(500)
  }
  throw new Error(`${id}: no message has come`)
}

async function take<T>(call: Promise<{ data?: unknown }>): Promise<T> {
  const { data } = await call
  // Safe because a refusal has rejected before, and the caller knows the operation.
  return data as T
}
