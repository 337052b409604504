// The interface between the sandbox's phone and its vendors, types only.

/** A message on the phone: its text, and the data that an answer carries back. */
export type PhoneMessage = {
  readonly channel: 'sms' | 'whatsapp'
  /** The phone number in E.164. */
  readonly to: string
  readonly sender: string
  readonly providerMsgId: string
  readonly options: readonly PhoneOption[]
}

/** A tap on the option returns `payload`; `typed` is what the person types instead. */
export type PhoneOption = {
  readonly option: number
  readonly label: string
  readonly payload: string
  readonly typed?: string
}

export type SandboxPhone = {
  /**
   * Delivers a reply to our own endpoint as the vendor would, signed. The same `replyId` is the same event. Resolves to
   * whether it was accepted.
   */
  reply(message: PhoneMessage, reply: PhoneReply, replyId: string): Promise<boolean>
}

/** One of a message's options, or a text as the person would type it. */
export type PhoneReply = { readonly option: number } | { readonly text: string }
