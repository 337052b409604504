// Finds environment variables that were meant for us but are not read: a misspelt name would silently leave its
// default.

/** Prefixes that no other program uses for variables of this process; Temporal’s are read by its own library too. */
const families = /^(?:ENGINE|JWT|JWKS|RATE_LIMIT|MESSAGE_RATE|WEBHOOK|ENDPOINT|S3|EGRESS|FACE)_/

/** Variables that are read elsewhere: by the migration, the local start, compose, Temporal’s library and Node. */
export const readElsewhere = [
  'DATABASE_OWNER_URL', 'ATESTA_HOME', 'ATESTA_CACHE', 'TEMPORAL_API_KEY', 'TEMPORAL_TLS',
  'TEMPORAL_PORT', 'TEMPORAL_UI_PORT', 'DATABASE_PORT', 'HTTPS_PORT', 'POSTGRES_PASSWORD',
  'ATESTA_DB_PASSWORD', 'ATESTA_DB_OWNER_PASSWORD', 'ATESTA_DB_RETENTION_PASSWORD',
  'TEMPORAL_DB_PASSWORD', 'ATESTA_DB_ROLE', 'TEMPORAL_RETENTION', 'TEMPORAL_UI_LISTEN',
  'ENGINES_MEMORY', 'ATESTA_IMAGE', 'API_LISTEN', 'FTP_PROXY', 'ALL_PROXY',
] // prettier-ignore

export type Unknown = { readonly name: string; readonly nearest?: string }

/** Unread variables with one of our prefixes, or within a few edits of one of our names. */
export function findUnknown(given: readonly string[], known: readonly string[]): Unknown[] {
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name): Unknown[] => {
      const [best] = known
        .filter((one) => Math.abs(one.length - name.length) <= nearSteps)
        .map((one) => ({ one, steps: stepsBetween(name, one) }))
        .toSorted((a, b) => a.steps - b.steps)
      const isNear = best !== undefined && best.steps <= nearSteps && name.length >= shortest
      if (isNear) return [{ name, nearest: best.one }]
      return families.test(name) ? [{ name }] : []
    })
}

const nearSteps = 2
/** Shorter names are too similar to each other. */
const shortest = 7

/** The edit distance: letters to add, remove or replace. */
function stepsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1]
    for (const [j, other] of b.split('').entries())
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + (letter === other ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
