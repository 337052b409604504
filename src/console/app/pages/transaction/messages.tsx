// The messages to the person: how far each got, without its content; and a button to send another one.
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import { api, Refused, stale, useAct, useQuery } from '../../api/query.ts'
import { Badge, Button, Time } from '../../parts/inline.tsx'
import { Lines, ProblemNote, Section } from '../../parts/page.tsx'
import { notify } from '../../shell/notices.tsx'
import { can } from '../../shell/session.ts'
import { states } from '../../words/states.ts'
import { words } from './words.ts'

const ways = {
  'email-token': 'emails/tokens',
  'sms-token': 'sms/tokens',
  'sms-2fa': 'sms/2fa',
  'whatsapp-2fa': 'whatsapps/2fa',
} as const
type Way = keyof typeof ways

type MessageRecord = {
  readonly status: string
  readonly createdAt: string
  readonly expirationTime: string
  readonly expired?: true
  readonly failure?: { readonly code: string }
}

const isWay = (module: string | undefined): module is Way =>
  module !== undefined && Object.hasOwn(ways, module)

export function Messages({ id, entries }: { id: string; entries: readonly TimelineEntry[] }) {
  const opened = entries.filter(({ kind }) => kind === 'challenge-opened')
  const used = [...new Set(opened.map(({ module }) => module))].filter(isWay)
  const key = used.length === 0 ? undefined : `transaction ${id} messages ${used.join()}`
  const { data, problem } = useQuery(key, () => readAll(id, used), { every: 5_000 })
  const again = useAct(async (way: Way) => {
    const before = data?.filter((one) => one.way === way).map(({ record }) => record.createdAt)
    // The API returns an existing valid message instead of sending another, and nothing if there is no recipient.
    const record = await api.post<MessageRecord | undefined>(`/v1/transaction/${id}/${ways[way]}`)
    stale(`transaction ${id}`)
    if (!record) return notify(words.nowhere, 'bad')
    return notify(before?.includes(record.createdAt) ? words.stillCounts : words.sent)
  })
  const fault = again.problem ?? problem
  const isWriter = can('transactions:write')
  return (
    <Section title={words.messages}>
      <div class="card">
        {fault && <ProblemNote problem={fault} />}
        <Lines
          rows={data}
          keyOf={({ way, record }) => `${way} ${record.createdAt}`}
          line={({ way, record: { failure, expired, status } }) => (
            <>
              {words.channel[way]}{' '}
              <span title={failure?.code}>
                <Badge kind={failure || expired ? 'warn' : 'quiet'}>
                  {failure
                    ? states.trouble(failure.code)
                    : states.ending(expired ? 'expired' : status)}
                </Badge>
              </span>
            </>
          )}
          end={({ record }) => <Time at={zoned(record.createdAt)} />}
        />
        {isWriter && (
          <div class="acts">
            {(Object.keys(ways) as Way[]).map((way) => (
              <Button
                key={way}
                busy={again.busy}
                // Only beside those before is it known whether another one was sent.
                disabled={key !== undefined && !data}
                title={used.includes(way) ? words.sendAgain : undefined}
                onClick={() => void again.act(way)}
              >
                {used.includes(way) ? '↻ ' : '+ '}
                {words.channel[way]}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Section>
  )
}

/** Some times in the contract have no `Z`. */
const zoned = (time: string): string => (time.endsWith('Z') ? time : `${time}Z`)

async function readAll(id: string, used: readonly Way[]) {
  const found = await Promise.all(
    used.map(async (way) => {
      const records = await readWay(`/v1/transaction/${id}/${ways[way]}`)
      return records.map((record) => ({ way, record }))
    }),
  )
  return found
    .flat()
    .toSorted((one, other) => other.record.createdAt.localeCompare(one.record.createdAt))
}

/** The latest token, or all questions; a missing one is no error. */
async function readWay(path: string): Promise<readonly MessageRecord[]> {
  try {
    return [await api.get<MessageRecord | MessageRecord[]>(path)].flat()
  } catch (error) {
    if (error instanceof Refused && [403, 404].includes(error.problem.status)) return []
    throw error
  }
}
