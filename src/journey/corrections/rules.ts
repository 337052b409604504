// The effects of a correction, and how often one may be made. Pure.
import type { StoredFields } from '#src/journey/transaction/schema.ts'

/** The most corrections of one transaction. */
const correctionsMax = 20
const ofFieldMax = 3
const ofFieldWithinMs = 24 * 60 * 60_000

export type Corrected = { readonly at: Date; readonly names: readonly string[] }

/** Undefined when one more correction may be made. A limit without seconds is permanent. */
export function limitOf(
  made: readonly Corrected[],
  names: readonly string[],
  now: Date,
): { readonly retryAfterSeconds?: number } | undefined {
  if (made.length >= correctionsMax) return {}
  const since = now.getTime() - ofFieldWithinMs
  const waits = names.flatMap((name) => {
    const recent = made.filter((one) => one.at.getTime() > since && one.names.includes(name))
    const oldest = recent.at(-ofFieldMax)
    return oldest ? [Math.max(1, Math.ceil((oldest.at.getTime() - since) / 1_000))] : []
  })
  return waits.length === 0 ? undefined : { retryAfterSeconds: Math.max(...waits) }
}

/** RFC 7396: a null removes, an object is merged, everything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: Record<string, unknown> = { ...(isObject(target) && target) }
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete merged[name]
    else merged[name] = mergePatch(merged[name], value)
  return merged
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The names of the fields that differ, in alphabetical order. */
export function changedNames(before: StoredFields, after: StoredFields): string[] {
  const [left, right]: Record<string, unknown>[] = [before, after]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .filter((name) => canonical(left?.[name]) !== canonical(right?.[name]))
    .toSorted()
}

/** Ignores the order of keys, which means nothing. */
const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
