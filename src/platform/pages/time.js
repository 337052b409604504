/** @param {Intl.DateTimeFormatOptions} options */
const format = (options) => new Intl.DateTimeFormat('en-GB', options)

const clock = format({ hour: '2-digit', minute: '2-digit' })
const exactClock = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = format({ day: 'numeric', month: 'short' })
const fullDay = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/**
 * The time of day if the moment is today, otherwise the date.
 * @param {string} iso
 */
export function writeShortTime(iso) {
  const time = new Date(iso)
  return isSameDay(time, new Date()) ? clock.format(time) : day.format(time)
}

/** @param {string} iso */
export const writeClock = (iso) => clock.format(new Date(iso))

/** @param {string} iso */
export const writeExactClock = (iso) => exactClock.format(new Date(iso))

/** @param {string} iso */
export const writeDay = (iso) => fullDay.format(new Date(iso))

/** @param {string} iso */
export const writeFullTime = (iso) => `${writeDay(iso)}, ${writeExactClock(iso)}`

/**
 * @param {Date} one
 * @param {Date} other
 */
const isSameDay = (one, other) => one.toDateString() === other.toDateString()
