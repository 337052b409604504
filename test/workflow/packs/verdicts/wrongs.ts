// One thing that is wrong with somebody, among the habits of life.
import type { Step } from './play.ts'
import { makeValue } from './values.ts'

/** What somebody sends and does: fields of the creation, and the steps before, within and behind what all do. */
export type Life = {
  readonly fields: Record<string, unknown>
  readonly device: string
  readonly before: Step[]
  selfies: Step[]
  documents: Step[]
  answers: Step[]
}
export type Wrong = (life: Life) => void

const known =
  (ending: string): Wrong =>
  ({ fields }) =>
    void (fields['document'] = makeValue(`cpf ${ending}`))
const seen =
  (signals: object): Wrong =>
  (life) =>
    void (life.selfies = life.selfies.map((step) => ({ ...step, signals })))
const says =
  (...answers: Step[]): Wrong =>
  (life) =>
    void (life.answers = answers)
const no: Step = { answer: { option: 2 } }
const deny = (of: object): Step => ({ deny: { ...of, role: 'author', action: 'review', evidence: 'own-case' } }) // prettier-ignore

/** Somebody else was taken for genuine with the same phone or document, and the client told what became of it. */
const told =
  (kind: string, shared: 'phone' | 'document'): Wrong =>
  ({ before, fields }) =>
    void before.push(
      { create: shared === 'phone' ? { phone: fields['phone'] } : fields, as: 'fraud' },
      { told: { outcome: 'fraud', kind }, of: 'fraud' },
    )

export const wrongs: Readonly<Record<string, Wrong>> = {
  'a spoof': ({ selfies, device }) =>
    void selfies.unshift(
      { selfie: 'magic-spoof.jpg', device },
      { selfie: 'magic-spoof.jpg', device },
    ),
  'another face': ({ documents }) => void documents.unshift({ document: 'magic-other-face.jpg' }),
  'a refused document': ({ documents }) =>
    void documents.unshift({ document: 'magic-other-cpf.jpg' }),
  'a phone that says no': says(no),
  'a phone that says no, and yes by the other way': says(no, {
    answer: { option: 1 },
    by: 'whatsapp',
  }),
  'a phone of somebody else': says({ answer: { text: 'número errado' } }),
  sanctioned: known('0002'),
  'politically exposed': known('0003'),
  'listed by name': known('0025'),
  debarred: known('0024'),
  unknown: known('0004'),
  dead: known('0016'),
  pending: known('0019'),
  cancelled: known('0020'),
  'another name and birth date': known('0022'),
  'a denied document': ({ before, fields }) =>
    void before.push(deny({ kind: 'document', documentType: 'cpf', document: fields['document'] })),
  'a denied phone': ({ before, fields }) => {
    fields['phone'] = makeValue('mobile 0001')
    before.push(deny({ kind: 'phone', phone: fields['phone'] }))
  },
  'a phone of a fraud': (life) => {
    life.fields['phone'] = makeValue('mobile 0001')
    told('account-takeover', 'phone')(life)
  },
  'a person who cheated before': told('first-party', 'document'),
  'a victim of theft of identity': told('identity-theft', 'document'),
  // Those before it are of the same device: nobody can know at the first.
  'a ring of one device': ({ before, device }) =>
    void before.push(
      ...Array.from({ length: 4 }, (_, at) => [
        { create: {}, as: `ring-${at}` },
        { selfie: 'magic-live.jpg', device, of: `ring-${at}` },
      ]).flat(),
    ),
  'under age': ({ fields }) => void (fields['birthdate'] = 'today - 16 years'),
  'no birth date': ({ fields }) => void (fields['birthdate'] = null),
  'an emulator': seen({ gpu: 'VMware SVGA 3D' }),
  'a program': seen({ webdriver: true }),
  'a virtual camera': seen({ camera: { label: 'OBS Virtual Camera', inputs: 2 } }),
  'a picture without a device': (life) =>
    void (life.selfies = [{ selfie: 'magic-live.jpg', event: 'none' }]),
}

const silent =
  (...selfies: Step[]): Wrong =>
  (life) => {
    life.answers = [{ clock: 'PT25H' }, ...selfies]
    life.selfies = selfies
  }

export const wrongsOfStepUp: Readonly<Record<string, Wrong>> = {
  'a phone that says no': (life) => {
    life.selfies = [no]
    life.answers = [no]
  },
  'a phone of somebody else': (life) => {
    life.answers = [{ answer: { text: 'aqui não é ela, pessoa errada' } }]
    life.selfies = life.answers
  },
  nobody: silent(),
  'a spoof': silent({ selfie: 'magic-spoof.jpg' }, { selfie: 'magic-spoof.jpg' }),
  'a program': silent({ selfie: 'magic-live.jpg', signals: { webdriver: true } }),
  'a picture without a device': silent({ selfie: 'magic-live.jpg', event: 'none' }),
}
