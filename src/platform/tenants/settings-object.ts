import { z } from 'zod'

/** Matches keys that can only be setting names: others may be personal data, so faults never show them. */
const settingName = /^[A-Za-z][A-Za-z_-]{0,39}$/

/** Refuses unknown fields and names them, because a misspelt setting would have no effect. */
export const settingsObject = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const names = issue.keys.filter((key) => settingName.test(key)).slice(0, 10)
      const known = names.length > 0 ? `: ${names.join(', ')}` : ''
      return `has a field that is not allowed${known}`
    },
  })
