// People and companies of the sandbox, each of a number, phone and device of their own: what their clients send over
// HTTP, and the engines see as it is said of each.
import { createHash } from 'node:crypto'
import { createCalls } from '#src/journey/calls/calls.ts'
import { challengeReplied } from '#src/messaging/challenges/kinds.ts'
import { findLatest, updateChallenge } from '#src/messaging/challenges/store.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import type { DocumentEnding } from '#src/vendors/sandbox/check-endings.ts'
import type { TestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { makeFace, makePortrait, makeReading, runEngineTasks, scriptedEngines, whileWorking } from '#test/support/biometrics/engines.ts' // prettier-ignore
import { formOf } from '#test/support/forms.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import type { Claims } from '#test/support/token.ts'
import { moveClock, untilServed } from '#test/support/transactions.ts'
import { payloadOf, signOnNewDevice } from '#test/unit/biometrics/devices/phone.ts'

const yaws: Readonly<Record<string, number>> = { front: 0, left: -12, right: 12 }

let made = 0

/** A CPF of its own, which the sandbox's source answers by its ending. */
function nextCpf(ending: DocumentEnding = '0001'): string {
  return withCheckDigits(`${10_000 + made++}${ending}`, [
    [10, 9, 8, 7, 6, 5, 4, 3, 2],
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
  ])
}

function nextCnpj(ending: DocumentEnding = '0001'): string {
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
  return withCheckDigits(`${20_000_000 + made++}${ending}`, [weights, [6, ...weights]])
}

function withCheckDigits(digits: string, weights: readonly (readonly number[])[]): string {
  let all = digits
  for (const of of weights) {
    const sum = of.reduce((total, weight, at) => total + weight * Number(all[at]), 0)
    all += sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  return all
}

export const nextPhone = () => ({ countryCode: 55, areaCode: 11, number: 980_000_000 + made++ })

const ana = { name: 'Ana Exemplo', birthdate: '1990-05-17' }

/** Of the sandbox's register, which lists the partners that are sent. */
export function companyOf(ending: DocumentEnding = '0001', partner: DocumentEnding = '0001') {
  const stands = [{ documentType: 'cpf', document: nextCpf(partner), name: ana.name }]
  const named = { name: 'Firma Exemplo Ltda', legalRepresentatives: stands, partners: stands }
  return { documentType: 'cnpj', document: nextCnpj(ending), ...named }
}

export const personOf = (ending: DocumentEnding = '0001') => ({
  documentType: 'cpf',
  document: nextCpf(ending),
  phone: nextPhone(),
  ...ana,
})

/** Of whoever has no CPF: a number of its own. */
export const foreignerOf = () => {
  const { documentType: _type, ...fields } = personOf()
  const document = `FX${10_000 + made++}`
  return { ...fields, documentType: 'passport', documentCountry: 'PRT', document }
}

/** As the document of the transaction shows it. */
function ownReading({ document, documentCountry }: { document: string; documentCountry?: string }) {
  if (documentCountry === undefined) return makeReading({ fields: ownFields(document) })
  const { fields } = makeReading()
  const mrz = { kind: 'passport', number: document, issuer: documentCountry, name: ana.name.toUpperCase(), bornOn: ana.birthdate, expiresOn: '2035-01-31' } as const // prettier-ignore
  const shown = { nome: fields.nome, dataNascimento: fields.dataNascimento }
  const none = Object.fromEntries(Object.keys(fields).map((name) => [name, ''])) as typeof fields
  return makeReading({ documentType: 'PASSPORT', fields: { ...none, ...shown, txtRegistroCivil: document }, fieldsExpected: 3, mrz, expiresOn: mrz.expiresOn }) // prettier-ignore
}

function ownFields(document: unknown) {
  const numeroCPF = String(document).replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
  return { ...makeReading().fields, numeroCPF }
}

export type Person = Awaited<ReturnType<typeof createPerson>>

export async function createPerson(app: TestApp, fields: object, claims: Claims = {}) {
  const number = made++
  const body = { email: `ana-${number}@example.com`, ...fields }
  const created = await app.call('POST', '/v1/transaction', { body, claims })
  const { id, document, documentCountry } = await created.json()
  if (created.status !== 201) throw new Error(`creation answered ${created.status}`)
  const { engines, script } = scriptedEngines()
  // Calls of their own: what fails for one is no reason to leave the account of all others alone.
  const deps = { ...app.deps, engines, calls: createCalls({ log: app.deps.log }) }

  async function send(path: string, sent: object, expected = 201) {
    const ask = () => whileWorking(deps, id, app.call('POST', path, { claims, ...sent }))
    const answer = await untilServed(ask)
    if (answer.status !== expected)
      throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const liveness = `/v1/transaction/${id}/facial-biometrics`

  return {
    id,
    document: String(document),
    send,

    /** Turns the head as asked, on a device of its own; `signals`: what that says of itself. */
    async showFace({ person = 0, signals = {}, isSeen = true, size }: Shown = {}): Promise<void> {
      const { nonce, actions } = await send(`${liveness}/challenge`, {})
      const drawn = await Promise.all(
        (actions as string[]).map((_, at) => drawImage(number * 7 + at, size)),
      )
      script.faces = (actions as string[]).map((one) => [makeFace(yaws[one] ?? 0, person)])
      if (!isSeen) script.portrait = undefined
      const images = drawn.map((one) => createHash('sha256').update(one).digest('base64url'))
      const payload = payloadOf({ nonce, images, iat: Date.now() / 1_000 }, signals)
      const event = await signOnNewDevice(payload)
      const pictures = drawn.map((one) => one.toString('base64'))
      await send(`${liveness}/liveness`, { body: { event, images: pictures } })
    },

    /** A mere picture, whose name says what comes of it. */
    async showPicture(name: string, seed = 0): Promise<void> {
      const picture = (await drawImage(number * 7 + seed)).toString('base64')
      const images = [`data:image/jpeg;name=${name}.jpg;base64,${picture}`]
      await send(`${liveness}/liveness`, { body: { images } })
    },

    /** One's own; or what its name says. */
    async showDocument(name = 'image', portrait = makePortrait()): Promise<void> {
      script.reading = ownReading({ document, documentCountry })
      script.portrait = portrait
      const form = await formOf('selfie', await drawImage(number * 7 + 5), `${name}.jpg`)
      await send(`/v1/${id}/redoc`, form)
    },

    /** A driving licence as a file. */
    async showFile(file: Buffer): Promise<void> {
      script.reading = makeReading({ documentType: 'CNH', fields: ownFields(document) })
      script.portrait = makePortrait()
      await send(`/v1/${id}/redoc`, await formOf('selfie', file, 'cnh.pdf'))
    },

    async compareFaces(): Promise<void> {
      await send(`/v1/transaction/${id}/biometrics-score`, { body: {} })
      await runEngineTasks(deps, id)
    },

    /** The question leaves, and nothing more is heard. */
    async askPhone(): Promise<void> {
      await send(`/v1/transaction/${id}/whatsapps/2fa`, {})
      await commitOn(app.deps, id, async (tx) => {
        const record = await findLatest(tx, id, 'whatsapp-2fa')
        if (record) await updateChallenge(tx, record.id, { acceptedAt: new Date(record.createdAt) })
      })
    },

    /** As the vendor's callback brings it. 1 is yes, 2 is no. `isKnown`: the number has said yes for the document before. */
    async answerPhone(option: 1 | 2, isKnown = false): Promise<void> {
      await send(`/v1/transaction/${id}/whatsapps/2fa`, {})
      await commitOn(app.deps, id, async (tx, locked) => {
        const record = await findLatest(tx, id, 'whatsapp-2fa')
        if (!record) throw new Error('there is a question')
        const replyMeaning = option === 1 ? 'yes' : 'no'
        const said = { repliedAt: locked.now, replyOption: option, replyMeaning } as const
        const denied = { deniedAt: locked.now, deniedByKnown: isKnown }
        await updateChallenge(tx, record.id, { ...said, ...(option === 2 && denied) })
        const entry = { module: 'whatsapp-2fa', ref: record.id, code: String(option) }
        append(locked, { kind: challengeReplied, ...entry })
      })
    },

    async wait(days: number): Promise<void> {
      await moveClock(app.deps.db, id, Math.round(days * 86_400_000))
      await performDue(deps, id, 2)
    },

    perform: (rounds: number): Promise<void> => performDue(deps, id, rounds),

    /** What has become of the pack; it is started by the first question. */
    async ask(pack: string): Promise<OutcomeAndReason> {
      const headers = { prefer: 'wait=0' }
      const answer = await app.call('GET', `/v1/packs/${pack}/${id}`, { claims, headers })
      if (answer.status !== 200)
        console.log(
          await answer.clone().text(),
          app.log.filter((l) => l.includes('"level":50') || l.includes('error')).slice(-1),
        )
      const { status, outcome, stopReason } = await answer.json()
      return status === 'processing' || !outcome ? [status] : [outcome, stopReason]
    },
  }
}

type Shown = {
  readonly person?: number
  readonly signals?: object
  /** Whether the portrait of the document can be found once more. */
  readonly isSeen?: boolean
  /** Of the pictures; without it they are small. */
  readonly size?: { readonly width: number; readonly height: number }
}

/** The outcome and its reason; without one the status. */
export type OutcomeAndReason = readonly [string, string?]

/** With what follows of calls outside and of time: everything that is awaited passes its deadline. */
export async function verdictOf(person: Person, pack: string): Promise<OutcomeAndReason> {
  for (let turn = 0; turn < 12; turn += 1) {
    const verdict = await person.ask(pack)
    if (verdict[0] !== 'processing') return verdict
    await person.perform(3)
    const again = await person.ask(pack)
    if (again[0] !== 'processing') return again
    await person.wait(turn < 2 ? 0.01 : 7)
  }
  throw new Error(`the pack ${pack} does not end`)
}
