// A mail that is opened: to whom, its code and its link, and how its reader sees it.
import type { SandboxMessage } from '#src/sandbox/schema.ts'
import { Copy, Time } from '../../parts/inline.tsx'
import { MailFrame } from '../../parts/picture.tsx'
import { useSandboxWords } from './words.ts'

export function Mail({ message }: { message: SandboxMessage }) {
  const { id, to, subject, createdAt } = message
  const words = useSandboxWords()
  return (
    <article class="sandbox-mail" aria-label={subject}>
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
  const words = useSandboxWords()
  // Nothing but a page is opened by a message.
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
