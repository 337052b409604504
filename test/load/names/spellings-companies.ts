// Pairs of spellings of one company name, by the kind of difference, as clients, registers and lists write them.
import type { Chance } from '#test/load/chance.ts'
import { drawOwn } from './brazil.ts'
import type { DrawPair } from './spellings-people.ts'
import { oneOf, rareSurname } from './words.ts'

const activity = oneOf(
  'TRANSPORTES COMERCIO SERVICOS ENGENHARIA ALIMENTOS TECNOLOGIA CONSULTORIA MOVEIS DISTRIBUIDORA',
)
const own = (chance: Chance): string => drawOwn(chance).toUpperCase()
const firm = (chance: Chance): string => `${own(chance)} ${activity(chance)}`
const foreignFirm = (chance: Chance): string =>
  `${rareSurname(chance).toUpperCase()} ${chance.pick(['TRADING', 'SHIPPING', 'PETROLEUM', 'HOLDING'])}`

const of =
  (draw: (chance: Chance) => string, change: (name: string, chance: Chance) => string): DrawPair =>
  (chance) => {
    const name = draw(chance)
    return [name, change(name, chance)]
  }

const letters = oneOf('A B C D E F G H I J K L M N O P Q R S T U V X Z')
const run = (chance: Chance): string[] =>
  Array.from({ length: chance.between(2, 4) }, () => letters(chance))

const written = [
  ['LTDA', 'LIMITADA', 'L.T.D.A.', 'Ltda.', 'SOCIEDADE LIMITADA'], ['S.A.', 'SA', 'S/A', 'S A', 'SOCIEDADE ANONIMA'],
  ['EIRELI', 'E.I.R.E.L.I.'], ['LTDA ME', 'LTDA - ME', 'LTDA M.E.'], ['LTDA EPP', 'LTDA - E.P.P.'],
] as const // prettier-ignore
const writtenAbroad = [
  ['GMBH', 'G.m.b.H.', 'Gesellschaft mit beschränkter Haftung'], ['LLC', 'L.L.C.', 'LIMITED LIABILITY COMPANY'], ['LTD', 'LIMITED', 'Ltd.'],
  ['CO., LTD.', 'COMPANY LIMITED', 'CO LTD'], ['JSC', 'J.S.C.', 'JOINT STOCK COMPANY'], ['S.R.L.', 'SRL', 'SOCIETA A RESPONSABILITA LIMITATA'],
  ['PLC', 'p.l.c.', 'PUBLIC LIMITED COMPANY'], ['SARL', 'S.A.R.L.', 'SOCIETE A RESPONSABILITE LIMITEE'], ['B.V.', 'BV', 'BESLOTEN VENNOOTSCHAP'],
  ['SP. Z O.O.', 'SP ZOO', 'SPOLKA Z OGRANICZONA ODPOWIEDZIALNOSCIA'], ['D.O.O.', 'DOO'], ['INC.', 'INCORPORATED'], ['CORP.', 'CORPORATION'],
  ['OOO', 'OBSHCHESTVO S OGRANICHENNOY OTVETSTVENNOSTYU'], ['S.A. DE C.V.', 'SA DE CV', 'SOCIEDAD ANONIMA DE CAPITAL VARIABLE'],
] as const // prettier-ignore
const allForms = [...written, ...writtenAbroad].flat()

const row = (rows: readonly (readonly string[])[], chance: Chance) =>
  rows[chance.between(0, rows.length - 1)] ?? []
const one = (words: readonly string[], chance: Chance) =>
  words[chance.between(0, words.length - 1)] ?? ''

function formsOf(
  draw: (chance: Chance) => string,
  rows: typeof written | typeof writtenAbroad,
): DrawPair {
  return (chance) => {
    const [name, forms] = [draw(chance), row(rows, chance)]
    return [`${name} ${one(forms, chance)}`, `${name} ${one(forms, chance)}`]
  }
}

