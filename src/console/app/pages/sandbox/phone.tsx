// A chat by SMS or WhatsApp as on its recipient's phone, with a way to answer.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { SandboxMessage } from '#src/sandbox/schema.ts'
import { api, problemOf } from '../../api/client.ts'
import { submits } from '../../parts/form.tsx'
import { sayExact } from '../../parts/inline.tsx'
import { locale } from '../../words/words.ts'
import { type Conversation, sayRecipient } from './conversations.ts'
import { CodeAndLink } from './messages.tsx'
import { words } from './words.ts'

type Content = { readonly option: number } | { readonly text: string }
type Sent = {
  readonly words: string
  readonly option: number | undefined
  readonly at: string
  readonly state: 'sending' | 'sent' | 'failed'
}

/** The answers that were given in this tab, by message; the service does not list them. */
const answered = new Map<string, readonly Sent[]>()

export function Phone({ conversation }: { conversation: Conversation }) {
  const { channel, to, messages } = conversation
  const [, redraw] = useState(0)
  const [text, setText] = useState('')
  const log = useRef<HTMLOListElement>(null)
  const question = messages.find(({ options }) => options)
  const count = messages.length + messages.flatMap(({ id }) => answered.get(id) ?? []).length
  useLayoutEffect(() => log.current?.scrollTo({ top: log.current.scrollHeight }), [count])

  async function reply({ id }: SandboxMessage, content: Content, said: string): Promise<void> {
    const option = 'option' in content ? content.option : undefined
    const before = answered.get(id) ?? []
    const tell = (state: Sent['state']) => {
      answered.set(id, [...before, { words: said, option, at: new Date().toISOString(), state }])
      redraw((one) => one + 1)
    }
    tell('sending')
    await api
      .post(`/v1/sandbox/messages/${id}/reply`, content)
      .then(() => tell('sent'))
      .catch((error: unknown) => problemOf(error) && tell('failed'))
  }

  return (
    <article class="sandbox-phone" data-channel={channel} aria-label={sayRecipient(to)}>
      <header>
        <h2>{sayRecipient(to)}</h2>
        <span>{words.channel[channel]}</span>
      </header>
      <ol class="sandbox-chat" ref={log} tabIndex={0} aria-label={words.messages}>
        {messages.toReversed().map((one) => (
          <Exchange key={one.id} message={one} reply={reply} />
        ))}
      </ol>
      {question ? (
        <form
          class="acts nowrap sandbox-composer"
          onSubmit={submits(() => {
            if (text.trim() === '') return
            setText('')
            return reply(question, { text: text.trim() }, text.trim())
          })}
        >
          <input
            class="input"
            aria-label={words.reply}
            placeholder={words.replyShort}
            maxLength={1_000}
            autoComplete="off"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button class="button" data-kind="main">
            {words.send}
          </button>
        </form>
      ) : (
        <p class="soft">{words.mute}</p>
      )}
    </article>
  )
}

type ExchangeProps = {
  readonly message: SandboxMessage
  readonly reply: (message: SandboxMessage, content: Content, said: string) => Promise<void>
}

/** A message with its options (buttons on WhatsApp, numbers to type by SMS), and the answers to it. */
function Exchange({ message, reply }: ExchangeProps) {
  const { id, channel, text, options = [], createdAt } = message
  const sent = answered.get(id) ?? []
  return (
    <>
      <li>
        <Bubble text={text} at={createdAt} />
        <CodeAndLink message={message} />
        {options.length > 0 && (
          <div class="stack tight sandbox-options">
            {options.map(({ option, label }) => (
              <button
                key={option}
                type="button"
                class="button"
                data-tapped={sent.some((one) => one.option === option && one.state !== 'failed')}
                onClick={() =>
                  void reply(message, { option }, channel === 'sms' ? String(option) : label)
                }
              >
                {channel === 'sms' && <kbd>{option}</kbd>}
                {label}
              </button>
            ))}
          </div>
        )}
      </li>
      {sent.map((one) => (
        <li key={one.at} class="sandbox-own">
          <Bubble text={one.words} at={one.at} />
          <span class="small toned state" data-kind={one.state === 'failed' ? 'bad' : 'quiet'}>
            {words.state[one.state]}
          </span>
        </li>
      ))}
    </>
  )
}

function Bubble({ text, at }: { text: string; at: string }) {
  const clock = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' })
  const moment = Date.parse(at)
  return (
    <div class="sandbox-bubble">
      <p class="typed" dir="auto">
        {text}
      </p>
      <time dateTime={at} title={sayExact(moment)}>
        {clock.format(moment)}
      </time>
    </div>
  )
}
