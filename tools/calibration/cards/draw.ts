// Draws the specimens: several layouts of each kind, after what is public of them. Some are held out: the reader was
// never tuned on them. The words of a layout are its own, and not the reader's.
import encode from 'qr'
import sharp from 'sharp'
import { drawPassport } from './passport.ts'
import { passportOf, type Specimen, zoneOf } from './people.ts'
import {
  blue,
  cardWidth,
  green,
  heading,
  type Ink,
  narrow,
  paper,
  plain,
  sand,
  serif,
  text,
  writer,
} from './ink.ts'

/** What is drawn of it: the fields by the names of the answer, as they should be read. */
export type Layout = {
  readonly name: string
  readonly type: 'RG' | 'CNH' | 'CIN' | 'PASSPORT'
  readonly side: 'front' | 'back'
  readonly isHeldOut: boolean
  readonly height: number
  readonly draw: (person: Specimen) => string
  /** Left, top and width of the portrait. */
  readonly portrait?: readonly [number, number, number]
  readonly fields: (person: Specimen) => Readonly<Record<string, string>>
}

const number = (formatted: string) => formatted.replaceAll(/\D/g, '')
const place = ({ city, state }: Specimen) => `${city} - ${state}`
const whole = (person: Specimen) => ({
  nome: person.name,
  filiacao1: person.parents[0],
  filiacao2: person.parents[1],
  dataNascimento: person.born,
  dataExpedicao: person.issued,
  numeroCPF: person.cpf,
  txtOrgExpedidor: person.body,
  txtUnidadeFederativa: person.state,
  txtNaturalidade: place(person),
})
const ofCnh = (person: Specimen) => ({
  ...whole(person),
  txtRegistroCivil: number(person.register),
})
const ofRg = (person: Specimen) => ({ ...whole(person), txtRegistroCivil: person.register })
const ofCin = (person: Specimen) => ({
  nome: person.name,
  dataNascimento: person.born,
  numeroCPF: person.cpf,
  txtRegistroCivil: person.cpf,
  txtNaturalidade: place(person),
})

function drawCnh(person: Specimen): string {
  const field = writer(plain)
  return paper(
    plain,
    631,
    green,
    heading(34, 19, 'REPÚBLICA FEDERATIVA DO BRASIL') +
      heading(58, 16, 'CARTEIRA NACIONAL DE HABILITAÇÃO') +
      field(75, 94, 'NOME', person.name) +
      field(
        350,
        160,
        'DOC. IDENTIDADE / ÓRG. EMISSOR / UF',
        `${number(person.register)} ${person.body} ${person.state}`,
      ) +
      field(350, 226, 'CPF', person.cpf) +
      field(650, 226, 'DATA NASCIMENTO', person.born) +
      field(350, 292, 'FILIAÇÃO', ...person.parents) +
      field(75, 476, 'Nº REGISTRO', person.licence) +
      field(350, 476, 'VALIDADE', person.expires) +
      field(650, 476, '1ª HABILITAÇÃO', person.issued) +
      field(75, 552, 'LOCAL', place(person)) +
      field(650, 552, 'DATA EMISSÃO', person.issued),
  )
}

function drawRg(person: Specimen): string {
  const field = writer(plain)
  return paper(
    plain,
    690,
    sand,
    heading(36, 20, 'REPÚBLICA FEDERATIVA DO BRASIL') +
      heading(62, 17, 'CARTEIRA DE IDENTIDADE') +
      field(340, 110, 'REGISTRO GERAL', person.register) +
      field(660, 110, 'DATA DE EXPEDIÇÃO', person.issued) +
      field(340, 186, 'NOME', person.name) +
      field(340, 262, 'FILIAÇÃO', ...person.parents) +
      field(340, 366, 'NATURALIDADE', place(person)) +
      field(660, 366, 'DATA NASC.', person.born) +
      field(340, 442, 'CPF', person.cpf) +
      field(660, 442, 'ÓRGÃO EXPEDIDOR/UF', `${person.body}/${person.state}`) +
      heading(640, 14, 'LEI Nº 7.116 DE 29/08/83'),
  )
}

