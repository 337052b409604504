import { expect, test } from 'vitest'
import { secondsUntilOpen } from '#src/platform/tenants/window.ts'

const timeZone = 'America/Sao_Paulo'
const at = (time: string) => Date.parse(`2026-11-21T${time}-03:00`)

test.for([
  ['08:00', '22:00', '08:00:00', 0],
  ['08:00', '22:00', '21:59:59', 0],
  ['08:00', '22:00', '22:00:00', 10 * 3_600],
  ['08:00', '22:00', '07:59:30', 30],
  ['22:00', '06:00', '23:30:00', 0],
  ['22:00', '06:00', '05:59:59', 0],
  ['22:00', '06:00', '12:00:00', 10 * 3_600],
  ['09:00', '09:00', '03:00:00', 0],
] as const)('from %s to %s, at %s it is %s s', ([from, to, time, seconds]) => {
  expect(secondsUntilOpen({ from, to, timeZone }, at(time))).toBe(seconds)
})
