// Pairs of spellings of one person’s name, by the kind of difference, as people, registers, passports and lists write
// them.
import type { Chance } from '#test/load/chance.ts'
import { drawName } from './brazil.ts'
import { oneOf, givenName, surname } from './words.ts'

/** Draws two spellings of one person’s name. */
export type DrawPair = (chance: Chance) => readonly [string, string]

const swap = (text: string, pairs: readonly (readonly [RegExp, string])[]): string =>
  pairs.reduce((now, [from, to]) => now.replace(from, to), text)

const particles = /\b(DA|DE|DO|DOS|E) /g

const marks = ['\u0301', '\u0302', '\u0303', '\u0308'] as const
const accented = (name: string, chance: Chance): string =>
  name.replace(/[AEIOU]/g, (letter) =>
    chance.percent(25) ? (letter + chance.pick(marks)).normalize('NFC') : letter,
  )

const german = oneOf(
  'MÜLLER SCHRÖDER JÄGER GROSS WEISS KÖHLER BÄUMER STRAUSS LÖWE GÜNTHER HÖRBIGER FRÖHLICH VÖLKER',
)
const nordic = oneOf('ÅBERG SØRENSEN ÆBELØ ÖSTLUND NÆSS ÅKESSON GRØNDAHL BJØRNSTAD')
/** The transliterations of ICAO 9303-3, section 6. */
const icao = [[/Ü/g, 'UE'], [/Ö|Ø/g, 'OE'], [/Ä|Æ/g, 'AE'], [/Å/g, 'AA'], [/SS/g, 'SS']] as const // prettier-ignore

const arabic = [
  ['MUHAMMAD', 'MOHAMMED', 'MOHAMED', 'MUHAMMED', 'MOHAMMAD', 'MOHAMAD'], ['AHMAD', 'AHMED'], ['HUSSEIN', 'HUSAYN', 'HUSSAIN', 'HOSSEIN'],
  ['YUSUF', 'YOUSEF', 'YOUSSEF', 'YUSSUF'], ['KHALID', 'KHALED'], ['IBRAHIM', 'EBRAHIM'], ['OMAR', 'UMAR'], ['SULEIMAN', 'SULAYMAN'],
] as const // prettier-ignore
const arabicLast = oneOf('HADDAD MANSOUR KHALIL HAMDAN TIKRITI BAGHDADI NASSAR FAROUK JABER')
const slavic = [
  ['ALEKSANDR', 'ALEXANDER', 'ALEXANDR'], ['SERGEY', 'SERGEI', 'SERGUEI'], ['DMITRY', 'DMITRI', 'DMITRIY'], ['EVGENY', 'YEVGENY', 'EVGENII'],
  ['YURI', 'YURY', 'IURI'], ['MIKHAIL', 'MIHAIL'], ['ALEKSEY', 'ALEXEI', 'ALEXEY'], ['NIKOLAI', 'NIKOLAY'],
] as const // prettier-ignore
const slavicLast = oneOf('KUZNETSOV SMIRNOV VOLKOV SOKOLOV TIMCHENKO BOGDANOV ZHUKOV KHODORKOVSKY')

function twoOf(rows: readonly (readonly string[])[], last: (chance: Chance) => string): DrawPair {
  return (chance) => {
    const row = rows[chance.between(0, rows.length - 1)] ?? []
    const pick = () => row[chance.between(0, row.length - 1)] ?? ''
    const [end, middle] = [last(chance), last(chance)]
    return [`${pick()} ${middle} ${end}`, `${pick()} ${middle} ${end}`]
  }
}

/** The Russian letters that replace Latin ones in a passport. */
const cyrillic: Readonly<Record<string, string>> = {
  A: 'А', B: 'Б', V: 'В', G: 'Г', D: 'Д', E: 'Е', Z: 'З', I: 'И', K: 'К', L: 'Л', M: 'М', N: 'Н', O: 'О', P: 'П', R: 'Р', S: 'С', T: 'Т',
  U: 'У', F: 'Ф', Y: 'Й', C: 'К', H: 'Х', J: 'Ж', Q: 'К', W: 'В', X: 'КС',
} // prettier-ignore
const toCyrillic = (name: string): string => name.replace(/[A-Z]/g, (one) => cyrillic[one] ?? one)

const initialsOf = (name: string): string => {
  const [first = '', ...rest] = name.replace(particles, '').split(' ')
  const last = rest.pop() ?? ''
  return [first, ...rest.map((word) => `${word.slice(0, 1)}.`), last].join(' ')
}

const full = (chance: Chance): string =>
  `${givenName(chance)} ${surname(chance)} ${surname(chance)}`.toUpperCase()
