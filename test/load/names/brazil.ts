// Draws fictitious people and companies of Brazil from a seed, with names as frequent as real ones.
import { type Chance, createChance } from '#test/load/chance.ts'
import { givenName, oneOf, rareSurname, surname } from './words.ts'

export type Person = {
  readonly name: string
  /** `yyyy-MM-dd`. */
  readonly birthdate: string
  /** A CPF with valid check digits. */
  readonly document: string
}
/** `document`: a CNPJ with valid check digits. */
export type Company = { readonly name: string; readonly document: string }

const particle = oneOf('da de do dos')

export function drawName(chance: Chance): string {
  const first = chance.percent(38) ? [givenName(chance), givenName(chance)] : [givenName(chance)]
  const count = chance.percent(25) ? 1 : chance.percent(72) ? 2 : 3
  const last = Array.from({ length: count }, () => {
    const name = surname(chance)
    return chance.percent(28) ? `${particle(chance)} ${name}` : name
  })
  const generation = chance.percent(3) ? [chance.pick(['filho', 'junior', 'neto'])] : []
  return [...first, ...last, ...generation].join(' ').toUpperCase()
}

/** An adult’s birth date; higher ages are rarer. */
export function drawBirthdate(chance: Chance): string {
  const age = 18 + Math.min(chance.between(0, 72), chance.between(0, 72))
  const day = new Date(Date.UTC(2026 - age, 0, 1 + chance.between(0, 364)))
  return day.toISOString().slice(0, 10)
}

export const drawPerson = (seed: number, at: number): Person => {
  const chance = createChance(seed, at)
  return { name: drawName(chance), birthdate: drawBirthdate(chance), document: drawCpf(chance) }
}

const activity = oneOf(
  `comercio servicos transportes construcoes alimentos tecnologia consultoria engenharia participacoes moveis confeccoes
  empreendimentos distribuidora representacoes padaria farmacia restaurante supermercado logistica materiais informatica
  turismo pecas autopecas clinica odontologia academia agropecuaria industria importadora importacao seguros imoveis eventos`,
)
const brand = oneOf(
  `alfa beta gama delta omega sigma uniao progresso esperanca primavera aurora horizonte estrela central brasil nacional
  paulista mineira nordeste litoral serra planalto ipanema tropical atlantica imperial real ideal moderna nova vitoria
  santa sao bom boa vista jesus cristo luz vida verde azul ouro prata diamante sol lua mar rio global max prime top`,
)
const form = oneOf('ltda ltda ltda ltda ltda-me ltda-epp eireli s.a. s/a')
const letter = oneOf('a b c d e f g h j k l m n p r s t v')

export function drawOwn(chance: Chance): string {
  const kind = chance.between(1, 100)
  if (kind <= 32) return surname(chance)
  if (kind <= 42) return `${surname(chance)} e ${surname(chance)}`
  if (kind <= 50) return `irmaos ${surname(chance)}`
  if (kind <= 60) return Array.from({ length: chance.between(2, 3) }, () => letter(chance)).join('')
  if (kind <= 75) return rareSurname(chance)
  if (kind <= 90) return `${brand(chance)} ${brand(chance)}`
  return brand(chance)
}

export function drawCompanyName(chance: Chance): string {
  // A sole trader’s company has the owner’s name.
  if (chance.percent(25)) return `${drawName(chance)} ${chance.digits(11)}`
  const own = drawOwn(chance)
  const does = chance.percent(40)
    ? `${activity(chance)} e ${activity(chance)}`
    : chance.percent(30)
      ? `${activity(chance)} de ${activity(chance)}`
      : activity(chance)
  const words = chance.percent(60) ? [own, does] : [does, own]
  return [...words, chance.percent(92) ? form(chance).replace('-', ' ') : '']
    .join(' ')
    .trim()
    .toUpperCase()
}

export const drawCompany = (seed: number, at: number): Company => {
  const chance = createChance(seed, at)
  return { name: drawCompanyName(chance), document: drawCnpj(chance, '6') }
}

export const drawCpf = (chance: Chance): string =>
  withCheckDigits(Array.from(chance.digits(9), Number), (count, at) => count + 1 - at)

/** `first`: the first digit, which separates the numbers of listed companies from those of others. */
export const drawCnpj = (chance: Chance, first: string): string =>
  withCheckDigits(
    [...Array.from(first + chance.digits(7), Number), 0, 0, 0, 1],
    (count, at) => ((count - 1 - at) % 8) + 2,
  )

function withCheckDigits(digits: number[], weight: (count: number, at: number) => number): string {
  for (let round = 0; round < 2; round += 1) {
    const sum = digits.reduce((total, digit, at) => total + digit * weight(digits.length, at), 0)
    digits.push(sum % 11 < 2 ? 0 : 11 - (sum % 11))
  }
  return digits.join('')
}
