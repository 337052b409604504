// Reads the word lists of this folder: rows of words separated by blanks.

export const wordsIn = (rows: readonly string[]): string[] => rows.flatMap((row) => row.split(' '))

/** Maps each further word of a row to the first one. */
export const toFirst = (rows: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    rows.flatMap((row) => {
      const [first = '', ...rest] = row.split(' ')
      return rest.map((word) => [word, first] as const)
    }),
  )
