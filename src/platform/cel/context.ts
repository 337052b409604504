// Builds the values that expressions see from a context, once for all expressions over it.
import type { Prepared } from './environment.ts'
import type { Declared, Extent } from './variables.ts'

type Built = {
  readonly declared: Prepared['declared']
  readonly built: Record<string, unknown>
  readonly extent: Extent
}
const known = new WeakMap<object, Built>()

/**
 * Converts a context once, because all rules of a scorecard read the same facts; a context never changes after its
 * first evaluation.
 */
export function builtOnce(
  declared: Prepared['declared'],
  context: Readonly<Record<string, unknown>>,
): Built {
  const before = known.get(context)
  if (before?.declared === declared) return before
  const extent: Extent = { longest: 1, isCut: false }
  const made = { declared, built: buildContext(declared, context, extent), extent }
  known.set(context, made)
  return made
}

function buildContext(
  declared: ReadonlyMap<string, Declared>,
  context: Readonly<Record<string, unknown>>,
  extent: Extent,
): Record<string, unknown> {
  const given = new Map(Object.entries(context))
  const built: Record<string, unknown> = {}
  for (const [name, type] of declared) {
    const value = given.get(name) ?? (type.name.startsWith('record.') ? {} : undefined)
    if (value !== undefined) built[name] = type.build(value, extent)
  }
  return built
}
