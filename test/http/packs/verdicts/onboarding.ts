// A person: what is missing alone is looked at by somebody, and what is a sign of fraud rejects.
import { makePortrait } from '#test/support/biometrics/engines.ts'
import { citizen, makeSigned } from '#test/support/biometrics/file-issuer.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { revise } from '#test/support/biometrics/signed-pdf.ts'
import { foreignerOf, nextPhone, type Person, personOf } from './people.ts'
import { approved, comeAgain, deny, rejected, review, type Rows, showAll } from './rows.ts'

const without = (name: string) => () => {
  const { [name]: _left, ...fields }: Record<string, unknown> = personOf()
  return fields
}
const show = async (person: Person, signals: object) => {
  await person.showFace({ signals })
  await person.showDocument()
  await person.answerPhone(1)
}
/** Of a face without a challenge nobody knows that it was there. */
const picture = (name: string) => async (person: Person) => {
  await person.showPicture(name)
  await person.showDocument()
  await person.answerPhone(1)
}

const size = { width: 320, height: 240 }
const pictures = [{ bytes: await drawImage(3, size), ...size }]
const genuine = await makeSigned({ pictures })
const showFile = (file: Buffer) => async (person: Person) => {
  await person.showFace()
  await person.showFile(file)
  await person.answerPhone(1)
}

