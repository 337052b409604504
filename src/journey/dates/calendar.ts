// Calendar days as `yyyy-MM-dd`, which sort as texts, and the errors that people make in them.

/** False for a day that no calendar has, such as the thirtieth of February. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export const yearOf = (point: string): number => Number(point.slice(0, 4))

/** The first day of a day, month or year. */
export const firstDayOf = (point: string): string => `${point}-01-01`.slice(0, 10)

/** Day 31 is the last of any month: no month has a later one, and no day of the month sorts behind it. */
export const lastDayOf = (point: string): string =>
  point.length === 4 ? `${point}-12-31` : point.length === 7 ? `${point}-31` : point

const dayMs = 86_400_000

/** Whether two days follow each other, as one moment in two time zones can. */
export const areNeighbours = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) === dayMs

/** Whether the two dates differ only by day and month being swapped; both arguments are `YYYY-MM-DD`. */
export const areExchanged = (one: string, other: string): boolean =>
  `${other.slice(0, 4)}-${other.slice(8)}-${other.slice(5, 7)}` === one

/** Whether two points of the same kind differ by one digit, or by two adjacent digits that are swapped. */
export function isMistyped(one: string, other: string): boolean {
  const [left, right] = [one.replaceAll('-', ''), other.replaceAll('-', '')]
  if (left.length !== right.length) return false
  const differing = Array.from(left, (_, at) => at).filter((at) => left[at] !== right[at])
  const [first = 0, second = 0] = differing
  if (differing.length === 1) return true
  const isTurned = left[first] === right[second] && left[second] === right[first]
  return differing.length === 2 && second === first + 1 && isTurned
}
