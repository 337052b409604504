// Three people want an account under the pack "onboarding": one is approved, one needs a review, one is rejected.
// Meanwhile the worker is killed.
import { readFileSync } from 'node:fs'
import { signAsPhone } from '#src/sandbox/outcomes/phone-device.ts'
import { call, type Journey, type Json, send, show, text, untilSent } from './client.ts'
import { inventPerson, type Person } from './people.ts'

/** Kills the worker without a warning; resolves when another one runs. */
export type KillWorker = () => Promise<void>

type Evidence = {
  readonly about: string
  readonly person: Person
  /** The file names by which the sandbox chooses a result. */
  readonly face: string
  readonly document: string
  readonly kill?: KillWorker
}

const samples = new URL('../../../sandbox/samples/', import.meta.url)
const sample = (name: string) => new Uint8Array(readFileSync(new URL(name, samples)))

export async function showVerdicts(journey: Journey, kill: KillWorker): Promise<void> {
  const live = 'magic-live.jpg'
  const paper = 'magic-approved.jpg'
  const people: readonly Evidence[] = [
    { about: 'Bruna shows her face, her document, and answers', person: inventPerson('Bruna Exemplo'), face: live, document: paper, kill }, // prettier-ignore
    { about: 'Caio does the same, and stands on a list of politically exposed people', person: inventPerson('Caio Exemplo', '0003'), face: live, document: paper }, // prettier-ignore
    { about: 'Dora shows the document of somebody else', person: inventPerson('Dora Exemplo'), face: live, document: 'magic-other-cpf.jpg' }, // prettier-ignore
  ]
  for (const one of people) await walk(journey, one)
}

async function walk(journey: Journey, { about, person, face, document, kill }: Evidence) {
  const { print } = journey
  print(`\n${about}. The client sends what it has, and starts the pack "onboarding":`)
  const created = await call(
    journey,
    { method: 'POST', path: '/v1/transaction', body: { ...person } },
    201,
  )
  const id = text(created, 'id')
  const transaction = `/v1/transaction/${id}`
  await showFace(journey, id, face)
  const form = new FormData()
  form.append('selfie', new Blob([sample('document-rg.jpg')], { type: 'image/jpeg' }), document)
  const redoc = { method: 'POST', path: `${transaction}/redoc`, form } as const
  show(journey, await call(journey, redoc, 201), ['result', 'alerts', 'assurance'])
  await call(journey, { method: 'POST', path: `${transaction}/whatsapps/2fa` }, 201)
  const pack = `/v1/packs/onboarding/${id}`
  await call(journey, { method: 'POST', path: pack }, 202)
  const message = await untilSent(journey, id, 'whatsapp')
  if (kill) {
    print('\n  Now the worker is killed, while the question is open …')
    await kill()
    print('  … and the person answers all the same:')
  }
  const reply = `/v1/sandbox/messages/${text(message, 'id')}/reply`
  await call(journey, { method: 'POST', path: reply, body: { option: 1 } }, 202)
  const ended = await untilEnded(journey, pack)
  show(journey, ended, ['status', 'outcome', 'stopReason'])
  if (ended['outcome'] === 'review')
    print(`  Nobody is rejected for that: a person decides, at /console/reviews, and is told why: ${String(ended['stopReason'])}.`) // prettier-ignore
}

async function showFace(journey: Journey, id: string, name: string): Promise<void> {
  const path = `/v1/transaction/${id}/facial-biometrics`
  const challenge = await call(journey, { method: 'POST', path: `${path}/challenge` }, 201)
  const images = [sample('selfie-front.jpg'), sample('selfie-left.jpg')]
  const nonce = text(challenge, 'nonce')
  const event = await signAsPhone({ nonce, transaction: id, images })
  const form = new FormData()
  form.append('payload', JSON.stringify({ integrationName: 'demo', userIp: '203.0.113.10', event }))
  for (const bytes of images)
    form.append('images', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
  const sent = { method: 'POST', path: `${path}/liveness`, form } as const
  show(journey, await call(journey, sent, 201), ['livenessStatus', 'securityCheck'])
}

async function untilEnded(journey: Journey, path: string): Promise<Json> {
  const headers = { prefer: 'wait=20' }
  journey.print(`  GET ${path}  (Prefer: wait=20)`)
  const answer = await send(journey, { method: 'GET', path, headers }, 200)
  if (answer['status'] !== 'processing') return answer
  return send(journey, { method: 'GET', path, headers }, 200)
}
