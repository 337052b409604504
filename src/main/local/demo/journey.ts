// The journey of the demo: the requests of a client, shown as they happen.
import { call, type Journey, type Json, list, show, text, untilFound, untilSent } from './client.ts'
import { inventPerson } from './people.ts'

/** Rejects with a sentence that names the step when an answer breaks the contract. */
export async function driveJourney(journey: Journey): Promise<void> {
  const { print } = journey
  print('\nA person wants an account. The client creates a transaction with what the person typed:')
  const created = await call(
    journey,
    { method: 'POST', path: '/v1/transaction', body: { ...inventPerson('Ana Exemplo') } },
    201,
  )
  const id = text(created, 'id')
  show(journey, created, ['id', 'createdAt', 'documentType', 'name', 'email', 'verifiedEmail'])

  print('\nIt asks for an e-mail with a code, so that the person proves the address:')
  const tokens = `/v1/transaction/${id}/emails/tokens`
  show(journey, await call(journey, { method: 'POST', path: tokens }, 201), [
    'status',
    'type',
    'expirationTime',
  ])

  print('\nThe workflow sends the mail. In the sandbox it lands in an outbox instead of a mailbox:')
  const mail = await untilSent(journey, id, 'email')
  show(journey, mail, ['to', 'subject', 'code'])

  print('\nThe person types the code:')
  const code = text(mail, 'code')
  const validated = await call(
    journey,
    { method: 'POST', path: `${tokens}/validation`, body: { code } },
    200,
  )
  show(journey, validated, ['status', 'repliedAt'])

  await askByWhatsapp(journey, id)

  print('\nThe client asks for the pack "basic" and waits for its score:')
  const pack = {
    method: 'GET',
    path: `/v1/packs/basic/${id}`,
    headers: { prefer: 'wait=10' },
  } as const
  const answer = await call(journey, pack, 200)
  show(journey, answer, ['status', 'packVersion', 'score'])
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
    '\nAnd now you: a link that a person walks, with a score at its end. It is the last line below.',
  )
  const specimen = { ...inventPerson('Maria Exemplo da Silva'), birthdate: '1987-03-14' }
  const created = await call(
    journey,
    { method: 'POST', path: '/v1/transaction', body: specimen },
    201,
  )
  const path = `/v1/transaction/${text(created, 'id')}/lvs`
  const verification = await call(journey, { method: 'GET', path }, 201)
  show(journey, verification, ['status', 'score', 'expirationDate'])
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
  show(journey, await call(journey, { method: 'POST', path }, 201), ['status', 'text'])

  print(
    '\nThe person taps "Sim"; the sandbox reports it as the vendor would, by a signed callback:',
  )
  const message = await untilSent(journey, id, 'whatsapp')
  const reply = `/v1/sandbox/messages/${text(message, 'id')}/reply`
  await call(journey, { method: 'POST', path: reply, body: { option: 1 } }, 202)
  const isReplied = ({ status }: Json) => status === 'Replied'
  show(journey, await untilFound(journey, path, isReplied), ['status', 'reply'])
}

function describeEntry({ seq, time, kind, module = '', ref: _ref, ...rest }: Json): string {
  const details = Object.entries(rest).map(([key, value]) => `${key}=${String(value)}`)
  const what = `${String(kind).padEnd(26)} ${String(module).padEnd(12)}`
  return `${String(seq).padStart(2)}  ${String(time)}  ${what} ${details.join('  ')}`.trimEnd()
}
