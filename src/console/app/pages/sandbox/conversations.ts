// Messages of the sandbox as one mailbox or chat per channel and recipient.
import type { SandboxMessage } from '#src/sandbox/schema.ts'

export type Several = readonly [SandboxMessage, ...SandboxMessage[]]

export type Conversation = {
  readonly key: string
  readonly channel: SandboxMessage['channel']
  readonly to: string
  /** The newest first. */
  readonly messages: Several
}

/** The newest first, in the groups and among the groups. */
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

/** Finds the mail or the chat of a message's id, which is used in addresses so that they contain no phone number. */
export const findOpened = (all: readonly Conversation[], id: string | undefined) =>
  all.find(({ messages }) => messages.some((one) => one.id === id))

/** `+5511987654321` → `+55 11 98765-4321`, without line breaks; other numbers and addresses are unchanged. */
export function sayRecipient(to: string): string {
  const [, area, first, last] = /^\+55(\d{2})(\d{4,5})(\d{4})$/.exec(to) ?? []
  return last === undefined ? to : `+55\u00a0${area}\u00a0${first}\u2011${last}`
}

/** The last characters differ between ids; the first ones are the time. */
export const shortId = (id: string): string => `…${id.slice(-8)}`
