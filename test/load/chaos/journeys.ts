// The journeys of one person, whatever happens to the servers meanwhile, with what the service has promised on the way.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Mode } from '#src/journey/transaction/rules.ts'
import { newPhone, toE164 } from '#test/support/messaging/carriers.ts'
import { answerChallenge } from '#test/support/biometrics/selfies.ts'
import type { Chance } from '#test/load/chance.ts'
import type { Client } from '#test/load/client.ts'
import { deskPack } from './desk-pack.ts'
import { drawCompany, familyPack } from './family.ts'
import type { Tenant } from './outside.ts'
import type { Person } from './person.ts'

export type Kind = 'mail' | 'phone' | 'purchase' | 'sandbox' | 'face' | 'family' | 'desk'

/** What the service has answered with 2xx, and therefore must keep. */
export type Journey = {
  readonly kind: Kind
  readonly tenant: Tenant
  readonly mode: Mode
  readonly email: string
  readonly phone: string
  id?: string
  /** The number of accepted message requests, by their path. */
  readonly asked: Record<string, number>
  checks: number
  isValidated?: true
  isReplied?: true
  isLive?: true
  /** The signal for its run was taken. */
  isBrought?: true
  /** The answers of packs that had ended. */
  readonly packs: { readonly name: string; readonly answer: Readonly<Record<string, unknown>> }[]
  /** `done`, or the reason in its record why its message could not be sent. */
  outcome?: string
}

export type Traveller = {
  readonly tenant: Tenant
  readonly live: Client
  readonly sandbox: Client
  readonly chance: Chance
  /** What vendors’ servers have received for the person. */
  readonly person: Person
  /** The milliseconds so far in which everything that a journey needs was running. */
  readonly thereMs: () => number
  /** Transactions whose run an operator has cancelled: nothing more comes of what was asked for. */
  readonly cancelled: ReadonlySet<string>
}

/** The limit in such time, for each thing that was promised. */
const limitMs = 180_000
const pollMs = 300

export function begin(kind: Kind, { tenant }: Traveller): Journey {
  const phone = newPhone()
  return {
    kind,
    tenant,
    mode: kind === 'sandbox' ? 'sandbox' : 'live',
    email: `${randomUUID()}@${tenant}.example`,
    phone: toE164(phone),
    asked: {},
    checks: 0,
    packs: [],
  }
}

/** Rejects when a promise is not kept, or when nothing happens within the limit. */
export async function travel(journey: Journey, traveller: Traveller): Promise<void> {
  const client = journey.mode === 'live' ? traveller.live : traveller.sandbox
  const { id } = await client.call<{ id: string }>('POST', '/v1/transaction', 201, {
    body:
      journey.kind === 'family' ? drawCompany(traveller.chance) : drawPerson(journey, traveller),
  })
  journey.id = id
  const steps = { mail, phone, purchase, sandbox, face, family, desk }
  journey.outcome = await steps[journey.kind]({ journey, id, client, traveller })
}

type Step = {
  readonly journey: Journey
  readonly id: string
  readonly client: Client
  readonly traveller: Traveller
}

const drawPerson = ({ email, phone }: Journey, { chance }: Traveller) => ({
  documentType: 'CPF',
  document: chance.digits(11),
  name: 'Ana Exemplo',
  birthdate: '1990-05-17',
  email,
  phone: splitPhone(phone),
})

const splitPhone = (e164: string) => ({
  countryCode: 55,
  areaCode: Number(e164.slice(3, 5)),
  number: Number(e164.slice(5)),
})

const tokensOf = (id: string) => `/v1/transaction/${id}/emails/tokens`

async function mail(step: Step): Promise<string> {
  const { journey, id, client, traveller } = step
  const code = await untilCode(step, async () => traveller.person.codeFor(journey.email))
  if ('failure' in code) return code.failure
  await validate(journey, client, id, code.code)
  await queryPack(step, 'basic')
  return 'done'
}

async function sandbox(step: Step): Promise<string> {
  const { journey, id, client } = step
  const path = `/v1/sandbox/messages?transactionId=${id}`
  const code = await untilCode(step, async () => {
    const [newest] = await client.call<{ code: string }[]>('GET', path, 200)
    return newest?.code
  })
  if ('failure' in code) return code.failure
  await validate(journey, client, id, code.code)
  await client.call('POST', `/v1/sandbox/transactions/${id}/clock`, 200, {
    body: { advance: 'PT2H' },
  })
  await queryPack(step, 'basic')
  return 'done'
}

async function untilCode(
  step: Step,
  look: () => Promise<string | undefined>,
): Promise<{ code: string } | { failure: string }> {
  const { journey, id, client } = step
  const path = tokensOf(id)
  await client.call('POST', path, 201)
  count(journey, path)
  return until<{ code: string } | { failure: string }>(step, 'a code', async () => {
    const code = await look()
    if (code !== undefined) return { found: { code } }
    const failure = await failureOf(client, path)
    return failure === undefined ? undefined : { found: { failure } }
  })
}

