// What two official bases may say of a person in live, and what comes of it: nobody is approved whom they do not prove,
// and nobody who is proven otherwise suffers from what they cannot see.
import { citizen, makeSigned } from '#test/support/biometrics/file-issuer.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { agreed } from '#test/support/vendors/datavalid.ts'
import type { CheckVendorAnswer } from '#test/support/vendors/check-server.ts'
import type { Person } from './people.ts'
import { approved, review } from './rows.ts'

/** Of a selfie that a source takes. */
const size = { width: 320, height: 400 }
/** Of another selfie. */
export const otherSize = { width: 330, height: 400 }
const small = { width: 320, height: 240 }
const pictures = [{ bytes: await drawImage(3, small), ...small }]
const genuine = await makeSigned({ pictures })
const forged = await makeSigned({ pictures }, citizen)

const said = (body: object): CheckVendorAnswer => ({ status: 200, body })
const refused = (code: string, status = 422): CheckVendorAnswer => ({ status, body: { code } })
const face = (changed: object) =>
  said({ ...agreed, biometria_facial: { ...agreed.biometria_facial, ...changed } })

const agrees = said(agreed)
const doubtful = face({ similaridade: 0.61 })
const another = face({ similaridade: 0.001 })
const differs = said({ ...agreed, rfb: { ...agreed.rfb, nome: false } })
const down = refused('DV300', 503)
const noPortrait = refused('DV040')
const noFace = said({ ...agreed, biometria_facial: { disponivel: false } })

export type OfficialRow = {
  /** Without one it has nobody. */
  readonly first?: CheckVendorAnswer
  readonly second?: CheckVendorAnswer
  readonly noConsent?: true
  /** A module fails or waits, and is tried again later: in the sandbox, where time can be moved. */
  readonly fails?: true
  readonly act?: (person: Person) => Promise<void>
  readonly tenant?: 'live' | 'lenient'
  readonly verdict: readonly [string, string?]
}

const showing = (document: (person: Person) => Promise<void>) => async (person: Person) => {
  await person.showFace({ size })
  await document(person)
  await person.answerPhone(1)
}
export const showCard = showing((person) => person.showDocument())
export const showFile = showing((person) => person.showFile(genuine))

const unproven = review('document-unproven')
const proven = approved('all-proven')

/** Nobody of these is approved. */
const never: Readonly<Record<string, OfficialRow>> = {
  'a face of which it is not sure': { first: doubtful, verdict: unproven },
  'another name': { first: differs, verdict: unproven },
  'nobody in either base': { verdict: unproven },
  'no portrait in either base': { first: noPortrait, second: noPortrait, verdict: unproven },
  'a selfie that is real, and somebody else': { first: another, verdict: review('official-mismatch') },
  'a selfie that is the same, and not real': { first: face({ vivacidade: 'FALSO', similaridade: 0.99 }), verdict: unproven },
  'both bases down': { first: down, second: down, fails: true, verdict: unproven },
  'an answer about another number': { first: said({ ...agreed, cpf: '11144477735' }), fails: true, verdict: unproven },
  'a first that saw nothing and a second that has another face': { second: another, verdict: review('official-mismatch') },
  'a first without a portrait and a second that has another name': { first: noFace, second: differs, verdict: unproven },
  'a minor': { first: refused('DV001'), verdict: unproven },
  'an answer that cannot be mapped': { first: said({ status: 'OK' }), fails: true, verdict: unproven },
  'a face alone, and not a field': { first: said({ cnh_existe: true, biometria_facial: agreed.biometria_facial }), verdict: unproven },
  'a face and a name alone': { first: said({ ...agreed, rfb: { nome: true }, cnh: {} }), verdict: unproven },
  'another face, where the tenant lets pictures pass': { first: another, tenant: 'lenient', verdict: review('official-mismatch') },
  'another face, and a signed file': { first: another, act: showFile, verdict: review('official-mismatch') },
  'agreement about a file that a citizen signed': { first: agrees, fails: true, act: showing((person) => person.showFile(forged)), verdict: review('document-unapproved') },
} // prettier-ignore

/** All of these are. */
const genuinely: Readonly<Record<string, OfficialRow>> = {
  'a card, and a base that agrees': { first: agrees, verdict: proven },
  'a signed file, and nobody in either base': { act: showFile, verdict: proven },
  'a signed file, and an old portrait': { first: doubtful, act: showFile, verdict: proven },
  'a signed file, and no portrait': { first: noPortrait, act: showFile, verdict: proven },
  'a signed file, and a name from before the wedding': { first: differs, act: showFile, verdict: proven },
  'a signed file, while the bases are down': { first: down, second: down, fails: true, act: showFile, verdict: proven },
  'a signed file, and an answer that cannot be mapped': { first: said({}), fails: true, act: showFile, verdict: proven },
  'a signed file, and a picture that the base does not take': { first: refused('DV045'), fails: true, act: showFile, verdict: proven },
  'a signed file, and no consent': { noConsent: true, act: showFile, verdict: proven },
  'a first that is down': { first: refused('DV150'), second: agrees, fails: true, verdict: proven },
  'a first that has nobody': { second: agrees, verdict: proven },
  'a first without a portrait': { first: noPortrait, second: agrees, verdict: proven },
  'a first without fields, and a second without a portrait': { first: said({ cnh_existe: true, biometria_facial: agreed.biometria_facial }), second: noFace, verdict: proven },
  'parents whom nobody has': { first: said({ ...agreed, rfb: { nome: true, data_nascimento: true } }), verdict: proven },
  'an old portrait, where the tenant lets pictures pass': { first: doubtful, tenant: 'lenient', verdict: approved('document-unproven') },
} // prettier-ignore

export const official = { ...never, ...genuinely }
