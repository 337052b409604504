// People whom a link must never say yes to, and what they do before its page.
import { expect } from 'vitest'
import { challengeReplied } from '#src/messaging/challenges/kinds.ts'
import { findLatest, updateChallenge } from '#src/messaging/challenges/store.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import type { TestApp } from '#test/support/app.ts'
import {
  makeFace,
  makePortrait,
  makeReading,
  runEngineTasks,
  type Scripted,
} from '#test/support/biometrics/engines.ts'
import { readSecrets } from '#test/support/transactions.ts'
import type { Walker } from '#test/support/walker.ts'
import {
  approving,
  back,
  faces,
  front,
  hex,
  put,
  sendFaces,
  moveHead,
  type Moves,
  type Way,
} from '../pictures.ts'

export type Person = {
  readonly app: TestApp
  readonly scripted: Scripted
  readonly id: string
  readonly walker: Walker
  readonly document: string
}
/** Alike to no one: the distance of its embedding to that of person 0 lies between both thresholds. */
const doubtful = Float32Array.of(Math.cos(0.56), Math.sin(0.56), 0, 0)

async function confirmEmail({ app, walker, id }: Person): Promise<void> {
  await walker.press('email-send')
  const { code } = await readSecrets(app, id)
  await walker.press('email-code', { code })
}

/** Somebody's document, stolen or one's own: the engines see what the test says. */
async function showDocument(
  { app, scripted, walker, id, document }: Person,
  { portrait = makePortrait(), name = 'ANA EXEMPLO', cpf = document, sees = true } = {},
): Promise<void> {
  const { fields } = approving(cpf)
  scripted.script.reading = makeReading({ fields: { ...fields, nome: name } })
  scripted.script.portrait = sees ? portrait : undefined
  await put(walker, 'front', front)
  await walker.open('/c')
  await walker.press('document-send')
  await runEngineTasks(app.deps, id)
  await walker.open('/c')
}

/** The front suffices by itself. */
async function showTwoDocuments({ app, scripted, walker, id, document }: Person): Promise<void> {
  const own = approving(document)
  const other = { ...own.fields, numeroCPF: '', txtRegistroCivil: '98.765.432-1' }
  const sides = [own, makeReading({ side: 'back', fields: other })]
  scripted.script.reading = () => sides.shift() ?? own
  scripted.script.portrait = makePortrait()
  await put(walker, 'front', front)
  await put(walker, 'back', back)
  await walker.open('/c')
  await walker.press('document-send')
  await runEngineTasks(app.deps, id)
  await walker.open('/c')
}

/** A head turned as asked, of a person; `seen` is what the engines see instead. */
export async function showFace(
  { app, scripted, walker, id }: Person,
  seen?: (asked: Scripted['script']['faces']) => Scripted['script']['faces'],
  signals: { label?: string; moves?: Moves; way?: Way } = {},
): Promise<void> {
  const moved = await moveHead({ app, walker, id }, scripted, signals)
  if (seen) scripted.script.faces = seen(scripted.script.faces)
  await sendFaces(walker, moved)
  await runEngineTasks(app.deps, id)
  await walker.open('/c')
}

const of = (person: number, changed: object) => (asked: Scripted['script']['faces']) =>
  (typeof asked === 'function' ? asked() : asked).map((found) =>
    found.map(({ yaw }) => makeFace(yaw, person, changed)),
  )
const again = of(0, { change: 0 })
/** As a film does by chance. */
const unasked = [
  'not at all',
  'to the other side',
  'before it was asked',
  'long after it was asked',
  'later than the server heard of it',
] as const satisfies readonly Moves[]

/** As a vendor's callback would bring it. */
async function answerPhone({ app: { deps }, id, walker }: Person, option: number): Promise<void> {
  await walker.press('phone-whatsapp')
  await commitOn(deps, id, async (tx, locked) => {
    const record = await findLatest(tx, id, 'whatsapp-2fa')
    if (!record) throw new Error('there is a question')
    const replyMeaning = option === 1 ? 'yes' : 'no'
    const said = { repliedAt: locked.now, replyOption: option, replyMeaning } as const
    await updateChallenge(tx, record.id, said)
    const entry = { module: 'whatsapp-2fa', ref: record.id, code: String(option) }
    append(locked, { kind: challengeReplied, ...entry })
  })
  await walker.open('/c')
}

const phone = { phone: { countryCode: 55, areaCode: 11, number: 987_655_678 } }
export const held = { status: 'PENDING', score: null, reviewPending: true }

export type Case = {
  readonly fields?: Record<string, unknown>
  readonly act: (person: Person) => Promise<unknown>
  /** The highest score that it may get; undefined: somebody is to decide, and until then there is none. */
  readonly most?: number
  readonly step?: object
  /** Where somebody is to decide; the face's unless said. */
  readonly review?: 'aiDocs'
}

