// Derives facts about a second document, by the type that the client gave it.
import type { GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'
import type { document } from '#src/journey/facts/vocabulary/person.ts'
import {
  cnhHolds,
  cnsHolds,
  pisHolds,
  rgOfSaoPauloHolds,
  renavamHolds,
  voterTitleHolds,
} from '#src/risk/numbers/documents.ts'
import { states } from '#src/risk/numbers/states.ts'
import { cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/platform/check-digits.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { stateOfAddress } from './contact.ts'

type Facts = GroupFacts<typeof document>
type Describe = (number: string, home: string | undefined) => Facts

const describeTitle: Describe = (number, home) => {
  const titleHolds = voterTitleHolds(number)
  const issued = states.find(({ titleCode }) => titleCode === number.slice(-4, -2))
  const isComparable = titleHolds && issued !== undefined && home !== undefined
  return { titleHolds, ...(isComparable && { titleInState: issued.code === home }) }
}

const describePis: Describe = (number) => ({ pisHolds: pisHolds(number) })

const describeCnh: Describe = (number) => ({ cnhHolds: cnhHolds(number) })

/** The types of documents as clients write them, without accents, spaces and punctuation. */
const byType: Readonly<Record<string, Describe>> = {
  cpf: (number) => ({ secondHolds: cpfCheckDigitsHold(number) }),
  cnpj: (number) => ({ secondHolds: cnpjCheckDigitsHold(number) }),
  titulo: describeTitle,
  tituloeleitor: describeTitle,
  tituloeleitoral: describeTitle,
  titulodeeleitor: describeTitle,
  pis: describePis,
  pasep: describePis,
  pispasep: describePis,
  nit: describePis,
  nis: describePis,
  cns: (number) => ({ cnsHolds: cnsHolds(number) }),
  cartaosus: (number) => ({ cnsHolds: cnsHolds(number) }),
  cnh: describeCnh,
  carteiradehabilitacao: describeCnh,
  carteiranacionaldehabilitacao: describeCnh,
  renavam: (number) => ({ renavamHolds: renavamHolds(number) }),
  // Only São Paulo's numbers have a known check digit; other states form theirs differently.
  rg: (number, home): Facts => (home === 'SP' ? { rgOfSaoPaulo: rgOfSaoPauloHolds(number) } : {}),
}

export function describeSecond({
  document: number,
  secondaryDocument = '',
  secondaryDocumentType = '',
  address,
}: StoredFields): Facts {
  const second = secondaryDocument.replaceAll(/[./ -]/g, '').toUpperCase()
  if (second === '') return {}
  const type = secondaryDocumentType
    .slice(0, 40)
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
  const describe = Object.hasOwn(byType, type) ? byType[type] : undefined
  const home = stateOfAddress(address)?.code
  return { secondSame: second === number, ...describe?.(second, home) }
}
