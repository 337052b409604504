// Decides whether two names belong to one company; every comparison of company names goes through here.
import { describeAgreement } from './company-agreement.ts'
import {
  type CompanyFinding,
  type CompanyReason,
  companyRules,
  registerRules,
} from './company-verdict.ts'
import { boundByRun, boundByScript, inOrder } from './foreign.ts'
import { type CompanyName, readCompanyName } from './read-company.ts'
import { judge, type NameComparison, type Rule } from './verdict.ts'

export type { CompanyName } from './read-company.ts'
export { readCompanyName } from './read-company.ts'
export type { CompanyReason } from './company-verdict.ts'

export type CompanyComparison = NameComparison<CompanyReason>

/**
 * The order of the two arguments does not matter. A name that is compared often should be read once, by
 * `readCompanyName`.
 */
export const compareCompanyNames = (
  one: string | CompanyName,
  other: string | CompanyName,
): CompanyComparison => compareBy([...companyRules, ...registerRules], one, other)

/** Compares with an entry of a list, where another or a missing legal form makes no other company. */
export const compareListedCompanies = (
  one: string | CompanyName,
  other: string | CompanyName,
): CompanyComparison => compareBy(companyRules, one, other)

function compareBy(
  rules: readonly Rule<CompanyFinding, CompanyReason>[],
  one: string | CompanyName,
  other: string | CompanyName,
): CompanyComparison {
  const [left, right] = inOrder(toName(one), toName(other))
  if (left.words.length === 0 || right.words.length === 0)
    return { verdict: 'doubtful', reasons: ['unreadable'] }
  const found = judge(rules, {
    ...describeAgreement(left, right),
    forms: [left.form, right.form],
    documents: [left.document, right.document],
  })
  return boundByScript(left, right, boundByRun(left, right, found))
}

const toName = (name: string | CompanyName): CompanyName =>
  typeof name === 'string' ? readCompanyName(name) : name
