// Finds the owner of a sole trader in the company's name, where it stands before the CPF or after the root of the CNPJ.
// Pure.
import { cpfCheckDigitsHold } from '#src/platform/check-digits.ts'
import type { CompanyResult } from '#src/screening/wire/schema.ts'

/** The code of an individual entrepreneur, including MEI, in the table of legal natures (CONCLA). */
const soleTrader = /^\D*213-?5(?!-?\d)/

const beforeCpf = /^(?<name>.*\p{L}.*?)\s+(?<cpf>\d{3}\.?\d{3}\.?\d{3}-?\d{2})$/u
const behindRoot = /^(?<root>[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3})\s+(?<name>.*\p{L}.*)$/u

type Owner = {
  readonly name: string
  readonly kind: 'person'
  /** The complete CPF, if the name contains it. */
  readonly document?: string
}

/** Undefined when the name shows neither number and so does not tell the owner. `cnpj` is without punctuation. */
export function soleTraderOf(
  { legalNature = '', name = '' }: Pick<CompanyResult, 'legalNature' | 'name'>,
  cnpj: string,
): Owner | undefined {
  if (!soleTrader.test(legalNature)) return undefined
  const shown = name.trim()
  const { cpf, name: called } = beforeCpf.exec(shown)?.groups ?? {}
  const document = cpf?.replaceAll(/\D/g, '') ?? ''
  if (called && cpfCheckDigitsHold(document)) return { name: called, kind: 'person', document }
  const rooted = behindRoot.exec(shown)?.groups
  const root = rooted?.['root']?.replaceAll('.', '')
  return rooted?.['name'] && root === cnpj.slice(0, 8)
    ? { name: rooted['name'], kind: 'person' }
    : undefined
}