export const spellingsOfCompanies: Readonly<Record<string, DrawPair>> = {
  'letter case and blanks': of(firm, (name) => ` ${name.toLowerCase().replaceAll(' ', '  ')} ltda`),
  accents: of(firm, (name) => name.replaceAll('CAO', 'ÇÃO').replaceAll('A', 'Á').replaceAll('E', 'Ê')),
  'letters with points': (chance) => {
    const [some, does] = [run(chance), activity(chance)]
    return [`${some.join('.')}. ${does}`, `${some.join('')} ${does} LTDA`]
  },
  'letters with blanks': (chance) => {
    const [some, does] = [run(chance), activity(chance)]
    return [`${some.join(' ')} ${does}`, `${some.join('')} ${does} LTDA`]
  },
  'points and blanks': (chance) => {
    const [some, does] = [run(chance), own(chance)]
    return [`${some.join('. ')}. ${does}`, `${some.join(' ')} ${does} LTDA`]
  },
  'and as a sign': of((chance) => `${rareSurname(chance)} & ${rareSurname(chance)} ${activity(chance)}`, (name) => name.replace('&', 'E')), // prettier-ignore
  'particles left out': of(
    (chance) => `${activity(chance)} DE ${activity(chance)} DO ${own(chance)} DA ${rareSurname(chance)}`,
    (name) => name.replaceAll(/ (?:DE|DO|DA)(?= )/g, ''),
  ),
  'legal forms of Brazil': formsOf(firm, written),
  'legal forms of the world': formsOf(foreignFirm, writtenAbroad),
  'no legal form': of(firm, (name, chance) => `${name} ${one(allForms, chance)}`),
  'another legal form': (chance) => {
    const name = foreignFirm(chance)
    return [`${name} ${one(allForms, chance)}`, `${name} ${one(allForms, chance)}`]
  },
  'form before the name': of(foreignFirm, (name, chance) => {
    const form = chance.pick(['JSC', 'OOO', 'OAO', 'LLC', 'LIMITED LIABILITY COMPANY', 'AO', 'PT', 'ZAO', 'PJSC', 'PUBLIC JOINT STOCK COMPANY']) // prettier-ignore
    return `${form} ${name}`
  }),
  'form run together': of(foreignFirm, (name, chance) => `${chance.pick(['JSC', 'OOO', 'LLC', 'PJSC', 'OJSC'])}${name}`),
  'activities written short': of(
    (chance) => `${own(chance)} COMERCIO E INDUSTRIA DE DISTRIBUICAO DE ALIMENTOS LTDA`,
    (name) => name.replace('COMERCIO', 'COM.').replace('INDUSTRIA', 'IND.').replace('DISTRIBUICAO', 'DISTR.').replace('ALIMENTOS', 'ALIM.'), // prettier-ignore
  ),
  'singular and plural': of(
    (chance) => `${own(chance)} SERVICOS E TRANSPORTES`,
    (name) => name.replace('SERVICOS', 'SERVICO').replace('TRANSPORTES', 'TRANSPORTE'),
  ),
  'activities in another order': of(
    (chance) => `${rareSurname(chance)} COMERCIO E INDUSTRIA LTDA`,
    (name) => `INDUSTRIA E COMERCIO ${name.split(' ')[0]} LTDA`,
  ),
  'numbers as words': of(
    (chance) => `POSTO ${chance.pick(['DOIS', 'TRES', 'QUATRO', 'CINCO', 'SETE', 'DEZ'])} ${rareSurname(chance)}`,
    (name) => name.replace('DOIS', '2').replace('TRES', '3').replace('QUATRO', '4').replace('CINCO', '5').replace('SETE', '7').replace('DEZ', '10'), // prettier-ignore
  ),
  'Roman numbers': of(
    (chance) => `${rareSurname(chance)} ${chance.pick(['II', 'III', 'IV', 'VI', 'IX', 'XI', 'XXI'])} SPE LTDA`,
    (name) => name.replace(/\b([IVX]+)\b/, (roman) => ({ II: '2', III: '3', IV: '4', VI: '6', IX: '9', XI: '11', XXI: '21' })[roman] ?? roman), // prettier-ignore
  ),
  'two words run together': of(
    (chance) => `${activity(chance)} VILA NOVA ${rareSurname(chance)}`,
    (name) => name.replace('VILA NOVA', 'VILANOVA'),
  ),
  'cut off at forty letters': of(
    (chance) => `${activity(chance)} ${rareSurname(chance)} E ${rareSurname(chance)} ${activity(chance)} E ${rareSurname(chance)} LTDA`.toUpperCase(),
    (name) => name.slice(0, 40).trim(),
  ),
  'one letter of a long word': of(
    (chance) => `${rareSurname(chance)}NAVARA ${activity(chance)}`,
    (name, chance) => {
      const at = chance.between(1, 5)
      return name.slice(0, at) + name.slice(at + 1)
    },
  ),
  "a sole trader's number": of(
    (chance) => `${rareSurname(chance)} ${rareSurname(chance)}`,
    (name, chance) => `${name} ${chance.digits(11)}`,
  ),
  'signs and digits': of(
    (chance) => `${chance.between(2, 9999)}+ ${activity(chance)}`,
    (name) => `${name.replace('+', ' MAIS')} LTDA`,
  ),
} // prettier-ignore