function drawCin(person: Specimen): string {
  const field = writer(narrow)
  return paper(
    narrow,
    631,
    green,
    heading(40, 24, 'REPÚBLICA FEDERATIVA DO BRASIL') +
      heading(68, 17, 'ESTADO - CARTEIRA DE IDENTIDADE / IDENTITY CARD') +
      field(325, 115, 'Nome / Name', person.name) +
      field(325, 190, 'Registro Geral - CPF / Personal Number', person.cpf) +
      field(735, 190, 'Sexo / Sex', person.sex) +
      field(325, 265, 'Data de Nascimento / Date of Birth', person.born) +
      field(735, 265, 'Nacionalidade / Nationality', 'BRA') +
      field(325, 340, 'Naturalidade / Place of Birth', `${person.city}/${person.state}`) +
      field(715, 340, 'Data de Validade / Date of Expiry', person.expires) +
      text([325, 500], [16, '#2b4a3a'], 'Assinatura do Titular / Cardholder Signature'),
  )
}

/** `code` is what its code in two dimensions says. */
export function drawCinBack(
  person: Specimen,
  code = codeOf(person),
  lines = zoneOf(person),
): string {
  const field = writer(narrow)
  const square = encode(code, 'svg')
  const [, view = '0 0 33 33'] = /viewBox="([^"]+)"/.exec(square) ?? []
  const inside = square.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')
  return paper(
    narrow,
    631,
    green,
    field(50, 60, 'Filiação / Filiation', ...person.parents) +
      field(50, 180, 'Órgão Expedidor / Card Issuer', `${person.body}/${person.state}`) +
      field(50, 255, 'Local de Emissão / Place of Issue', `${person.city}/${person.state}`) +
      field(50, 330, 'Data de Emissão / Date of Issue', person.issued) +
      `<rect x="690" y="50" width="260" height="260" fill="#fff"/>` +
      `<svg x="700" y="60" width="240" height="240" viewBox="${view}">${inside}</svg>` +
      `<g font-family="DejaVu Sans Mono">${lines
        .map((line, at) => text([50, 500 + at * 39], [32, '#111'], line))
        .join('')}</g>`,
  )
}

export const codeOf = ({ name, cpf, born }: Specimen): string =>
  JSON.stringify({ cpf: number(cpf), nome: name, nascimento: born })

function drawNewCnh(person: Specimen): string {
  const ink: Ink = { font: 'narrow', label: [14, '#345'], value: [20, '#111'] }
  const field = writer(ink)
  return paper(
    ink,
    631,
    green,
    heading(30, 17, 'REPÚBLICA FEDERATIVA DO BRASIL') +
      heading(52, 15, 'CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE / PERMISO DE CONDUCCIÓN') +
      field(60, 84, '2 e 1 NOME E SOBRENOME', person.name) +
      field(720, 84, '1ª HABILITAÇÃO', person.issued) +
      field(
        330,
        150,
        '3 DATA, LOCAL E UF DE NASCIMENTO',
        `${person.born}, ${person.city}, ${person.state}`,
      ) +
      field(330, 216, '4a DATA EMISSÃO', person.issued) +
      field(560, 216, '4b VALIDADE', person.expires) +
      field(780, 216, 'ACC', 'N') +
      field(
        330,
        282,
        '4c DOC IDENTIDADE / ÓRG EMISSOR / UF',
        `${number(person.register)} ${person.body} ${person.state}`,
      ) +
      field(330, 348, '4d CPF', person.cpf) +
      field(560, 348, '5 Nº REGISTRO', person.licence) +
      field(800, 348, '9 CAT HAB', 'AB') +
      field(330, 414, 'NACIONALIDADE', 'BRASILEIRA') +
      field(330, 480, 'FILIAÇÃO', ...person.parents),
  )
}

function drawOtherCnh(person: Specimen): string {
  const field = writer(serif)
  return paper(
    serif,
    631,
    sand,
    heading(40, 18, 'CARTEIRA NACIONAL DE HABILITAÇÃO') +
      field(60, 100, 'NOME E SOBRENOME', person.name) +
      field(60, 170, 'CPF', person.cpf) +
      field(360, 170, 'DATA DE NASCIMENTO', person.born) +
      field(60, 240, 'FILIAÇÃO', ...person.parents) +
      field(
        60,
        345,
        'DOC. IDENTIDADE / ÓRG. EMISSOR / UF',
        `${number(person.register)} ${person.body}/${person.state}`,
      ) +
      field(60, 415, 'NÚMERO REGISTRO', person.licence) +
      field(360, 415, 'VALIDADE', person.expires) +
      field(60, 485, 'LOCAL', `${person.city}/${person.state}`) +
      field(360, 485, 'DATA EMISSÃO', person.issued),
  )
}