export const onboarding: Rows = {
  'all that is asked': { verdict: approved('document-unproven') },
  'a passport, whose holder no register knows': {
    of: foreignerOf,
    verdict: review('person-unknown'),
  },
  'a document of which pictures alone are known, where the tenant wants more': {
    tenant: 'strict',
    verdict: review('document-unproven'),
  },
  'a document that its issuer signed as a file, where the tenant wants more': {
    tenant: 'strict',
    act: showFile(genuine),
    verdict: approved('all-proven'),
  },
  'a person whom an official base knows, where the tenant wants more': {
    tenant: 'strict',
    of: () => personOf('0028'),
    verdict: approved('all-proven'),
  },
  'a face of which an official base is not sure, where the tenant wants more': {
    tenant: 'strict',
    of: () => personOf('0029'),
    verdict: review('document-unproven'),
  },
  'a face of which an official base is not sure': {
    of: () => personOf('0029'),
    verdict: approved('document-unproven'),
  },
  'another face in an official base': {
    of: () => personOf('0030'),
    verdict: review('official-mismatch'),
  },
  'another face in an official base than that of a signed file': {
    of: () => personOf('0030'),
    act: showFile(genuine),
    verdict: review('official-mismatch'),
  },
  'another name in an official base, where the tenant wants more': {
    tenant: 'strict',
    of: () => personOf('0031'),
    verdict: review('document-unproven'),
  },
  'an official base without a portrait, where the tenant wants more': {
    tenant: 'strict',
    of: () => personOf('0032'),
    verdict: review('document-unproven'),
  },
  'an official base that is down, where the tenant wants more': {
    tenant: 'strict',
    of: () => personOf('0033'),
    verdict: review('document-unproven'),
  },
  'a signed file, while the official base is down': {
    tenant: 'strict',
    of: () => personOf('0033'),
    act: showFile(genuine),
    verdict: approved('all-proven'),
  },
  'a file that was changed after it was signed': {
    act: showFile(revise(genuine, '20 0 obj\n<</Type /Page>>')),
    verdict: review('document-unapproved'),
  },
  'a perfect document that a citizen signed': {
    act: showFile(await makeSigned({ pictures }, citizen)),
    verdict: review('document-unapproved'),
  },
  'no face': {
    act: (person) => person.answerPhone(1),
    later: (person) => person.showDocument(),
    verdict: review('liveness-unproven'),
  },
  'a face of which nothing follows': {
    act: picture('magic-inconclusive'),
    verdict: review('liveness-unproven'),
  },
  'a live face without a challenge': {
    act: picture('magic-live'),
    verdict: review('liveness-unproven'),
  },
  'a spoof, twice': {
    act: async (person) => {
      await person.showPicture('magic-spoof')
      await person.showPicture('magic-spoof', 1)
    },
    verdict: rejected('spoof-suspected'),
  },
  'a camera that is a program': {
    act: (person) => show(person, { camera: { label: 'OBS Virtual Camera', inputs: 2 } }),
    verdict: review('liveness-unproven'),
  },
  'a virtual machine': {
    act: (person) => show(person, { gpu: 'VMware SVGA 3D' }),
    verdict: review('device-alert'),
  },
  'no document': {
    act: async (person) => {
      await person.showFace()
      await person.answerPhone(1)
    },
    verdict: review('document-unapproved'),
  },
  'a document that nobody can read': {
    act: async (person) => {
      await person.showFace()
      await person.showDocument('magic-inconclusive')
      await person.answerPhone(1)
    },
    verdict: review('document-unapproved'),
  },
  'a document with another number': {
    act: async (person) => {
      await person.showFace()
      await person.showDocument('magic-other-cpf')
      await person.answerPhone(1)
    },
    verdict: rejected('document-refused'),
  },
  "somebody else's document": {
    act: async (person) => {
      await person.showFace()
      await person.showDocument('image', makePortrait(1))
      await person.answerPhone(1)
    },
    verdict: rejected('document-refused'),
  },
  "another face before the camera than the document's": {
    act: async (person) => {
      await person.showFace()
      await person.showDocument()
      await person.showFace({ person: 1 })
      await person.compareFaces()
      await person.answerPhone(1)
    },
    verdict: rejected('face-mismatch'),
  },
  'a face that nobody could compare': {
    act: async (person) => {
      await person.showDocument()
      await person.showFace({ isSeen: false })
      await person.answerPhone(1)
    },
    verdict: review('face-unmatched'),
  },
  'no phone': {
    of: without('phone'),
    act: async (person) => {
      await person.showFace()
      await person.showDocument()
    },
    verdict: review('phone-absent'),
  },
  'no phone, where the tenant does without': {
    of: without('phone'),
    tenant: 'lenient',
    act: async (person) => {
      await person.showFace()
      await person.showDocument()
    },
    verdict: approved('document-unproven'),
  },
  'a phone that nobody has asked': {
    act: async (person) => {
      await person.showFace()
      await person.showDocument()
    },
    verdict: review('phone-unasked'),
  },
  'a phone that says nothing': {
    act: async (person) => {
      await person.showFace()
      await person.showDocument()
      await person.askPhone()
    },
    verdict: review('phone-unconfirmed'),
  },
  'a phone that says nothing, where the tenant does without one that was not asked': {
    tenant: 'lenient',
    act: async (person) => {
      await person.showFace()
      await person.showDocument()
      await person.askPhone()
    },
    verdict: review('phone-unconfirmed'),
  },
  'a phone that says no': {
    act: async (person) => {
      await person.showFace()
      await person.showDocument()
      await person.answerPhone(2)
    },
    verdict: review('denied'),
  },
  'a person whom the register does not know': {
    of: () => personOf('0004'),
    verdict: review('person-unknown'),
  },
  'a register that refuses our access': {
    of: () => personOf('0011'),
    verdict: review('person-unknown'),
  },
  'a register that says nothing of what was asked': {
    of: () => personOf('0018'),
    verdict: review('person-unknown'),
  },
  'a number that is pending': { of: () => personOf('0019'), verdict: review('person-irregular') },
  'a number that is cancelled': { of: () => personOf('0020'), verdict: review('person-irregular') },
  'a person who has died': { of: () => personOf('0016'), verdict: rejected('person-dead') },
  'another name and birth date in the register': {
    of: () => personOf('0022'),
    verdict: review('name-differs'),
  },
  'no birth date': { of: without('birthdate'), verdict: review('birthdate-differs') },
  'lists that are ten days old': { of: () => personOf('0026'), verdict: review('lists-unasked') },
  'an entry on a list of sanctions': { of: () => personOf('0002'), verdict: review('listed') },
  'an entry on a list of sanctions, by a name alone': {
    of: () => personOf('0025'),
    verdict: review('listed'),
  },
  'somebody politically exposed': { of: () => personOf('0003'), verdict: review('listed') },
  'a deny entry': {
    act: async (person, app) => {
      await deny(person, app)
      await showAll(person)
    },
    verdict: review('denied-entry'),
  },
  'a deny entry that rejects': {
    act: async (person, app) => {
      await deny(person, app, { action: 'reject' })
      await showAll(person)
    },
    verdict: rejected('denied-entry'),
  },
  'a victim of fraud': {
    act: async (person, app) => {
      await deny(person, app, { role: 'victim' })
      await showAll(person)
    },
    verdict: review('victim'),
  },
  'a document that comes again and again': {
    of: () => personOf('0027'),
    act: async (person, app) => {
      await comeAgain(person, app)
      await showAll(person)
    },
    verdict: review('velocity-alert'),
  },
  'a poor score: an address to be thrown away, many phones, some that cannot be': {
    of: () => ({
      ...personOf(),
      email: 'ana@mailinator.com',
      phones: [
        nextPhone(),
        nextPhone(),
        { countryCode: 55, areaCode: 20, number: 999_999_999 },
        { countryCode: 55, areaCode: 11, number: 123 },
      ],
      address: { zipCode: '01310-998', state: 'RJ', city: 'Rio de Janeiro' },
    }),
    verdict: review('score-low'),
  },
}
