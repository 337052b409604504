// Generates the table of vendors’ codes in docs/messaging.md from the code. `node test/support/messaging/code-table.ts`
// writes it there.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FailureClass } from '#src/messaging/challenges/vendor-events.ts'
import { failureCodeOf } from '#src/messaging/challenges/plan.ts'
import type { FailureClasses } from '#src/vendors/parts/failure-classes.ts'
import { infobipClasses } from '#src/vendors/infobip/failure-codes.ts'
import { metaClasses } from '#src/vendors/meta/failure-codes.ts'
import { twilioClasses } from '#src/vendors/twilio/failure-codes.ts'
import { zenviaClasses } from '#src/vendors/zenvia/failure-codes.ts'

const file = join(import.meta.dirname, '../../../docs/messaging.md')
const [begin, end] = ['<!-- codes: begin -->', '<!-- codes: end -->']

const does: Readonly<Record<FailureClass, string>> = {
  recipient:
    'next number; none left: another account once. The number is banned for 30 days when a second account agrees, or where there is no other',
  unrouted: 'second account on the same number first, then as recipient',
  'recipient-later': 'next number; nobody is banned',
  'recipient-transient': 'the same once more after 30 s',
  optout: 'nothing; the number gets nothing until START or VOLTAR',
  content: 'nothing',
  window: 'the same once more at once, as the approved template',
  account: 'next account at once; counts towards the rest of the account',
  fraud: 'nothing, with a warning in the log',
  rate: 'again after 5 s and 20 s, then the next account',
  transient: 'again after 5 s and 20 s, then the next account',
  unknown: 'next account at once; the account is not blamed',
  bounced: 'nothing',
}

const vendors: readonly (readonly [string, FailureClasses])[] = [
  ['Twilio', twilioClasses],
  ['Meta', metaClasses],
  ['Zenvia', zenviaClasses],
  ['Infobip', infobipClasses],
]

export function writeCodeTable(): string {
  const rows = vendors.flatMap(([vendor, classes]) => {
    const byClass = Map.groupBy(Object.entries(classes), ([, failureClass]) => failureClass)
    return [...byClass].map(([failureClass, entries]) => {
      const codes = entries.map(([code]) => `\`${code}\``).join(' ')
      return `| ${vendor} | ${codes} | \`${failureClass}\` | ${does[failureClass]} | \`${failureCodeOf(failureClass)}\` |`
    })
  })
  const head = [
    '| vendor | codes | class | what we do | what the client sees when nothing helps |',
    '|---|---|---|---|---|',
  ]
  return [...head, ...rows].join('\n')
}

export function readCodeTable(): string {
  const text = readFileSync(file, 'utf8')
  return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim()
}

if (import.meta.main) {
  const text = readFileSync(file, 'utf8')
  const [before = '', rest = ''] = text.split(begin)
  const [, after = ''] = rest.split(end)
  writeFileSync(file, `${before}${begin}\n\n${writeCodeTable()}\n\n${end}${after}`)
}
