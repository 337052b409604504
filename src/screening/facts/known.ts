/** The fact, where its value is known. */
export const ifKnown = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  // Safe because the one key is the fact's.
  (value === undefined ? {} : { [name]: value }) as { [K in Name]?: Value }
