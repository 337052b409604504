// People as they are, drawn by a seed: each with habits of life at their rates, and three in ten with one thing wrong.
import { type Chance, createChance } from '#test/load/chance.ts'
import type { Step } from './play.ts'
import { makeValue } from './values.ts'
import { type Life, type Wrong, wrongs, wrongsOfStepUp } from './wrongs.ts'

export type Drawn = {
  readonly pack: 'onboarding' | 'step-up'
  /** Undefined for who is genuine. */
  readonly wrong?: string
  readonly habits: readonly string[]
  readonly steps: readonly Step[]
}

const names = ['Ana', 'José', 'João', 'Antônia', 'Mateus', 'Íris', 'Lucas', 'Márcia'] as const
const surnames = ['da Conceição', 'Prado', 'Assunção', 'Teles', 'Brandão', 'de Sá', 'Lima'] as const

/** `share`: how many of a hundred do it. */
type Habit = {
  readonly share: number
  readonly live: (life: Life, chance: Chance, home: Home) => void
}
/** What the household before has in common, so that the next may be of it. */
type Home = { phone: unknown; email: unknown; device: string }

const yes: Step = { answer: { option: 1 } }
const live = (device: string): Step => ({ selfie: 'magic-live.jpg', device })
const again = (count: number, step: Step) => Array.from({ length: count }, () => step)

/** Before what is wrong. */
const homes: Readonly<Record<string, Habit>> = {
  "a family's phone": {
    share: 10,
    live: ({ fields }, _, { phone }) => void (fields['phone'] = phone),
  },
  "a couple's address": {
    share: 8,
    live: ({ fields }, _, { email }) => void (fields['email'] = email),
  },
}

/** Behind what is wrong. */
const habits: Readonly<Record<string, Habit>> = {
  'dark selfies': {
    share: 20,
    live: ({ selfies, device }, chance) =>
      void selfies.unshift(
        ...again(chance.between(1, 2), { selfie: 'magic-inconclusive.jpg', device }),
      ),
  },
  'blurred documents': {
    share: 15,
    live: ({ documents }, chance) =>
      void documents.unshift(
        ...again(chance.between(1, 2), { document: 'magic-inconclusive.jpg' }),
      ),
  },
  'creations repeated': {
    share: 10,
    live: ({ before, fields }, chance) =>
      void before.push(...again(chance.between(1, 2), { create: fields, as: 'before' })),
  },
  'tries given up': {
    share: 8,
    live: ({ before, fields, device }) =>
      void before.push({ create: fields, as: 'left' }, { ...live(device), of: 'left' }),
  },
  'a birth date mended': {
    share: 5,
    live: ({ before, fields }) =>
      void before.unshift({ create: { ...fields, birthdate: 'today - 44 years' }, as: 'typed' }),
  },
  'a nickname mended': {
    share: 3,
    live: ({ before, fields }) =>
      void before.unshift({ create: { ...fields, name: 'Bia Prado Lima' }, as: 'called' }),
  },
  'words for an answer': {
    share: 25,
    live: (life, chance) =>
      void (life.answers = life.answers.map((step) =>
        step === yes
          ? { answer: { text: chance.pick(['sim', 'Sim, fui eu', 'SIM!', 'sou eu sim']) } }
          : step,
      )),
  },
  'an answer by WhatsApp': {
    share: 25,
    live: ({ answers }) => {
      const [only, ...others] = answers
      if (only?.answer && others.length === 0) answers[0] = { ...only, by: 'whatsapp' }
    },
  },
}

/** The same people for the same seed, but for their numbers. */
export function drawPeople(count: number, seed: number): Drawn[] {
  const home: Home = drawHome()
  const tried = { onboarding: Object.entries(wrongs), 'step-up': Object.entries(wrongsOfStepUp) }
  return Array.from({ length: count }, (_, place) => {
    const chance = createChance(seed, place)
    if (chance.percent(70)) Object.assign(home, drawHome())
    const pack = chance.percent(33) ? 'step-up' : 'onboarding'
    // One after the other, so that nothing that is wrong is left out.
    const wrong = chance.percent(30) ? tried[pack].shift() : undefined
    if (wrong) tried[pack].push(wrong)
    return drawPerson(chance, home, { pack, wrong })
  })
}

const drawHome = (): Home => ({
  phone: makeValue('mobile 0001'),
  email: makeValue('address'),
  device: String(makeValue('device')),
})

type Kind = { readonly pack: Drawn['pack']; readonly wrong: readonly [string, Wrong] | undefined }

function drawPerson(chance: Chance, home: Home, { pack, wrong }: Kind): Drawn {
  const device = chance.percent(8) ? home.device : String(makeValue('device'))
  const fields = {
    document: makeValue('cpf 0027'),
    name: `${chance.pick(names)} ${chance.pick(surnames)} ${chance.pick(surnames)}`,
    birthdate: `today - ${chance.between(19, 90)} years - ${chance.between(1, 300)} days`,
    phone: makeValue('mobile 0001'),
    email: makeValue('address'),
  }
  const life: Life = {
    fields,
    device,
    before: [],
    selfies: [live(device)],
    documents: [{ document: 'magic-approved.jpg' }],
    answers: [yes],
  }
  const draw = (of: typeof habits) => Object.entries(of).filter(([, { share }]) => chance.percent(share)) // prettier-ignore
  const had = [draw(homes), draw(habits)] as const
  for (const [, { live: has }] of had[0]) has(life, chance, home)
  wrong?.[1](life)
  for (const [, { live: has }] of had[1]) has(life, chance, home)
  return {
    pack,
    ...(wrong && { wrong: wrong[0] }),
    habits: had.flat().map(([name]) => name),
    steps: pack === 'onboarding' ? onboard(life, chance) : stepUp(life, chance),
  }
}

/** In any order, and some look in between. */
function onboard({ before, fields, selfies, documents, answers }: Life, chance: Chance): Step[] {
  const parts = [selfies, documents, answers]
  if (chance.percent(50)) parts.reverse()
  const looksIn = chance.percent(40)
  const look: Step[] = looksIn ? [{ query: 'onboarding', wait: 0 }] : []
  const acts = parts.flatMap((steps) => [...steps, ...look])
  return [...before, { create: fields }, ...acts, { query: 'onboarding' }]
}

/** By the phone; some have paid before that day, and some have lost it and show their face, a day later. */
function stepUp({ before, fields, selfies, documents, answers }: Life, chance: Chance): Step[] {
  const paid = again(chance.percent(30) ? chance.between(1, 3) : 0, { create: fields, as: 'paid' })
  const begun: Step[] = [...before, ...paid, { create: fields }]
  const end: Step = { query: 'step-up' }
  const start: Step = { start: 'step-up' }
  if (chance.percent(70)) return [...begun, start, ...answers, end]
  return [...begun, ...documents, start, { clock: 'PT25H' }, ...selfies, end]
}
