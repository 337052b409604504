// Builds the table of magic documents: what happens, and which findings follow for a person and a company. A test has
// written the findings down by asking (`test/unit/vendors/sandbox/findings.test.ts`).
import { documentEndings } from './check-endings.ts'
import found from './ending-findings.json' with { type: 'json' }

type Found = {
  readonly failed: Readonly<Record<string, string>>
  readonly facts: Readonly<Record<string, unknown>>
  readonly findings: readonly string[]
  readonly score: number
}

const rows: Readonly<Record<string, { readonly person: Found; readonly company: Found }>> = found

const toText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))

/** The cells of each row, by ending. */
export const endingCells: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(documentEndings).map(([ending, effect]) => {
    const row = rows[ending]
    return [ending, [effect, ...(row ? [write(row.person), write(row.company)] : ['', ''])]]
  }),
)

function write({ failed, facts, findings, score }: Found): string {
  const codes = [...new Set(Object.values(failed))]
  const failures = codes.map((code) => {
    const services = Object.keys(failed).filter((service) => failed[service] === code)
    return `${services.join(', ')}: \`${code}\``
  })
  const known = Object.entries(facts).map(([name, value]) => `${name}=${toText(value)}`)
  return [
    ...failures,
    ...(known.length > 0 ? [`\`${known.join('; ')}\``] : []),
    `${findings.join(' ') || 'no finding'}; ${score}`,
  ].join('. ')
}
