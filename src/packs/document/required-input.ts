// Finds what a client must bring to start a run. Pure.
import type { ValueSchema } from '#src/journey/values/schema.ts'
import type { Pack } from './pack.ts'

/** The fields without which no run of a document is started. */
export const requiredBy = (document: unknown): string[] =>
  // Safe because it was checked when it was published.
  requiredIn((document as Pick<Pack, 'input'>).input, 'input')

const requiredIn = (schema: ValueSchema | undefined, path: string): string[] =>
  (schema?.required ?? []).flatMap((name) => [
    `${path}.${name}`,
    ...requiredIn(schema?.properties?.[name], `${path}.${name}`),
  ])