const face = (outcome: string, ...reasons: string[]) => ({
  step: 'facialBiometrics',
  outcome,
  ...(reasons.length > 0 && { reasons }),
})
async function playRound(person: Person, way: Way): Promise<void> {
  await person.walker.press('email-skip')
  await person.walker.press('document-skip')
  for (const moves of unasked) {
    expect({ [moves]: person.walker.seen.title }).toEqual({ [moves]: expect.stringMatching(/Mostre/) }) // prettier-ignore
    await showFace(person, undefined, { moves, way })
  }
}

export const shown = async (person: Person) => {
  await confirmEmail(person)
  await showDocument(person)
}

export const cases: Record<string, Case> = {
  "an impostor with somebody's document and their own living face": {
    act: async (person) => {
      await shown(person)
      await showFace(person, of(1, {}))
    },
    most: 20,
    step: face('rejected', 'faces-differ'),
  },
  'a face that may be that of the document, and may not': {
    act: async (person) => {
      await shown(person)
      await showFace(person, of(0, { embedding: doubtful }))
    },
    step: face('review', 'faces-unsure'),
  },
  'a document whose portrait nobody could compare': {
    act: async (person) => {
      await shown(person)
      person.scripted.script.portrait = undefined
      await showFace(person)
    },
    step: face('review', 'not-compared'),
  },
  'a drawn face, five times': {
    act: async (person) => {
      await shown(person)
      for (let tries = 0; tries < 5; tries += 1) await showFace(person, of(0, { live: 0.01 }))
    },
    step: expect.objectContaining(face('review')),
  },
  'a film that is played round, whose turns are not made when they are asked for, five times': {
    act: (person) => playRound(person, 'turn'),
    step: face('review', 'turn-not-reached'),
  },
  'a film of somebody who comes near and goes away, but not when it is asked for, five times': {
    act: (person) => playRound(person, 'approach'),
    step: face('review', 'turn-not-reached'),
  },
  'a face that comes near and goes away as asked, without a document': {
    act: async (person) => {
      await confirmEmail(person)
      await person.walker.press('document-skip')
      await showFace(person, undefined, { way: 'approach' })
    },
    most: 39,
    step: face('done'),
  },
  'a photograph, or a film whose pictures come again, twice': {
    act: async (person) => {
      await shown(person)
      await showFace(person, again)
      expect(person.walker.seen.title).toMatch(/^Erro: /)
      await showFace(person, again)
    },
    most: 20,
    step: face('rejected', 'spoof-suspected'),
  },
  'a camera that is a program': {
    act: async (person) => {
      await shown(person)
      await showFace(person, undefined, { label: 'OBS Virtual Camera' })
    },
    step: face('review', 'device-denied'),
  },
  'everything left out': {
    act: async ({ walker }) => {
      for (const step of ['email', 'document', 'face']) await walker.press(`${step}-skip`)
    },
    most: 39,
    step: face('skipped', 'given-up'),
  },
  'a document without a face': {
    act: async (person) => {
      await shown(person)
      await person.walker.press('face-skip')
    },
    most: 39,
  },
  'a face without a document': {
    act: async (person) => {
      await confirmEmail(person)
      await person.walker.press('document-skip')
      await showFace(person)
    },
    most: 39,
  },
  'a document that was refused': {
    act: async (person) => {
      await confirmEmail(person)
      await showDocument(person, { cpf: '11144477735', name: 'BRUNO OUTRO' })
    },
    most: 20,
    step: { step: 'aiDocs', outcome: 'rejected', reasons: ['document-refused'] },
  },
  'the front of one document and the back of another': {
    act: async (person) => {
      await confirmEmail(person)
      await showTwoDocuments(person)
      expect(person.walker.seen.title).toMatch(/^Erro: .*Frente/)
      expect(person.walker.seen.text).toContain('os dois lados não são do mesmo documento')
      await person.walker.press('document-review')
      await showFace(person)
    },
    step: { step: 'aiDocs', outcome: 'review', reasons: ['asked-for'] },
    review: 'aiDocs',
  },
  'a mere picture of a face': {
    act: async (person) => {
      await shown(person)
      const { app, scripted, walker, id } = person
      const [picture = Buffer.of()] = faces
      scripted.script.faces = [[makeFace(0)]]
      await put(walker, 'face', picture)
      await walker.open('/c')
      await walker.press('face-review', { sha256: hex(picture) })
      await runEngineTasks(app.deps, id)
      await walker.open('/c')
    },
    step: face('review', 'asked-for'),
  },
  'a phone that says no': {
    fields: phone,
    act: async (person) => {
      await confirmEmail(person)
      await answerPhone(person, 2)
    },
    most: 20,
    step: { step: 'phoneConfirmation', outcome: 'rejected', reasons: ['denied'] },
  },
  'an e-mail that its owner cannot read': {
    act: async (person) => {
      await person.walker.press('email-skip')
      await showDocument(person)
      await showFace(person)
    },
    most: 69,
  },
}
