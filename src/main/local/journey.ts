// The journey of the demo: the requests of a client, shown as they happen.
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

export type Journey = {
  readonly apiUrl: string
  readonly token: string
  readonly print: (line: string) => void
  readonly signal: AbortSignal
}

type Json = Record<string, unknown>
type Request = {
  method: 'GET' | 'POST'
  path: string
  body?: Json
  headers?: Record<string, string>
}

/** Rejects with a sentence that names the step when an answer breaks the contract. */
export async function driveJourney(journey: Journey): Promise<void> {
  const { print } = journey
  print('\nA person wants an account. The client creates a transaction with what the person typed:')
  const created = await call(
    journey,
    { method: 'POST', path: '/v1/transaction', body: makePerson() },
    201,
  )
  const id = text(created, 'id')
  show(print, created, ['id', 'createdAt', 'documentType', 'name', 'email', 'verifiedEmail'])

  print('\nIt asks for an e-mail with a code, so that the person proves the address:')
  const tokens = `/v1/transaction/${id}/emails/tokens`
  show(print, await call(journey, { method: 'POST', path: tokens }, 201), [
    'status',
    'type',
    'expirationTime',
  ])

  print('\nThe workflow sends the mail. In the sandbox it lands in an outbox instead of a mailbox:')
  const mail = await untilSent(journey, id, 'email')
  show(print, mail, ['to', 'subject', 'code'])

  print('\nThe person types the code:')
  const code = text(mail, 'code')
  const validated = await call(
    journey,
    { method: 'POST', path: `${tokens}/validation`, body: { code } },
    200,
  )
  show(print, validated, ['status', 'repliedAt'])

  await askByWhatsapp(journey, id)

  print('\nThe client asks for the pack "basic" and waits for its score:')
  const pack = {
    method: 'GET',
    path: `/v1/packs/basic/${id}`,
    headers: { prefer: 'wait=10' },
  } as const
  const answer = await call(journey, pack, 200)
  show(print, answer, ['status', 'packVersion', 'score'])
  if (answer['status'] !== 'completed')
    throw new Error(`The pack is ${String(answer['status'])} after 10 s.`)

  print('\nEverything that happened, in order; the same steps stand in the Temporal UI:')
  const timeline = await call(
    journey,
    { method: 'GET', path: `/v1/transaction/${id}/timeline` },
    200,
  )
  for (const entry of list(timeline)) print(`    ${describeEntry(entry)}`)
  print('')
}

/** Creates a link for the reader; resolves to its URL. */
export async function offerLink(journey: Journey, isHttps: boolean): Promise<string> {
  const { print } = journey
  print(
    'And now you: a link that a person walks, with a score at its end. It is the last line below.',
  )
  const specimen = {
    ...makePerson(),
    name: 'Maria Exemplo da Silva',
    birthdate: '1987-03-14',
  }
  const created = await call(
    journey,
    { method: 'POST', path: '/v1/transaction', body: specimen },
    201,
  )
  const path = `/v1/transaction/${text(created, 'id')}/lvs`
  const verification = await call(journey, { method: 'GET', path }, 201)
  show(print, verification, ['status', 'score', 'expirationDate'])
  print('  The code and the question that it sends lie at the sandbox address below.')
  print('  The document that it knows is test/data/documents/cnh-1.jpg, the face your own.')
  if (!isHttps) print('  On this machine the camera works. For a phone: npm run demo -- --https')
  else print('  The certificate is of this start alone: the browser warns once.')
  print('')
  return text(verification, 'link')
}

async function askByWhatsapp(journey: Journey, id: string): Promise<void> {
  const { print } = journey
  print('\nA second factor: the hottest phone is asked by WhatsApp.')
  const path = `/v1/transaction/${id}/whatsapps/2fa`
  show(print, await call(journey, { method: 'POST', path }, 201), ['status', 'text'])

  print(
    '\nThe person taps "Sim"; the sandbox reports it as the vendor would, by a signed callback:',
  )
  const message = await untilSent(journey, id, 'whatsapp')
  const reply = `/v1/sandbox/messages/${text(message, 'id')}/reply`
  await call(journey, { method: 'POST', path: reply, body: { option: 1 } }, 202)
  const isReplied = ({ status }: Json) => status === 'Replied'
  show(print, await untilFound(journey, path, isReplied), ['status', 'reply'])
}

/** An invented person with a random address and number, because both have limits over all transactions. */
function makePerson() {
  const some = randomInt(100_000, 1_000_000)
  return {
    documentType: 'CPF',
    // A published example with right check digits.
    document: '52998224725',
    name: 'Ana Exemplo',
    birthdate: '1990-05-17',
    email: `ana.exemplo${some}@example.com`,
    // The last four digits select the outcome in the sandbox; 5678 is an ordinary number.
    phone: {
      countryCode: 55,
      areaCode: 11,
      number: 900_000_000 + (some % 10_000) * 10_000 + 5_678,
    },
  }
}

function untilSent(journey: Journey, id: string, channel: string): Promise<Json> {
  const path = `/v1/sandbox/messages?transactionId=${id}`
  return untilFound(journey, path, (message) => message['channel'] === channel)
}

async function untilFound(
  journey: Journey,
  path: string,
  isIt: (one: Json) => boolean,
): Promise<Json> {
  const deadline = performance.now() + 20_000
  while (performance.now() < deadline) {
    const found = list(await send(journey, { method: 'GET', path }, 200)).find(isIt)
    if (found) {
      journey.print(`  GET ${path} → 200`)
      return found
    }
    await wait(200, undefined, { signal: journey.signal })
  }
  throw new Error(`What was awaited did not come within 20 s (GET ${path}).`)
}

async function call(journey: Journey, request: Request, expected: number): Promise<Json> {
  const { method, path, body, headers } = request
  const prefer = headers?.['prefer']
  journey.print(`  ${method} ${path}${prefer ? `  (Prefer: ${prefer})` : ''}`)
  if (body) journey.print(`    ${JSON.stringify(body)}`)
  const answer = await send(journey, request, expected)
  journey.print(`  → ${expected}`)
  return answer
}

async function send(
  { apiUrl, token, signal }: Journey,
  request: Request,
  expected: number,
): Promise<Json> {
  const { method, path, body, headers } = request
  const response = await fetch(apiUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(40_000)]),
  })
  const answer = await response.text()
  if (response.status !== expected)
    throw new Error(
      `${method} ${path} answered ${response.status} instead of ${expected}: ${answer}`,
    )
  return answer === '' ? {} : asObject(JSON.parse(answer))
}

function describeEntry({ seq, time, kind, module = '', ref: _ref, ...rest }: Json): string {
  const details = Object.entries(rest).map(([key, value]) => `${key}=${String(value)}`)
  const what = `${String(kind).padEnd(26)} ${String(module).padEnd(12)}`
  return `${String(seq).padStart(2)}  ${String(time)}  ${what} ${details.join('  ')}`.trimEnd()
}

function show(print: Journey['print'], answer: Json, keys: string[]): void {
  for (const key of keys) if (key in answer) print(`    ${key}: ${JSON.stringify(answer[key])}`)
}

function text(answer: Json, key: string): string {
  const value = answer[key]
  if (typeof value !== 'string') throw new Error(`The answer has no ${key}.`)
  return value
}

function list(answer: unknown): Json[] {
  if (!Array.isArray(answer)) throw new Error('The answer is no list.')
  return answer.map(asObject)
}

function asObject(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw new Error('The answer is no JSON object.')
  // Safe because it is a JSON object; the types of its members are unknown.
  return value as Json
}
