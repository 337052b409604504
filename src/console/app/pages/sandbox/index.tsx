// The sandbox: the messages that would have been sent, as their recipients see them, and their transactions.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { SandboxMessage } from '#src/sandbox/schema.ts'
import { stale, useGet } from '../../api/query.ts'
import { Button } from '../../parts/inline.tsx'
import { Filter } from '../../parts/filter.tsx'
import { Empty, Loading, Page as Frame, ProblemNote } from '../../parts/page.tsx'
import { useAddress } from '../../shell/address.ts'
import { words as shellWords } from '../../shell/words.ts'
import { session } from '../../shell/session.ts'
import { findOpened, groupMessages, sayRecipient, shortId } from './conversations.ts'
import { Mail, MessageList } from './messages.tsx'
import { Phone } from './phone.tsx'
import './sandbox.css'
import { Start } from './start.tsx'
import { Transaction } from './transaction.tsx'
import { words } from './words.ts'

export function Page() {
  const name = shellWords.page.sandbox
  const { mode } = session()
  return mode === 'live' ? (
    <Frame title={name}>
      <Empty title={words.onlySandbox}>{words.onlySandboxLead}</Empty>
    </Frame>
  ) : (
    <Mailbox />
  )
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function Mailbox() {
  const name = shellWords.page.sandbox
  const [{ transaction, message, tab }, set] = useAddress(['transaction', 'message', 'tab'])
  const only = transaction !== undefined && uuid.test(transaction) ? transaction : undefined
  const { data, problem, reload } = useGet<SandboxMessage[]>('/v1/sandbox/messages', {
    asked: { transactionId: only },
    every: 2_000,
  })
  const conversations = groupMessages(data ?? [])
  const newest = conversations[0]?.messages[0]
  // Without a choice the newest message is shown, if the page is wide enough for it beside the list.
  const opened = message ?? newest?.id
  const chat = findOpened(conversations, opened)
  const mail = chat?.channel === 'email' ? chat.messages.find(({ id }) => id === opened) : undefined
  const id = only ?? (mail ?? chat?.messages[0])?.transactionId
  const unread = useUnread(data, only, chat?.channel === 'email' ? [opened] : chat?.messages.map((one) => one.id)) // prettier-ignore

  return (
    <Frame
      title={name}
      lead={words.lead}
      acts={
        <Start
          onStarted={(started, isLink) => {
            stale('/v1')
            set({ transaction: started, message: undefined, tab: isLink ? 'link' : undefined }, true) // prettier-ignore
          }}
        />
      }
    >
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      <Choice
        chosen={only}
        messages={data ?? []}
        onChoose={(one) => set({ transaction: one, message: undefined })}
      />
      <div class="sandbox" data-opened={message !== undefined} data-alone={only !== undefined}>
        <div class="sandbox-list">
          {!data && !problem && <Loading />}
          {data?.length === 0 && <Empty title={words.none}>{words.noneLead}</Empty>}
          <MessageList
            conversations={conversations}
            opened={opened}
            unread={unread}
            onOpen={(one) => set({ message: one }, true)}
          />
        </div>
        <div class="stack tight sandbox-opened">
          {message !== undefined && (
            <Button kind="quiet" onClick={() => set({ message: undefined })}>
              {words.back}
            </Button>
          )}
          {mail ? (
            <Mail key={mail.id} message={mail} />
          ) : (
            chat && <Phone key={chat.key} conversation={chat} />
          )}
        </div>
        {id !== undefined && (
          <Transaction
            id={id}
            tab={tab}
            onTab={(one) => set({ tab: one })}
            isAlone={only !== undefined}
            onAlone={(isAlone) => set({ transaction: isAlone ? id : undefined })}
          />
        )}
      </div>
    </Frame>
  )
}

type ChoiceProps = {
  readonly chosen: string | undefined
  readonly messages: readonly SandboxMessage[]
  readonly onChoose: (id: string | undefined) => void
}

/** Chooses all transactions, one of those seen, or any by its id. */
function Choice({ chosen, messages, onChoose }: ChoiceProps) {
  const known = useRef(new Map<string, string>())
  for (const { transactionId: id, to } of messages)
    if (!known.current.has(id)) known.current.set(id, `${sayRecipient(to)} ${shortId(id)}`)
  if (chosen !== undefined && !known.current.has(chosen)) known.current.set(chosen, shortId(chosen))
  const options = [...known.current].map(([value, label]) => ({ value, label }))
  const choose = (text: string | undefined) => {
    const id = text?.trim().toLowerCase()
    if (id === undefined || uuid.test(id)) onChoose(id)
  }
  return (
    <Filter
      fields={[
        { name: 'one', label: words.messagesOf, options },
        { name: 'id', label: words.byId },
      ]}
      values={chosen === undefined ? {} : { one: chosen }}
      onChange={(patch) => choose('one' in patch ? patch.one : patch.id)}
    />
  )
}

/** The messages that arrived after the list was first loaded and were not opened; announced once to screen readers. */
function useUnread(
  listed: readonly SandboxMessage[] | undefined,
  of: string | undefined,
  opened: readonly (string | undefined)[] = [],
) {
  const known = useRef<{ of: string | undefined; ids: Set<string> }>(undefined)
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set())
  const seen = opened.join(' ')
  useEffect(() => {
    if (!listed) return
    const ids = new Set(listed.map(({ id }) => id))
    const before = known.current?.of === of ? known.current : undefined
    known.current = { of, ids }
    const fresh = before ? [...ids].filter((id) => !before.ids.has(id)) : []
    const left = [...unread, ...fresh].filter((id) => !seen.includes(id))
    if (left.length !== unread.size || fresh.length > 0) setUnread(new Set(left))
  }, [listed, of, seen])
  return unread
}
