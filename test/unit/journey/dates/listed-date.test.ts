// What publishers and vendors write of a birth date is read as far as it says something, and no further.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseListedDates, readListedDates, writeListedDate } from '#src/journey/dates/listed-date.ts' // prettier-ignore
import { anyListed } from './any-date.ts'

const read = (text: string) => readListedDates(text).map(writeListedDate)

test.each([
  // OFAC's remarks.
  ['17 May 1970', ['1970-05-17']],
  ['Jan 1965', ['1965-01']],
  ['circa 1965', ['1965~']],
  ['aprox. 1965', ['1965~']],
  ['alrededor de 1965', ['1965~']],
  ['1971-05-12-04:00', ['1971-05-12']],
  ['1971-05-12Z', ['1971-05-12']],
  ['circa Mar 1965', ['1965-03~']],
  ['1958 to 1963', ['1958/1963']],
  ['circa 1979-1982', ['1979~/1982~']],
  ['01 Feb 1960 to 29 Feb 1960', ['1960-02-01/1960-02-29']],
  ['DOB 17 May 1970; alt. DOB 1971.', ['1970-05-17', '1971']],
  // The European Union and OpenSanctions, the United Kingdom, EDTF.
  ['1985', ['1985']],
  ['1985-03', ['1985-03']],
  ['1985-00-00', ['1985']],
  ['1985-03-00', ['1985-03']],
  ['1985-03-07T00:00:00Z', ['1985-03-07']],
  ['dd/mm/1945', ['1945']],
  ['dd/05/1945', ['1945-05']],
  ['00/00/1985', ['1985']],
  ['1985-03-XX', ['1985-03']],
  ['1958/1963', ['1958/1963']],
  ['1965~', ['1965~']],
  ['1965?', ['1965?']],
  // What people write.
  ['17/05/1970', ['1970-05-17']],
  ['7.3.1985', ['1985-03-07']],
  ['05/17/1970', ['1970-05-17']],
  ['17051970', ['1970-05-17']],
  ['19700517', ['1970-05-17']],
  ['03/1965', ['1965-03']],
  ['May 17, 1970', ['1970-05-17']],
  ['17 de maio de 1970', ['1970-05-17']],
  ['between 1958 and 1963', ['1958/1963']],
  ['entre 1958 e 1963', ['1958/1963']],
  ['1963 to 1958', ['1958/1963']],
  ['1965 (approximately)', ['1965~']],
  ['c. 1965', ['1965~']],
  ['cerca de 1965', ['1965~']],
  ['1965 ou 1967', ['1965', '1967']],
  // Nobody can say which, or no calendar has it.
  ['1985-02-30', []],
  ['1985-13-01', []],
  ['1985-13', []],
  ['0000-00-00', []],
  ['unknown', []],
  ['1960s', []],
  ['65', []],
  ['', []],
])('%j says %j', (text, dates) => {
  expect(read(text)).toEqual(dates)
})

test('what cannot be read stays as it was written', () => {
  expect(normaliseListedDates('in the sixties')).toEqual(['in the sixties'])
  expect(normaliseListedDates('circa 1965')).toEqual(['1965~'])
})

test('what was written is read as what it was', () => {
  fc.assert(
    fc.property(anyListed, (date) => {
      expect(readListedDates(writeListedDate(date))).toEqual([date])
    }),
  )
})

test('no text is too much', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      expect(normaliseListedDates(text).length).toBeGreaterThan(0)
    }),
  )
})
