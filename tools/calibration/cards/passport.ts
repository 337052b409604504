// Draws the page of a passport that has the picture (ICAO Doc 9303, part 4).
import { blue, heading, type Ink, paper, text, writer } from './ink.ts'
import { passportOf, passportZoneOf, type Specimen } from './people.ts'

/** Its zone is all that is believed of it. */
export function drawPassport(person: Specimen): string {
  const ink: Ink = { font: 'sans', label: [13, '#345'], value: [21, '#111'] }
  const field = writer(ink)
  const words = person.name.split(' ')
  return paper(
    ink,
    704,
    blue,
    heading(36, 20, 'REPÚBLICA FEDERATIVA DO BRASIL') +
      field(60, 70, 'TIPO / TYPE', 'P') +
      field(330, 70, 'PAÍS EMISSOR / ISSUING COUNTRY', 'BRA') +
      field(700, 70, 'PASSAPORTE Nº / PASSPORT No.', passportOf(person)) +
      field(330, 140, 'SOBRENOME / SURNAME', words.at(-1) ?? '') +
      field(330, 204, 'NOME / GIVEN NAMES', words.slice(0, -1).join(' ')) +
      field(330, 268, 'NACIONALIDADE / NATIONALITY', 'BRASILEIRO(A)') +
      field(330, 332, 'DATA DE NASCIMENTO / DATE OF BIRTH', person.born) +
      field(760, 332, 'SEXO / SEX', person.sex) +
      field(330, 396, 'NATURALIDADE / PLACE OF BIRTH', `${person.city}/${person.state}`) +
      field(330, 460, 'DATA DE EXPEDIÇÃO / DATE OF ISSUE', person.issued) +
      field(760, 460, 'VÁLIDO ATÉ / DATE OF EXPIRY', person.expires) +
      `<g font-family="DejaVu Sans Mono">${passportZoneOf(person)
        .map((line, at) => text([50, 615 + at * 45], [34, '#111'], line))
        .join('')}</g>`,
  )
}
