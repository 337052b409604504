// What was sent: a mail by itself, of a chat its newest message.
import { Badge, Time } from '../../parts/inline.tsx'
import { type Conversation, sayRecipient, type Several } from './conversations.ts'
import { useSandboxWords } from './words.ts'

type ListProps = {
  readonly conversations: readonly Conversation[]
  readonly opened: string | undefined
  readonly unread: ReadonlySet<string>
  readonly onOpen: (id: string) => void
}

export function MessageList({ conversations, opened, unread, onOpen }: ListProps) {
  const words = useSandboxWords()
  const items = conversations
    .flatMap(({ channel, messages }): Several[] =>
      channel === 'email' ? messages.map((one) => [one] as const) : [messages],
    )
    .toSorted(([one], [other]) => (one.createdAt < other.createdAt ? 1 : -1))
  if (items.length === 0) return null
  return (
    <ul class="sandbox-items">
      {items.map((of) => {
        const [{ id, channel, to, subject, text, createdAt }] = of
        const isOpened = of.some((one) => one.id === opened)
        return (
          <li key={id}>
            <button
              type="button"
              class="sandbox-item"
              data-channel={channel}
              aria-current={isOpened ? 'true' : undefined}
              onClick={() => onOpen(id)}
            >
              <span class="sandbox-item-head">
                <strong>{sayRecipient(to)}</strong>
                {of.some((one) => unread.has(one.id)) && <Badge kind="info">{words.fresh}</Badge>}
                <Time at={createdAt} />
              </span>
              <span class="sandbox-item-text" dir="auto">
                <b>{words.channel[channel]}</b> {subject ?? text}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
