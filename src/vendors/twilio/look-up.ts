// Finds messages whose answer was lost, and replies whose webhook was lost, in Twilio's list of an account's messages.
import { z } from 'zod'
import type { OutboundMessage } from '#src/messaging/challenges/port.ts'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'

const List = z.object({
  messages: z.array(
    z.object({
      sid: z.string(),
      body: z.string().nullish(),
      direction: z.string().nullish(),
      date_created: z.string(),
      from: z.string().nullish(),
      to: z.string().nullish(),
      messaging_service_sid: z.string().nullish(),
    }),
  ),
  next_page_uri: z.string().nullish(),
})

/** Our sender: the number with its prefix, or the Messaging Service. */
export type Sender = { readonly from?: string | undefined; readonly service?: string | undefined }

type Asked = {
  readonly sender: Sender
  readonly since: number
  readonly isKnown: (providerMsgId: string) => Promise<boolean>
}

type Listed = z.output<typeof List>['messages'][number]

/** The difference allowed between Twilio's clock and ours. */
const skewMs = 5000

/**
 * Finds a message on a page of the list. `absent` when the page would surely contain it; `unknown` when it may be one
 * whose text Twilio does not show, or may be on a later page. Undefined when the body is no list.
 */
export async function findSent(
  page: unknown,
  message: OutboundMessage,
  { sender, since, isKnown }: Asked,
): Promise<{ providerMsgId: string } | 'absent' | 'unknown' | undefined> {
  const { data } = List.safeParse(page)
  if (!data) return undefined
  const listed = data.messages.filter((one) => isOurs(one, sender, since))
  // Two questions may have equal texts, so messages of other attempts are left out.
  const taken = await Promise.all(listed.map(({ sid }) => isKnown(sid)))
  const ours = listed.filter((_, index) => !taken[index])
  const text = fold(message.text)
  // A trial account puts a sentence before the text.
  const found = ours.find(({ body }) => fold(body ?? '').endsWith(text))
  if (found) return { providerMsgId: found.sid }
  // A template's text is the vendor's, and a discarded text is not shown.
  const hidden = message.channel === 'whatsapp' ? ours : ours.filter(({ body }) => !body)
  return hidden.length > 0 || data.next_page_uri ? 'unknown' : 'absent'
}

/** Compares only letters and digits, because Twilio may replace a mark by an ASCII one and drop an accent. */
function fold(text: string): string {
  const folded = text.normalize('NFKD').replace(/[^A-Za-z0-9]/g, '')
  return folded === '' ? text : folded
}

function isOurs(listed: Listed, { from, service }: Sender, since: number): boolean {
  const created = Date.parse(listed.date_created)
  const outbound = listed.direction?.startsWith('outbound') ?? true
  const byUs =
    (from !== undefined && listed.from === from) ||
    (service !== undefined && listed.messaging_service_sid === service)
  return outbound && byUs && !(created < since - skewMs)
}

type Inbound = Extract<VendorEvent, { kind: 'inbound' }>

/**
 * Reads what a person has written to us within a time, with `to` as webhooks name our sender. The newest page holds
 * everything that a person writes in minutes. Undefined when the body is no list. A tap is listed with the button's
 * text.
 */
export function readAnswers(
  page: unknown,
  {
    sender,
    to,
    from,
    since,
    until,
  }: Pick<Asked, 'sender' | 'since'> & {
    readonly to: string
    readonly from: string
    readonly until: number
  },
): Inbound[] | undefined {
  const { data } = List.safeParse(page)
  return data?.messages.flatMap((one): Inbound[] => {
    const at = Date.parse(one.date_created)
    const isToUs =
      (sender.from !== undefined && one.to === sender.from) ||
      (sender.service !== undefined && one.messaging_service_sid === sender.service)
    if (one.direction !== 'inbound' || !isToUs || !(at >= since && at <= until)) return []
    const text = one.body ?? ''
    return [{ kind: 'inbound', dedupeKey: `inbound:${one.sid}`, from, to, text, at }]
  })
}
