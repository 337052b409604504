// Messages of the sandbox as one mailbox or chat per channel and recipient.
import type { SandboxMessage } from '#src/sandbox/schema.ts'

export type Several = readonly [SandboxMessage, ...SandboxMessage[]]

export type Conversation = {
  readonly key: string
  readonly channel: SandboxMessage['channel']
  readonly to: string
  /** Newest first. */
  readonly messages: Several
}

/** The newest first, in the groups and among them. */
export function groupMessages(listed: readonly SandboxMessage[]): Conversation[] {
  const newestFirst = listed.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
  const groups = new Map<string, Conversation>()
  for (const message of newestFirst) {
    const { channel, to } = message
    const key = `${channel} ${to}`
    const known = groups.get(key)
    const messages: Several = known ? [...known.messages, message] : [message]
    groups.set(key, { key, channel, to, messages })
  }
  return [...groups.values()]
}

/** What is opened by a message's id: a mail alone, or the whole chat. An address never names a number. */
export const findOpened = (all: readonly Conversation[], id: string | undefined) =>
  all.find(({ messages }) => messages.some((one) => one.id === id))

/** `+5511987654321` → `+55 11 98765-4321`, without breaks; other numbers and addresses as they are. */
export function sayRecipient(to: string): string {
  const [, area, first, last] = /^\+55(\d{2})(\d{4,5})(\d{4})$/.exec(to) ?? []
  return last === undefined ? to : `+55\u00a0${area}\u00a0${first}\u2011${last}`
}

/** The last characters, which differ where the first are of the time. */
export const shortId = (id: string): string => `…${id.slice(-8)}`
