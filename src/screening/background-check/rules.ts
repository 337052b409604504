/** The name of the module in packs. */
export const backgroundCheck = { key: 'backgroundCheck' } as const

/**
 * Reads `yyyy-MM-dd`, with or without a time, or a date as written in Brazil; undefined when it is no day of the
 * calendar.
 */
export function toDate(text: string | undefined): string | undefined {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:$|T)/.exec(text?.trim() ?? '')?.[1]
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text?.trim() ?? '') ?? []
  const date = iso ?? (year === undefined ? undefined : `${year}-${month}-${day}`)
  const isReal = date !== undefined && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date)
  return isReal && !date.startsWith('0000') ? date : undefined
}
