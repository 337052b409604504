// The wordings of messages, with tabs for channel and language; an e-mail looks as its reader sees it.
import type { MessageWording } from '#src/messaging/wordings/schema.ts'
import { useGet } from '../../api/query.ts'
import { CodeBlock } from '../../parts/inline.tsx'
import { MailFrame } from '../../parts/picture.tsx'
import { Page as Frame, Pairs, Waiting } from '../../parts/page.tsx'
import { Aside, Tabs } from '../../parts/tabs.tsx'
import { useAddress } from '../../shell/address.ts'
import './messages.css'
import { words } from './words.ts'

export const Page = () => (
  <Frame name="messages" lead={words.lead}>
    <Wordings />
  </Frame>
)

const groups = ['token', '2fa', 'help', 'acknowledgement'] as const
const channels = ['email', 'sms', 'whatsapp'] as const
const languages = ['pt-BR', 'en'] as const

/** `sms-2fa` and `whatsapp-2fa` are one message on two channels. */
const groupOf = ({ message }: MessageWording) => groups.find((one) => message.endsWith(one))

/** The chosen value if it exists, otherwise the first one. */
const pick = <T extends string>(all: readonly T[], chosen: string | undefined): T | undefined =>
  all.find((one) => one === chosen) ?? all[0]

function Wordings() {
  const [chosen, set] = useAddress(['message', 'channel', 'language'])
  const { data, problem } = useGet<MessageWording[]>('/v1/messages/wordings')
  if (!data) return <Waiting problem={problem} />
  const group = pick(groups, chosen.message)
  const ofGroup = data.filter((one) => groupOf(one) === group)
  const offered = channels.filter((one) => ofGroup.some(({ channel }) => channel === one))
  const channel = pick(offered, chosen.channel)
  const language = pick(languages, chosen.language)
  const shown = ofGroup.filter((one) => one.channel === channel && one.language === language)
  return (
    <Aside
      label={words.message}
      ways={words.group}
      chosen={group ?? ''}
      hrefOf={(id) => `/console/messages?message=${id}`}
    >
      <Tabs
        label={words.channels}
        tabs={Object.fromEntries(offered.map((id) => [id, words.channel[id]]))}
        selected={channel ?? ''}
        onSelect={(id) => set({ channel: id })}
      >
        <Tabs
          label={words.languages}
          tabs={words.language}
          selected={language ?? ''}
          onSelect={(id) => set({ language: id })}
        >
          {shown.map((one) => (
            <Wording key={one.account ?? ''} wording={one} />
          ))}
        </Tabs>
      </Tabs>
      <p class="section soft small">{words.own}</p>
    </Aside>
  )
}

function Wording({ wording }: { wording: MessageWording }) {
  const { channel, language, account, subject, text, options = [], sms, priceMicros } = wording
  return (
    <article class="split messages-one">
      {channel === 'email' ? (
        <MailFrame
          path={`/v1/messages/wordings/mail?language=${language}`}
          title={subject ?? words.channel.email}
        />
      ) : (
        <div class="stack tight messages-phone" data-channel={channel} lang={language}>
          <p class="typed">{text}</p>
          {channel === 'whatsapp' &&
            options.map(({ option, label }) => <span key={option}>{label}</span>)}
        </div>
      )}
      <div>
        <Pairs
          items={[
            subject !== undefined && [words.subject, subject],
            [words.account, account ?? words.nobody],
            sms && [
              words.parts,
              `${sms.segments} (${words.units(sms.units, sms.encoding.toUpperCase())})`,
            ],
            priceMicros !== undefined && [words.price, String(priceMicros / 1_000_000)],
          ]}
        />
        {channel === 'email' && <CodeBlock label={words.text} text={text} />}
      </div>
    </article>
  )
}
