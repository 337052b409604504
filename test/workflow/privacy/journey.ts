// Everything that can be done with the data of one person, by its owner, by others and by mistake.
import postgres from 'postgres'
import type { OwnStack } from '#test/support/servers/own-stack.ts'
import { createBody, person } from '#test/support/person.ts'
import type { SmtpServer } from '#test/support/servers/smtp.ts'
import type { PrivacyClient } from './client.ts'

export const emails = {
  bounce: `bounce+${person.email}`,
  defer: `defer+${person.email}`,
  refuse: `refuse+${person.email}`,
  live: `ao-vivo.${person.email}`,
}
export const keys = ['chave-da-quirina-zandavalli', `"${person.document}-${person.email}"`]
export const typed = 'Codigo da Wratislava 71428793860'

export async function drivePerson(
  stack: OwnStack,
  smtp: SmtpServer,
  client: PrivacyClient,
): Promise<void> {
  const { told, call, create, hasHappened, readMessage } = client
  const tokens = (id: string) => `/v1/transaction/${id}/emails/tokens`

  await sandbox()
  await mistakes()
  await variants()
  await checks()
  await failingActivity()
  await live()

  async function sandbox(): Promise<void> {
    const [key = ''] = keys
    const headers = { 'idempotency-key': key }
    const id = await create({}, { headers })
    await create({}, { headers })
    await call('POST', '/v1/transaction', { body: { ...createBody(), name: 'x' }, headers })
    await call('POST', tokens(id), { headers: { 'idempotency-key': keys[1] ?? '' } })
    await hasHappened(id, 'challenge-accepted')
    const { code, path } = await readMessage(id)
    for (const wrong of [person.document, person.name, typed])
      await call('POST', `${tokens(id)}/validation`, { body: { code: wrong } })
    const page = await call('GET', path)
    await call('HEAD', path)
    await call('POST', path, { headers: { 'content-type': 'text/plain' }, body: person.email })
    const nonce = /name="nonce" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    await call('POST', path, { headers: form, body: `nonce=${nonce}` })
    await call('POST', `${tokens(id)}/validation`, { body: { code } })
    await call('GET', `/v1/packs/basic/${id}`, { headers: { prefer: 'wait=10' } })
    await call('POST', `/v1/packs/basic/${id}`, { body: { version: 1, note: person.name } })
    for (const claims of [{ tenant: 'other' }, { tenant: 'acme', mode: 'live' }] as const)
      for (const suffix of ['', '/timeline', '/emails/tokens'])
        await call('GET', `/v1/transaction/${id}${suffix}`, { claims })
    await call('GET', `/v1/transaction/${id}`)
  }

  /** What is refused, with personal values where they do not belong. */
  async function mistakes(): Promise<void> {
    const body = JSON.stringify(createBody())
    for (const bad of [
      { ...createBody(), document: person.name, birthdate: person.email, type: person.name },
      { ...createBody(), phone: { number: person.phoneNumber, areaCode: person.street } },
      { ...createBody(), genericFields: { [person.genericKey]: { [person.email]: 1 } } },
      { ...createBody(), genericFields: { [`${person.name}\0`]: person.mothersName } },
      { [person.name]: `${person.email}\0`, documentType: person.fatherName },
      [person.document],
      body.slice(0, -40),
      `${body} ${person.name}`,
    ])
      await call('POST', '/v1/transaction', { body: bad })
    const query = new URLSearchParams({ name: person.name, transactionId: person.email }).toString()
    await call('GET', `/v1/sandbox/messages?${query}`)
    await call('GET', `/v1/people/${encodeURIComponent(person.email)}?${query}`)
    await call('GET', `/v1/transaction/${person.document}`)
    await call('PUT', `/v1/transaction/${person.document}`)
    await call('GET', `/v1/packs/${encodeURIComponent(person.name)}/${person.document}`)
    await call('GET', `/t/${person.document}-${person.phoneNumber}`)
    await call('POST', '/v1/transaction', { body, headers: { 'content-type': person.email } })
    await call('POST', '/v1/transaction', { body, headers: { 'idempotency-key': person.name } })
    await call('POST', '/v1/transaction', { body, headers: { authorization: `Bearer ${person.name}` } }) // prettier-ignore
    await call('GET', '/v1/transaction/x', { headers: { 'request-id': person.document } })
    await call('GET', '/v1/transaction/x', {
      headers: { 'request-id': person.email, 'user-agent': person.name, prefer: person.name },
    })
    const bounce = `bounce+${person.document}.0123456789abcdef@exemplar-privado.test`
    const report = { 'delivered-to-address': bounce, 'content-type': 'message/rfc822' }
    await call('POST', '/hooks/email/bounces', { headers: report, body: `To: ${person.email}` })
  }

  /** What an address leads to in the sandbox: deferred, refused, bounced, and expired at last. */
  async function variants(): Promise<void> {
    const [deferred, refused, bounced] = await Promise.all([
      create({ email: emails.defer }),
      create({ email: emails.refuse }),
      create({ email: emails.bounce }),
    ])
    for (const id of [deferred, refused, bounced])
      await call('POST', tokens(id), { headers: { 'accept-language': 'en' } })
    await hasHappened(deferred, 'challenge-deferred')
    await call('POST', `/v1/sandbox/transactions/${deferred}/clock`, { body: { advance: 'PT1M' } })
    await hasHappened(deferred, 'challenge-accepted')
    await readMessage(deferred)
    await call('POST', `/v1/sandbox/transactions/${deferred}/clock`, { body: { advance: 'PT2H' } })
    await hasHappened(deferred, 'challenge-expired')
    for (const id of [refused, bounced]) await hasHappened(id, 'challenge-failed')
    await readMessage(bounced)
  }

  /** What is asked about the person, what is found, and what a vendor would report. */
  async function checks(): Promise<void> {
    const id = await create({})
    const path = `/v1/transaction/${id}/backgroundcheck`
    const checkParams = {
      cpf: person.document,
      fullName: person.name,
      mothersName: person.mothersName,
    }
    const services = ['BasicInfos', 'Sanctions', 'ArrestWarrant']
    await call('POST', path, { body: { checkParams, services } })
    await call('POST', path, { body: { checkParams, services: [person.name] } })
    await call('POST', `${path}/company`, { body: { services: [person.email] } })
    await hasHappened(id, 'check-ended')
    await call('GET', path)
    await call('POST', `${path}/${id}/hits/${person.document}/judgement`, {
      body: { judgement: 'false-positive', note: person.name },
    })
    await call('GET', `${path}/${person.document}`)
    await call('POST', `/v1/transaction/${id}/creditpro`, { claims: { scope: 'credit:read' } })
    await call('POST', `/v1/transaction/${id}/creditpro`)
    for (const account of ['sandbox-checks', person.email])
      await call('POST', `/hooks/checks/${encodeURIComponent(account)}`, {
        body: { attemptId: person.document, outcome: { kind: 'answered', answer: checkParams } },
      })
  }

  /** A fault of ours while the person's data are in hand: the score has nowhere to go. */
  async function failingActivity(): Promise<void> {
    const sql = postgres(stack.databaseUrl, { max: 1, onnotice() {} })
    try {
      await sql`alter table score rename to score_away`
      const id = await create({})
      await call('GET', `/v1/packs/basic/${id}`, { headers: { prefer: 'wait=3' } })
      await sql`alter table score_away rename to score`
      await call('GET', `/v1/packs/basic/${id}`, { headers: { prefer: 'wait=15' } })
      await hasHappened(id, 'pack-ended')
    } finally {
      await sql.end()
    }
  }

  /** Over real SMTP: taken, refused with words that quote the address, and cut off. */
  async function live(): Promise<void> {
    const claims = { mode: 'live' } as const
    const outcomes = { accept: 'accepted', refuse: 'failed', reset: 'failed' } as const
    for (const behaviour of ['accept', 'refuse', 'reset'] as const) {
      smtp.behaviour = behaviour
      const id = await create({ email: `${behaviour}.${emails.live}` }, { claims })
      await call('POST', tokens(id), { claims })
      await hasHappened(id, `challenge-${outcomes[behaviour]}`, claims)
      await call('GET', tokens(id), { claims })
      if (behaviour !== 'accept') continue
      const raw = (smtp.mails.at(-1)?.raw ?? '').replaceAll('=\r\n', '')
      const pageToken = /\/t\/([\w-]{43})/.exec(raw)?.[1] ?? ''
      // On a line of its own: headers and boundaries can hold six digits too.
      const code = /^\s*(\d{6})\s*$/m.exec(raw)?.[1] ?? ''
      told.codes.push(code)
      told.pageTokens.push(pageToken)
      const answer = await call('POST', `${tokens(id)}/validation`, { body: { code }, claims })
      if (answer.status !== 200)
        throw new Error(`the code of the mail is answered ${answer.status}`)
      await call('GET', `/v1/packs/basic/${id}`, { claims, headers: { prefer: 'wait=10' } })
    }
  }
}
