// A company: its register, who stands for it, lists and score.
import { companyOf } from './people.ts'
import { approved, comeAgain, deny, rejected, review, type Rows } from './rows.ts'

const nothing = async () => {}
const of = (...given: Parameters<typeof companyOf>) => ({ of: () => companyOf(...given), act: nothing }) // prettier-ignore
const without = (...names: string[]) => ({
  of: () => Object.fromEntries(Object.entries(companyOf()).filter(([name]) => !names.includes(name))), // prettier-ignore
  act: nothing,
})

export const company: Rows = {
  'all that is asked': { ...of(), verdict: approved('all-proven') },
  'a company that is not in the register': { ...of('0004'), verdict: review('company-unknown') },
  'a register that refuses our access': { ...of('0011'), verdict: review('company-unknown') },
  'a company that is suspended': { ...of('0019'), verdict: review('company-inactive') },
  'a company that is closed': { ...of('0017'), verdict: rejected('company-closed') },
  'a company that was struck off': { ...of('0020'), verdict: rejected('company-closed') },
  'another name in the register': { ...of('0022'), verdict: review('name-differs') },
  'no name': { ...without('name'), verdict: review('name-differs') },
  'nobody who stands for it': {
    ...without('legalRepresentatives'),
    verdict: review('representative-unlisted'),
  },
  'somebody who stands for it and is not in the register': {
    ...without('partners'),
    verdict: review('representative-unlisted'),
  },
  'lists that are ten days old': { ...of('0026'), verdict: review('lists-unasked') },
  'an entry on a list of sanctions': { ...of('0002'), verdict: review('listed') },
  'a partner of whom the lists are old': {
    ...of('0001', '0026'),
    verdict: review('partners-unasked'),
  },
  'a partner on a list of sanctions': { ...of('0001', '0002'), verdict: review('partner-listed') },
  'a partner who is politically exposed': {
    ...of('0001', '0003'),
    verdict: review('partner-listed'),
  },
  'a deny entry': {
    ...of(),
    act: (person, app) => deny(person, app),
    verdict: review('denied-entry'),
  },
  'a deny entry that rejects': {
    ...of(),
    act: (person, app) => deny(person, app, { action: 'reject' }),
    verdict: rejected('denied-entry'),
  },
  'a victim of fraud': {
    ...of(),
    act: (person, app) => deny(person, app, { role: 'victim' }),
    verdict: review('victim'),
  },
  'a number that comes again and again': {
    ...of('0027'),
    act: comeAgain,
    verdict: review('velocity-alert'),
  },
  'a number that nobody can have': {
    of: () => ({ ...companyOf(), document: withWrongDigit(companyOf().document) }),
    act: nothing,
    verdict: review('score-low'),
  },
}

/** The last check digit is another than the right one. */
const withWrongDigit = (document: string): string =>
  document.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