const of =
  (draw: (chance: Chance) => string, change: (name: string, chance: Chance) => string): DrawPair =>
  (chance) => {
    const name = draw(chance)
    return [name, change(name, chance)]
  }

export const spellingsOfPeople: Readonly<Record<string, DrawPair>> = {
  'letter case and blanks': of(drawName, (name) => ` ${name.toLowerCase().replaceAll(' ', '  ')}`),
  accents: of(drawName, accented),
  'signs between words': of(drawName, (name, chance) => name.replace(' ', chance.pick(['-', ' - ', '. ', ', ']))),
  'particles left out': of(drawName, (name) => name.replaceAll(particles, '')),
  'particles run together': (chance) => {
    const [given, last] = [givenName(chance), surname(chance)].map((one) => one.toUpperCase())
    const particle = chance.pick(['DE', 'DA', 'DI', 'DEL'])
    return [`${given} ${particle} ${last}`, `${given} ${particle}${last}`]
  },
  'initials of middle names': of(full, initialsOf),
  'surname first': of(full, (name) => {
    const [first = '', ...last] = name.split(' ')
    return `${last.join(' ')}, ${first}`
  }),
  'family name first, of two words': (chance) => {
    const [given, last] = [oneOf('WEI MIN JUN HAO YAN PING')(chance), oneOf('CHEN WANG ZHANG LIU HUANG')(chance)]
    return [`${given} ${last}`, `${last} ${given}`]
  },
  'German letters (ICAO 9303)': (chance) => {
    const name = `${givenName(chance)} ${german(chance)}`.toUpperCase()
    return [name, swap(name, icao)]
  },
  'Nordic letters (ICAO 9303)': (chance) => {
    const name = `${givenName(chance)} ${nordic(chance)}`.toUpperCase()
    return [name, swap(name, icao)]
  },
  'German letters without their marks': (chance) => {
    const name = `${givenName(chance)} ${german(chance)}`.toUpperCase()
    return [name, name.normalize('NFD').replaceAll(/\p{M}/gu, '')]
  },
  'Arabic names': twoOf(arabic, arabicLast),
  'Arabic article': (chance) => {
    const [given, last] = [chance.pick(['AHMED', 'OMAR', 'KHALID', 'SAMIR']), arabicLast(chance)]
    return [`${given} AL-${last}`, `${given} ${chance.pick(['AL ', 'EL ', 'AL', 'EL-'])}${last}`]
  },
  'Slavic names': twoOf(slavic, slavicLast),
  'Cyrillic letters': (chance) => {
    const name = full(chance)
    return [name, toCyrillic(name)]
  },
  'look-alike letters': of(full, (name, chance) =>
    name.replace(/[AEOPC]/g, (one) => (chance.percent(40) ? ({ A: 'А', E: 'Е', O: 'О', P: 'Р', C: 'С' }[one] ?? one) : one)),
  ),
  'Brazilian spellings': of(
    (chance) => `${chance.pick(['THIAGO', 'LUIZ', 'MATHEUS', 'FELIPPE', 'TERESA', 'RUTE', 'VITOR'])} ${chance.pick(['SOUZA', 'MATTOS', 'QUEIROZ', 'THEODORO', 'MELLO'])} ${surname(chance).toUpperCase()}`,
    (name) => swap(name, [[/THIAGO/, 'TIAGO'], [/LUIZ/, 'LUIS'], [/MATHEUS/, 'MATEUS'], [/FELIPPE/, 'FELIPE'], [/TERESA/, 'THEREZA'], [/RUTE/, 'RUTH'], [/VITOR/, 'VICTOR'], [/SOUZA/, 'SOUSA'], [/MATTOS/, 'MATOS'], [/QUEIROZ/, 'QUEIROS'], [/THEODORO/, 'TEODORO'], [/MELLO/, 'MELO']]), // prettier-ignore
  ),
  'a surname left out': of(
    (chance) => `${full(chance)} ${surname(chance).toUpperCase()}`,
    (name) => name.split(' ').toSpliced(2, 1).join(' '),
  ),
  'a status behind the name': of(full, (name, chance) => `${name}${chance.pick([' (FALECIDO)', ' - INTERDITADO', ' (MENOR)', ' FALECIDA'])}`), // prettier-ignore
  'two words run together': of(
    (chance) => `${full(chance)} VILA NOVA`,
    (name) => name.replace('VILA NOVA', 'VILANOVA'),
  ),
  'cut off at thirty letters': of(
    (chance) => `${full(chance)} ${surname(chance)} ${surname(chance)} ${surname(chance)}`.toUpperCase(),
    (name) => name.slice(0, 30).trim(),
  ),
} // prettier-ignore
