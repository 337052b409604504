// The specimens are those of ICAO Doc 9303, parts 4 and 5: of nobody.
import { describe, expect, test } from 'vitest'
import { checkDigitOf, readMrz, showsZone } from '#src/biometrics/engines/document/mrz.ts'

const [above, below] = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
] as const
const [top, middle, names] = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
] as const

const toWords = (lines: readonly string[]) =>
  lines.map((text, at) => ({ text, x0: 0, x1: 900, y0: at * 40, y1: at * 40 + 30, sure: 90 }))

/** The second line of a passport with its check digits. */
function lineOf(birth: string, expires = '320101', number = 'FN123456<', optional = ''): string {
  const personal = optional.padEnd(14, '<')
  const [a, b, c] = [number, birth, expires].map((one) => one + checkDigitOf(one))
  const last = optional === '' ? '<' : checkDigitOf(personal)
  const all = `${a}${b}${c}${personal}${last}`
  return `${a}BRA${b}F${c}${personal}${last}${checkDigitOf(all)}`
}
const titled = (name: string, issuer = 'BRA') => `P<${issuer}${name}`.padEnd(44, '<')
const maria = titled('SOUZA<<MARIA<CLARA')

describe('a machine-readable zone', () => {
  test.each([
    ['a month and a day that are not known', '90<<<<', ''],
    ['a day that is not known', '9002<<', ''],
    ['nothing that is known', '<<<<<<', ''],
    ['the 41st of January', '900141', ''],
    ['the 29th of February of a common year', '900229', ''],
    ['the 29th of February of a leap year', '920229', '1992-02-29'],
    ['a day to come in this century', '991231', '1999-12-31'],
  ])('with %s as its birth is born on %s: %s', (_, birth, bornOn) => {
    expect(readMrz(toWords([maria, lineOf(birth)]))).toMatchObject({ bornOn, issuer: 'BRA' })
  })

  test('says no day that is no day, none that is to come, and for good where no end stands', () => {
    const tomorrow = new Date(Date.now() + 86_400_000)
      .toISOString()
      .slice(2, 10)
      .replaceAll('-', '')
    const read = (birth: string, end?: string) => readMrz(toWords([maria, lineOf(birth, end)]))
    expect(read(tomorrow)?.bornOn).toMatch(/^19|^$/)
    expect(read('900101', '<<<<<<')?.expiresOn).toBe('9999-12-31')
    expect(read('900101', '320230')?.expiresOn).toBe('')
  })

  test.each([
    ['of Germany', titled('MUELLER<<JUERGEN', 'D<<'), { issuer: 'DEU', name: 'JUERGEN MUELLER' }],
    ['with ñ and ü as NXX and UXX', titled('NUNXXEZ<<MUXXLA', 'ESP'), { name: 'MULA NUNEZ' }],
    ['of one name', titled('SUKARDI', 'IDN'), { name: 'SUKARDI', issuer: 'IDN' }],
    [
      'of a name without an end',
      titled('A'.repeat(18) + '<<' + 'B'.repeat(19)),
      { isNameCut: true },
    ],
    ['of who is of no state', titled('DOE<<JOHN', 'XXA'), { name: 'JOHN DOE' }],
  ])('%s is read', (_, first, said) => {
    expect(readMrz(toWords([first, lineOf('900101')]))).toMatchObject(said)
  })

  test.each([
    [
      'Czech',
      'P<CZESPECIMEN<<VZOR<<<<<<<<<<<<<<<<<<<<<<<<<',
      '99003853<1CZE1101018M1207046110101111<<<<<94',
      { number: '99003853', name: 'VZOR SPECIMEN', issuer: 'CZE', expiresOn: '2012-07-04' },
    ],
    [
      'Tunisian',
      titled('BEN<ALI<<MOHAMED<HABIB', 'TUN'),
      lineOf('700301', '300301', 'A123456<<', '01234567'),
      { number: 'A123456', name: 'MOHAMED HABIB BEN ALI', issuer: 'TUN' },
    ],
  ])('of a %s specimen holds', (_, first, second, said) => {
    expect(readMrz(toWords([first, second]))).toMatchObject(said)
  })

  test('of a passport and of a card says who it is of', () => {
    const anna = { name: 'ANNA MARIA ERIKSSON', bornOn: '1974-08-12', expiresOn: '2012-04-15' }
    expect(readMrz(toWords([above, below]))).toEqual({
      kind: 'passport',
      number: 'L898902C3',
      ...anna,
    })
    expect(readMrz(toWords(['SOMETHING ELSE', top, middle, names]))).toEqual({
      kind: 'card',
      number: 'D23145890',
      ...anna,
    })
  })

  test('may lose or gain fillers, and have them misread', () => {
    expect(readMrz(toWords([top, middle.replace('<<<', '<'), names]))).toBeDefined()
    expect(readMrz(toWords([above.replaceAll('<<', '«<'), below]))).toBeDefined()
  })

  test.for([0, 13, 21, 28, 43])('with another character at %d is none', (at) => {
    const other = below[at] === '2' ? '3' : '2'
    const changed = below.slice(0, at) + other + below.slice(at + 1)
    expect(readMrz(toWords([above, changed]))).toBeUndefined()
    expect(showsZone(toWords([above, changed]))).toBe(true)
  })

  test('of a card may bear a number of more than nine characters', () => {
    const number = '529982247A25'
    const optional = `${number.slice(9)}${checkDigitOf(number)}`.padEnd(15, '<')
    const long = `I<UTO${number.slice(0, 9)}<${optional}`
    const rest = middle.slice(0, -1)
    const sum = checkDigitOf(long.slice(5) + rest.slice(0, 7) + rest.slice(8, 15) + rest.slice(18))
    expect(readMrz(toWords([long, rest + sum, names]))?.number).toBe(number)
  })

  test('is not in what is none', () => {
    expect(readMrz([])).toBeUndefined()
    expect(showsZone(toWords(['NOME', 'MARIA EXEMPLO DA SILVA', 'FILIACAO << MARIA']))).toBe(false)
    expect(readMrz(toWords(['A<<'.repeat(10), 'B<<'.repeat(10), 'C<<'.repeat(10)]))).toBeUndefined()
  })
})