async function validate(journey: Journey, client: Client, id: string, code: string): Promise<void> {
  await client.call('POST', `${tokensOf(id)}/validation`, 200, { body: { code } })
  journey.isValidated = true
}

async function phone(step: Step): Promise<string> {
  const { journey, id, client, traveller } = step
  const isWhatsApp = journey.tenant === 'sul' && traveller.chance.percent(50)
  const path = `/v1/transaction/${id}/${isWhatsApp ? 'whatsapps' : 'sms'}/2fa`
  await client.call('GET', `/v1/packs/step-up/${id}`, 200)
  await client.call('POST', path, 201)
  count(journey, path)
  const answer = await until<string | (() => Promise<boolean>)>(step, 'a question', async () => {
    const found = traveller.person.questionTo(journey.phone)
    if (found) return { found }
    const failure = await failureOf(client, path)
    return failure === undefined ? undefined : { found: failure }
  })
  if (typeof answer === 'string') return answer
  await until(step, 'an answer’s callback', async () =>
    (await answer()) ? { found: true } : undefined,
  )
  journey.isReplied = true
  await until(step, 'a reply', async () => {
    const [record] = await client.call<{ status: string }[]>('GET', path, 200)
    return record?.status === 'Replied' ? { found: true } : undefined
  })
  await queryPack(step, 'step-up')
  return 'done'
}

async function purchase(step: Step): Promise<string> {
  const { journey, id, client } = step
  const path = `/v1/transaction/${id}/backgroundcheck`
  await client.call('POST', path, 200, { body: { services: ['BasicInfos'] } })
  journey.checks += 1
  await until(step, 'a check', async () => {
    const [check] = await client.call<{ services: { status: string }[] }[]>('GET', path, 200)
    return check?.services.every(({ status }) => status !== 'processing')
      ? { found: true }
      : undefined
  })
  await queryPack(step, 'basic')
  return 'done'
}

async function face(step: Step): Promise<string> {
  const { journey, id, client } = step
  const path = `/v1/transaction/${id}/facial-biometrics`
  await until(step, 'selfies that are live', async () => {
    const body = await answerChallenge(await client.call('POST', `${path}/challenge`, 201))
    const { status } = await client.send('POST', `${path}/liveness`, { body })
    // A challenge is valid only for some minutes, so a new one is requested.
    return status === 201 ? { found: true } : undefined
  })
  journey.isLive = true
  return 'done'
}

/** Children are made and end by tasks of their own; the parent waits for all of them. */
async function family(step: Step): Promise<string> {
  await queryPack(step, familyPack)
  return 'done'
}

/** The run calls a system of the tenant; the signal comes before the run has come to it, or later. */
async function desk(step: Step): Promise<string> {
  const { journey, id, client, traveller } = step
  const path = `/v1/packs/${deskPack}/${id}`
  await client.call('POST', path, 202, { body: { input: { asked: 100 } } })
  if (traveller.chance.percent(50)) await wait(traveller.chance.between(200, 5_000))
  const body = { result: { approved: true }, round: 1 }
  await client.call('POST', `${path}/steps/approval`, 200, { body })
  journey.isBrought = true
  await queryPack(step, deskPack)
  return 'done'
}

async function queryPack(step: Step, name: string): Promise<void> {
  const { journey, id, client } = step
  const headers = { prefer: 'wait=5' }
  const answer = await until(step, `the end of ${name}`, async () => {
    const found = await client.call<Record<string, unknown>>(
      'GET',
      `/v1/packs/${name}/${id}`,
      200,
      { headers },
    )
    return found['status'] === 'processing' ? undefined : { found }
  })
  journey.packs.push({ name, answer })
}

type Failed = { readonly failure?: { readonly code: string } }

/** The failure in the record, as a client reads it before it requests a new message. */
async function failureOf(client: Client, path: string): Promise<string | undefined> {
  // A token is a single record, questions are a list with the newest first.
  const found = await client.call<Failed | readonly Failed[]>('GET', path, 200)
  return [found].flat()[0]?.failure?.code
}

function count(journey: Journey, path: string): void {
  journey.asked[path] = (journey.asked[path] ?? 0) + 1
}

async function until<T>(
  { id, traveller: { thereMs, cancelled } }: Pick<Step, 'id' | 'traveller'>,
  what: string,
  look: () => Promise<{ found: T } | undefined>,
): Promise<T> {
  const deadline = thereMs() + limitMs
  for (;;) {
    const found = await look()
    if (found) return found.found
    if (cancelled.has(id)) throw new Error('ended by an operator')
    if (thereMs() > deadline) throw new Error(`${what} does not come`)
    await wait(pollMs)
  }
}
