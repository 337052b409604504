// The problem that answers a value which does not fit the schema of a pack.
import type { ValueFault } from '#src/journey/values/schema.ts'
import { Problem } from '#src/platform/errors.ts'

/** `pointer` is the position of the value in the body. */
export const unfit = (pointer: string, faults: readonly ValueFault[]): Problem =>
  new Problem('value-unfit', {
    faults: faults.map((one) => ({
      pointer: pointer + one.pointer,
      code: 'invalid' as const,
      detail: one.detail,
    })),
  })