function drawNewRg(person: Specimen): string {
  const field = writer(serif)
  return paper(
    serif,
    690,
    blue,
    heading(34, 20, 'REPÚBLICA FEDERATIVA DO BRASIL') +
      heading(60, 16, 'CARTEIRA DE IDENTIDADE') +
      field(50, 105, 'Nome', person.name) +
      field(50, 180, 'Filiação', ...person.parents) +
      field(50, 295, 'Data de Nascimento', person.born) +
      field(360, 295, 'Naturalidade', place(person)) +
      field(50, 372, 'Registro Geral', person.register) +
      field(360, 372, 'Data de Expedição', person.issued) +
      field(50, 449, 'CPF', person.cpf) +
      field(360, 449, 'Órgão Expedidor', `${person.body} ${person.state}`) +
      heading(650, 14, 'LEI Nº 7.116 DE 29 DE AGOSTO DE 1983'),
  )
}

function drawOtherCin(person: Specimen): string {
  const ink: Ink = { font: 'sans', label: [14, '#333'], value: [20, '#000'] }
  const field = writer(ink)
  return paper(
    ink,
    631,
    blue,
    heading(36, 20, 'REPÚBLICA FEDERATIVA DO BRASIL') +
      heading(60, 15, 'CARTEIRA DE IDENTIDADE / IDENTITY CARD') +
      field(60, 112, 'Nome / Name', person.name) +
      field(60, 182, 'Registro Geral - CPF / Personal Number', person.cpf) +
      field(430, 182, 'Sexo / Sex', person.sex) +
      field(60, 252, 'Data de Nascimento / Date of Birth', person.born) +
      field(430, 252, 'Nacionalidade / Nationality', 'BRA') +
      field(60, 322, 'Naturalidade / Place of Birth', `${person.city}/${person.state}`) +
      field(60, 392, 'Data de Validade / Date of Expiry', person.expires),
  )
}

const fronts = { side: 'front' } as const
export const layouts: readonly Layout[] = [
  { ...fronts, name: 'CNH', type: 'CNH', isHeldOut: false, height: 631, draw: drawCnh, portrait: [75, 145, 238], fields: ofCnh },
  { ...fronts, name: 'RG', type: 'RG', isHeldOut: false, height: 690, draw: drawRg, portrait: [60, 110, 240], fields: ofRg },
  { ...fronts, name: 'CIN', type: 'CIN', isHeldOut: false, height: 631, draw: drawCin, portrait: [55, 120, 235], fields: ofCin },
  {
    name: 'CIN back', type: 'CIN', side: 'back', isHeldOut: false, height: 631,
    draw: (person) => drawCinBack(person),
    fields: ({ parents: [filiacao1, filiacao2], issued, body, state }) =>
      ({ filiacao1, filiacao2, dataExpedicao: issued, txtOrgExpedidor: body, txtUnidadeFederativa: state }),
  },
  { ...fronts, name: 'CNH of 2022', type: 'CNH', isHeldOut: false, height: 631, draw: drawNewCnh, portrait: [60, 150, 235],
    fields: (person) => ofCnh(person) },
  { ...fronts, name: 'CNH, other', type: 'CNH', isHeldOut: true, height: 631, draw: drawOtherCnh, portrait: [700, 150, 235], fields: ofCnh },
  { ...fronts, name: 'RG of 2019', type: 'RG', isHeldOut: true, height: 690, draw: drawNewRg, portrait: [690, 110, 240], fields: ofRg },
  { ...fronts, name: 'CIN, other', type: 'CIN', isHeldOut: true, height: 631, draw: drawOtherCin, portrait: [700, 130, 240], fields: ofCin },
  {
    ...fronts, name: 'passport', type: 'PASSPORT', isHeldOut: true, height: 704, draw: drawPassport, portrait: [55, 150, 235],
    fields: (person) => ({ nome: person.name, dataNascimento: person.born, txtRegistroCivil: passportOf(person) }),
  },
] // prettier-ignore

/** As PNG, with round corners that show what is behind. */
export async function renderCard(
  { draw, portrait, height }: Pick<Layout, 'draw' | 'portrait' | 'height'>,
  person: Specimen,
  holder: Buffer | undefined,
): Promise<Buffer> {
  const base = sharp(Buffer.from(draw(person)), { density: 72 }).resize(cardWidth, height)
  if (!portrait || !holder) return base.png().toBuffer()
  const [left, top, width] = portrait
  const input = await sharp(holder)
    .resize(width, Math.round(width * 1.3), { fit: 'cover', position: 'top' })
    .toBuffer()
  return base.composite([{ input, left, top }]).png().toBuffer()
}
