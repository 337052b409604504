// The check-in of the guide (docs/guide/products.md): a guest with a passport of another country.
import { makePortrait } from '#test/support/biometrics/engines.ts'
import { foreignerOf, type Person, personOf } from './people.ts'
import { approved, rejected, review, type Rows } from './rows.ts'

let guests = 0
/** Of a number of which the sandbox knows nothing bad: its last four are no magic ones. */
const guest =
  (more: object = {}) =>
  () => ({ ...foreignerOf(), document: `HG${91_000 + guests++}`, ...more })
const show = async (person: Person) => {
  await person.showFace()
  await person.showDocument()
}
/** A face, and then documents of these names. */
const documents =
  (...names: string[]) =>
  async (person: Person) => {
    await person.showFace()
    for (const name of names) await person.showDocument(name)
  }

export const hotel: Rows = {
  'a guest from Portugal': { of: guest(), act: show, verdict: approved('checked-in') },
  'a guest with a passport of Brazil': {
    of: guest({ documentCountry: 'BRA' }),
    act: show,
    verdict: approved('checked-in'),
  },
  'the passport first': {
    of: guest(),
    act: async (person) => {
      await person.showDocument()
      await person.showFace()
    },
    verdict: approved('checked-in'),
  },
  'the passport at the second look': {
    of: guest(),
    act: documents('magic-inconclusive', 'image'),
    verdict: approved('checked-in'),
  },
  "another birth date than the passport's": { of: guest({ birthdate: '2000-01-01' }), act: show, verdict: review('passport-unread') }, // prettier-ignore
  'a CPF': { of: personOf, act: show, verdict: review('no-passport') },
  'a guest of nine years': { of: guest({ birthdate: '2017-01-01' }), act: show, verdict: review('minor') }, // prettier-ignore
  'without a birth date': { of: guest({ birthdate: undefined }), act: show, verdict: review('minor') }, // prettier-ignore
  'on a list of sanctions': { of: guest({ document: 'HX930002' }), act: show, verdict: review('sanctioned') }, // prettier-ignore
  'lists that nobody could ask': { of: guest({ document: 'HX930011' }), act: show, verdict: review('sanctioned') }, // prettier-ignore
  'a passport of another number': {
    of: guest(),
    act: documents('magic-other-cpf'),
    verdict: rejected('passport-refused'),
  },
  'a passport that nobody can read': {
    of: guest(),
    act: documents('magic-inconclusive', 'magic-inconclusive', 'magic-inconclusive'),
    verdict: review('passport-unread'),
  },
  "somebody else's passport": {
    of: guest(),
    act: async (person) => {
      await person.showFace()
      await person.showDocument('image', makePortrait(1))
    },
    verdict: rejected('other-face'),
  },
  'no passport': {
    of: guest(),
    act: (person) => person.showFace(),
    verdict: review('passport-unread'),
  },
  'no face': {
    of: guest(),
    act: (person) => person.showDocument(),
    verdict: review('face-unproven'),
  },
  'a picture of a face': {
    of: guest(),
    act: async (person) => {
      await person.showPicture('magic-live')
      await person.showDocument()
    },
    verdict: review('face-unproven'),
  },
  'a camera that is a program': {
    of: guest(),
    act: async (person) => {
      await person.showFace({ signals: { camera: { label: 'OBS Virtual Camera', inputs: 2 } } })
      await person.showDocument()
    },
    verdict: review('face-unproven'),
  },
}
