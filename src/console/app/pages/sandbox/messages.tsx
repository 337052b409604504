// The list of sent messages: each mail, and of each chat the newest message.
import type { SandboxMessage } from '#src/sandbox/schema.ts'
import { Badge, Copy, Time } from '../../parts/inline.tsx'
import { MailFrame } from '../../parts/picture.tsx'
import { type Conversation, sayRecipient, type Several } from './conversations.ts'
import { words } from './words.ts'

type ListProps = {
  readonly conversations: readonly Conversation[]
  readonly opened: string | undefined
  readonly unread: ReadonlySet<string>
  readonly onOpen: (id: string) => void
}

export function MessageList({ conversations, opened, unread, onOpen }: ListProps) {
  const items = conversations
    .flatMap(({ channel, messages }): Several[] =>
      channel === 'email' ? messages.map((one) => [one] as const) : [messages],
    )
    .toSorted(([one], [other]) => (one.createdAt < other.createdAt ? 1 : -1))
  if (items.length === 0) return null
  return (
    <ul class="box">
      {items.map((of) => {
        const [{ id, channel, to, subject, text, createdAt }] = of
        const isOpened = of.some((one) => one.id === opened)
        return (
          <li key={id}>
            <button
              type="button"
              class="sandbox-item small"
              data-channel={channel}
              aria-current={isOpened ? 'true' : undefined}
              onClick={() => onOpen(id)}
            >
              <span class="row tight nowrap">
                <strong class="cut" title={to}>
                  {sayRecipient(to)}
                </strong>
                {of.some((one) => unread.has(one.id)) && <Badge kind="info">{words.fresh}</Badge>}
                <span class="soft">
                  <Time at={createdAt} />
                </span>
              </span>
              <span class="cut soft" dir="auto" title={subject ?? text}>
                <b>{words.channel[channel]}</b> {subject ?? text}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** An open mail: its recipient, its code and link, and its content as its reader sees it. */
export function Mail({ message }: { message: SandboxMessage }) {
  const { id, to, subject, createdAt } = message
  return (
    <article class="stack tight" aria-label={subject}>
      <h2 dir="auto">{subject}</h2>
      <p class="soft">
        {words.to} <strong>{to}</strong> · <Time at={createdAt} exact />
      </p>
      <CodeAndLink message={message} />
      <MailFrame path={`/v1/sandbox/messages/${id}/mail`} title={subject ?? to} />
    </article>
  )
}

export function CodeAndLink({ message: { code, link } }: { message: SandboxMessage }) {
  // Only web pages may be opened from a message.
  const isPage = link !== undefined && /^https?:\/\//i.test(link)
  if (code === undefined && !isPage) return null
  return (
    <p class="acts sandbox-code">
      {code !== undefined && (
        <>
          <strong>{code}</strong> <Copy text={code} />
        </>
      )}
      {isPage && (
        <a class="button" href={link} target="_blank" rel="noreferrer noopener">
          {words.openLink}
        </a>
      )}
    </p>
  )
}
