// The interface between the sandbox's phone and its vendors, types only.

/** A message as it lies on the phone: besides what can be read, what an answer to it carries back. */
export type PhoneMessage = {
  readonly channel: 'sms' | 'whatsapp'
  /** E.164. */
  readonly to: string
  readonly sender: string
  readonly providerMsgId: string
  readonly options: readonly PhoneOption[]
}

/** `payload` comes back with a tap, `typed` where its owner types it. */
export type PhoneOption = {
  readonly option: number
  readonly label: string
  readonly payload: string
  readonly typed?: string
}

export type SandboxPhone = {
  /**
   * Hands a reply over as the vendor would, signed, to our own endpoint. The same `replyId` is the same
   * event. Resolves to whether it was taken.
   */
  reply(message: PhoneMessage, reply: PhoneReply, replyId: string): Promise<boolean>
}

/** One of the options of a message, or a text as its owner would type it. */
export type PhoneReply = { readonly option: number } | { readonly text: string }
