// Values that a case names (`$name`): documents that hold, numbers and addresses of nobody else, days by the calendar of
// Brasília.

let made = 0

/** `cpf 0016`, `cnpj 0001 12ABC345`, `mobile 0001`, `address`, `device` or `word`: a value of its own each time. */
export function makeValue(kind: string): unknown {
  const [what, ending = '0001', root] = kind.split(' ')
  made += 1
  if (what === 'cpf') return withCheckDigits(`${10_000 + made}${ending}`, [cpfWeights, [11, ...cpfWeights]]) // prettier-ignore
  if (what === 'cnpj')
    return withCheckDigits(`${root ?? 20_000_000 + made}${ending}`, [
      cnpjWeights,
      [6, ...cnpjWeights],
    ])
  if (what === 'mobile')
    return { countryCode: 55, areaCode: 11 + (made % 9), number: Number(`9${1_000 + (made % 9_000)}${ending}`) } // prettier-ignore
  if (what === 'address') return `ana-${made}@example.com`
  return `${what}-${made}`
}

const cpfWeights = [10, 9, 8, 7, 6, 5, 4, 3, 2]
const cnpjWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/** Letters count as their place behind `0`. */
function withCheckDigits(root: string, weights: readonly (readonly number[])[]): string {
  let all = root
  for (const of of weights) {
    const sum = of.reduce((total, weight, at) => total + weight * (all.charCodeAt(at) - 48), 0)
    all += sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  return all
}

/** Puts values wherever a text names them; one that is nothing but the name becomes the value itself. */
export function fill(given: unknown, values: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(given)) return given.map((one) => fill(one, values))
  if (typeof given === 'object' && given !== null)
    return Object.fromEntries(Object.entries(given).map(([key, one]) => [key, fill(one, values)]))
  if (typeof given !== 'string') return given
  if (given.startsWith('today')) return dayOf(given)
  const whole = /^\$(\w+)$/.exec(given)?.[1]
  if (whole !== undefined && values.has(whole)) return values.get(whole)
  return given.replaceAll(/\$(\w+)(?:\.(shown|rootDotted))?/g, (all, name: string, part?: string) =>
    values.has(name) ? show(String(values.get(name)), part) : all,
  )
}

function show(value: string, part?: string): string {
  if (part === 'shown') return `***${value.slice(3, 9)}**`
  return part ? value.slice(0, 8).replace(/^(..)(...)(...)$/, '$1.$2.$3') : value
}

/** `today - 18 years + 1 day`. */
function dayOf(text: string): string {
  const day = new Date(new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' }))
  for (const [, sign, count, unit] of text.matchAll(/([+-]) (\d+) (year|day)/g)) {
    const by = Number(`${sign}${count}`)
    if (unit === 'year') day.setUTCFullYear(day.getUTCFullYear() + by)
    else day.setUTCDate(day.getUTCDate() + by)
  }
  return day.toISOString().slice(0, 10)
}
