// Whether two names are those of one company. Whoever compares names of companies does it here.
import { describeAgreement } from './company-agreement.ts'
import { type CompanyFinding, type CompanyReason, companyRules } from './company-verdict.ts'
import { compareForeign, inOrder } from './foreign.ts'
import { type CompanyName, readCompanyName } from './read-company.ts'
import { judge, type NameComparison } from './verdict.ts'

export type { CompanyName } from './read-company.ts'
export { readCompanyName } from './read-company.ts'
export type { CompanyReason } from './company-verdict.ts'

export type CompanyComparison = NameComparison<CompanyReason>

/** The order of the two does not matter. A name that is compared often is read once, by `readCompanyName`. */
export function compareCompanyNames(
  one: string | CompanyName,
  other: string | CompanyName,
): CompanyComparison {
  const [left, right] = inOrder(toName(one), toName(other))
  if (!isReadable(left) || !isReadable(right))
    return { verdict: 'doubtful', reasons: ['unreadable'] }
  if (left.script !== 'latin' || right.script !== 'latin') return compareForeign(left, right)
  return judge<CompanyFinding, CompanyReason>(companyRules, {
    ...describeAgreement(left, right),
    liabilities: [left.liability, right.liability],
    documents: [left.document, right.document],
  })
}

const toName = (name: string | CompanyName): CompanyName =>
  typeof name === 'string' ? readCompanyName(name) : name

/** One letter or numbers alone name nobody. */
const isReadable = ({ words }: CompanyName): boolean =>
  words.some(({ text }) => text.length > 1 && /\p{L}/u.test(text))
