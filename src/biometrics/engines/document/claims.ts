// What a code in two dimensions says in plain: of JSON, an address or lines of `name: value`. Sealed contents, as those
// of the departments' own apps, say nothing here.
import type { CodeClaims } from '../port.ts'
import { isCpf, readDate, toIsoDate } from './values.ts'

/** Undefined: nothing of it can be compared. */
export function readClaims(text: string): CodeClaims | undefined {
  const said = entriesOf(text)
  const find = (key: RegExp) => said.find(([name]) => key.test(name))?.[1]
  const cpf = onlyCpf(text)
  const bornOn = toIsoDate(dayOf(find(/nasc|birth/i) ?? ''))
  const name = find(/^(nome|name|titular)$/i)?.trim()
  if (!cpf && !bornOn && !name) return undefined
  return { ...(cpf && { cpf }), ...(bornOn && { bornOn }), ...(name && { name }) }
}

function entriesOf(text: string): readonly (readonly [name: string, value: string])[] {
  try {
    return flatten(JSON.parse(text))
  } catch {
    return text
      .split(/[\n;|&?]/)
      .map((part) => /^\s*([^:=]{1,30}?)\s*[:=]\s*(.{1,120})$/.exec(part))
      .flatMap((found) => (found ? [[found[1] ?? '', found[2] ?? ''] as const] : []))
  }
}

function flatten(value: unknown, depth = 3): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
    typeof one === 'string' || typeof one === 'number'
      ? [[name, String(one).slice(0, 120)] as const]
      : flatten(one, depth - 1),
  )
}

/** Two of them would leave open whose it is. */
function onlyCpf(text: string): string | undefined {
  const found = text.match(/(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g) ?? []
  const numbers = new Set(found.filter(isCpf).map((one) => one.replaceAll(/\D/g, '')))
  return numbers.size === 1 ? [...numbers][0] : undefined
}

/** dd/mm/yyyy, also of what puts the year first. */
function dayOf(text: string): string {
  const [, year, month, day] = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? []
  return readDate(year === undefined ? text : `${day}/${month}/${year}`)
}
