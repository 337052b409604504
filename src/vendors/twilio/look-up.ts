// Looks up a message whose answer was lost, and answers whose webhook was, in Twilio's list of an account's messages.
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

/** Whom we send as: the number with its prefix, or the Messaging Service. */
export type Sender = { readonly from?: string | undefined; readonly service?: string | undefined }

type Asked = {
  readonly sender: Sender
  readonly since: number
  readonly isKnown: (providerMsgId: string) => Promise<boolean>
}

type Listed = z.output<typeof List>['messages'][number]

/** Between Twilio's clock and ours. */
const skewMs = 5000

/**
 * What a page of the list shows: the message, `absent` when it surely holds what it would, `unknown`
 * when it may be one whose text Twilio does not show, or stand on a later page. Undefined: no list.
 */
export async function findSent(
  page: unknown,
  message: OutboundMessage,
  { sender, since, isKnown }: Asked,
): Promise<{ providerMsgId: string } | 'absent' | 'unknown' | undefined> {
  const { data } = List.safeParse(page)
  if (!data) return undefined
  const listed = data.messages.filter((one) => isOurs(one, sender, since))
  // Two questions may have equal texts, so messages that are known to be of other attempts are left out.
  const taken = await Promise.all(listed.map(({ sid }) => isKnown(sid)))
  const ours = listed.filter((_, index) => !taken[index])
  const text = fold(message.text)
  // A trial account writes a sentence before the text.
  const found = ours.find(({ body }) => fold(body ?? '').endsWith(text))
  if (found) return { providerMsgId: found.sid }
  // A template is shown as the vendor fills it, and a discarded text is not shown.
  const hidden = message.channel === 'whatsapp' ? ours : ours.filter(({ body }) => !body)
  return hidden.length > 0 || data.next_page_uri ? 'unknown' : 'absent'
}

/** Letters and digits: Twilio may put an ASCII mark where we had another, and drop an accent. */
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
 * What a person has written to us within that time, `to` being our sender as webhooks name it; the newest page holds
 * what one person writes in minutes. Undefined: no list. A tap is listed by the button's text.
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
