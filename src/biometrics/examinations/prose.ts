// Writes the tables of codes and magic names for the descriptions of operations.
import { deviceRules } from '#src/biometrics/devices/catalogue.ts'
import { documentAlerts } from '#src/journey/facts/vocabulary/words.ts'
import { magicNames } from './magic.ts'

const alertProse: Record<(typeof documentAlerts)[number], string> = {
  CPF_MISMATCH:
    "another CPF than the transaction's: `Reprovado` when the name or the birth date is another too, else `Inconclusivo`",
  PORTRAIT_MISMATCH:
    'not the face of the selfie: `Reprovado` when the portrait was taken as an adult and less than 15 years ago, else `Inconclusivo`',
  DOCUMENT_EXPIRED: '`Inconclusivo`; a CNH identifies nevertheless',
  UNKNOWN_DOCUMENT: '`Inconclusivo`',
  NAME_MISMATCH: '`Inconclusivo`',
  NO_PORTRAIT: 'no face on the card: `Inconclusivo`',
  LOW_CONFIDENCE:
    'little was read, or unsurely; neither number nor name says that it is the transaction’s; or until when it is valid was not read of a kind that has to be: `Inconclusivo`',
  NOT_A_CARD: 'the paper is plain, as of a typed page: `Inconclusivo`',
  OTHER_FACE: 'another large face beside the portrait: `Inconclusivo`',
  SIDES_DIFFER: 'the other side that came is of another kind, or says otherwise: `Inconclusivo`',
  SIDE_MISSING: 'the front, or the back of a kind that has one, has not come: `Inconclusivo`',
  CPF_UNREAD: 'no CPF with valid check digits was read: `Inconclusivo`',
  BIRTHDATE_MISMATCH: '`Inconclusivo`',
  MOTHER_MISMATCH: "neither parent is the transaction's `mothersName`: `Inconclusivo`",
  MRZ_MISMATCH:
    'the machine-readable zone says otherwise than the print: `Reprovado` in two values (number, name, birth, expiry), `Inconclusivo` in one',
  MRZ_UNREAD:
    'a PASSPORT or CRNM without a zone whose check digits hold (ICAO 9303), or any document with one whose do not: `Inconclusivo`',
  PORTRAIT_REVIEW: 'the faces are neither alike nor unlike enough: `Inconclusivo`',
  CODE_MISMATCH:
    'a code in two dimensions says otherwise than the print: `Reprovado` in two values, `Inconclusivo` in one',
  NUMBER_INVALID: 'the check digits of the number of a CNH do not hold: `Inconclusivo`',
  PHOTOCOPY: 'the front has no colours: `Inconclusivo`',
  TOO_DARK: 'too dark for paper and colours to be judged: `Inconclusivo`',
  FILE_ALTERED:
    'a file that bears the signature of an issuer, and is not what was signed: `Inconclusivo`; it is to be exported anew',
  FILE_UNPROVEN:
    'a file that no issuer is known to have signed, or in which no document was read: `Inconclusivo`; photographs are to be sent',
  FORGERY_SUSPECTED:
    'an engine of your own says that a copy or a screen was photographed, or that the document was changed: `Inconclusivo`',
  NUMBER_MISMATCH:
    'a passport of another number or country than the transaction’s: `Reprovado` when the name or the birth date is another too, else `Inconclusivo`',
}

const rules = deviceRules
  .map(
    ({ code, details, weight, hard }) =>
      `| ${code} | ${details} | ${weight}${hard ? ', hard' : ''} |`,
  )
  .join('\n')

const magic = Object.entries(magicNames)
  .map(([name, effect]) => `| \`${name}.*\` | ${effect} |`)
  .join('\n')

export const livenessCodesTable = `\`livenessStatus\`: 0 inconclusive, 1 live, 2 spoof suspected, 3 no face, 4 several faces. Without a challenge (\`POST …/facial-biometrics/challenge\`) it is 0 at best: passive signs prove nobody alive.

\`securityCheck\`: 0 not made (no readable event), 1 passed, 2 suspicious, 3 failed.

\`device.status\`: 0 not analysed (no event, or an empty one), 1 ok, 2 attention, 3 deny (one that cannot be read, too). \`device.score\` is 1000 less the weights of the rules that fired; \`scoreClassification\` is 3 when a hard rule fired or the score is below 500, 2 below 800, else 1. A rule's \`status\` is 0 when it was not evaluated (the device does not say), 1 passed, 2 fired.

| code | fires when | weight |
|---|---|---|
${rules}`

export const magicTable = `In the sandbox the engines are the real ones, and the name of a file (in a form, or as \`data:image/jpeg;name=…;base64,\`) can ask for an outcome:

| file | outcome |
|---|---|
${magic}`

const alerts = documentAlerts
  .map((code, at) => `| ${at + 1} | \`${code}\` | ${alertProse[code]} |`)
  .join('\n')

export const alertsTable = `\`Aprovado\` takes a rank of 75 and no alert, but that an expired CNH still identifies. A picture alone proves no authenticity: \`assurance\` says so.

| sub-status | alert | result |
|---|---|---|
${alerts}`
