import { z } from 'zod'

/** A key is shown where it can be nothing but the name of a setting: a value that was sent never is. */
const settingName = /^[A-Za-z][A-Za-z_-]{0,39}$/

/** Takes no other fields than its own, and names those that it does not take: a misspelt setting would do nothing. */
export const settingsObject = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const names = issue.keys.filter((key) => settingName.test(key)).slice(0, 10)
      const known = names.length > 0 ? `: ${names.join(', ')}` : ''
      return `has a field that is not allowed${known}`
    },
  })
