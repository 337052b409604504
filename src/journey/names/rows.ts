// The word lists of this folder: rows of words, parted by spaces.

export const wordsIn = (rows: readonly string[]): string[] => rows.flatMap((row) => row.split(' '))

/** From each further word of a row to its first. */
export const toFirst = (rows: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    rows.flatMap((row) => {
      const [first = '', ...rest] = row.split(' ')
      return rest.map((word) => [word, first] as const)
    }),
  )
