// Reads the plain text of a two-dimensional code: JSON, a URL, or lines of `name: value`. Encrypted contents, such as
// those for the authorities' own apps, are ignored.
import type { CodeClaims } from '../port.ts'
import { isCpf, readDate, toIsoDate } from './values.ts'

/** Undefined when nothing in it can be compared. */
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

/** Only a single CPF counts, because two would leave the holder open. */
function onlyCpf(text: string): string | undefined {
  const found = text.match(/(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g) ?? []
  const numbers = new Set(found.filter(isCpf).map((one) => one.replaceAll(/\D/g, '')))
  return numbers.size === 1 ? [...numbers][0] : undefined
}

/** Returns dd/mm/yyyy, also for a date that begins with the year. */
function dayOf(text: string): string {
  const [, year, month, day] = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? []
  return readDate(year === undefined ? text : `${day}/${month}/${year}`)
}
