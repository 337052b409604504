/**
 * A Brazilian number in readable form, `+5511987654321` → `+55 11 98765-4321`, without line breaks; other numbers are
 * unchanged.
 * @param {string} to
 */
export function writeNumber(to) {
  const [, area, first, last] = /^\+55(\d{2})(\d{4,5})(\d{4})$/.exec(to) ?? []
  return last === undefined ? to : `+55\u00a0${area}\u00a0${first}\u2011${last}`
}
